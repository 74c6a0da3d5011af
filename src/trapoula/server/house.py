"""What one server process knows: its store, its rooms, and the people who are connected to it."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from time import monotonic
from typing import Any

from trapoula.core.errors import TrapoulaError
from trapoula.server import lanes, upkeep
from trapoula.server.calls import Calls
from trapoula.server.clock import steady
from trapoula.server.limits import Buckets, Limits
from trapoula.server.metrics import Metrics
from trapoula.server.people import People
from trapoula.server.presence import Presence
from trapoula.server.rooms import Rooms
from trapoula.server.store import Store

PULSE = 1.5  # seconds that the database may take before it counts as away
log = logging.getLogger("trapoula.house")


class House:
    """One process, from its start to its stop."""

    def __init__(
        self,
        store: Store,
        *,
        limits: Limits | None = None,
        thoughts: lanes.Lanes | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.store, self.limits, self.clock = store, limits or Limits(), clock or steady()
        self.name = secrets.token_hex(4)  # by which other processes know this one
        self.lanes = thoughts or lanes.Lanes()
        self.metrics = Metrics()
        self.people = People(store)
        self.loads = Buckets(self.limits.loads_burst, self.limits.loads_rate)
        self.calls = Calls(self)
        self.rooms = Rooms(self)
        self.presence = Presence(self)
        self.stopping = self._open = False
        self.began = monotonic()
        self._tasks: set[asyncio.Task[Any]] = set()
        self.metrics.gauge("rooms", lambda: len(self.rooms.open))
        self.metrics.gauge("sockets", lambda: len(self.presence.members))
        self.metrics.gauge("damaged_rooms", lambda: len(self.rooms.damaged))
        self.metrics.gauge("unstored", lambda: self.store.database.unstored)
        self._pulse: asyncio.Task[bool] | None = None
        self._felt = 0.0

    async def open(self) -> None:
        """Begin; once is enough."""
        if self._open:
            return
        self._open = True
        await self.store.database.open(self.presence.hear)
        self.spawn(upkeep.look_after(self))

    @property
    def degraded(self) -> bool:
        """Whether some stored rows cannot be read, while all the others can."""
        return bool(self.rooms.damaged) or self.store.database.damaged

    async def alive(self) -> bool:
        """Whether something can be stored and read again; tried once a second, not waited for long."""
        if self._pulse is None or (self._pulse.done() and monotonic() - self._felt > 1):
            self._pulse, self._felt = asyncio.create_task(self._feel()), monotonic()
        await asyncio.wait({self._pulse}, timeout=PULSE)
        return self._pulse.done() and self._pulse.result()

    async def _feel(self) -> bool:
        try:
            return await self.store.pulse(self.name, self.clock()) and not self.store.database.deaf
        except TrapoulaError:
            return False

    async def say_goodbye(self) -> None:
        """Send everyone home; every table survives in its log."""
        self.stopping = True
        if self._open:
            self.store.database.hurry()
        await self.presence.say_goodbye()

    async def close(self) -> None:
        """Stop."""
        await self.say_goodbye()
        await self.rooms.close()
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.lanes.close()
        await self.store.database.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Let something go on by itself."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        """Log what went wrong, since nobody waits for it."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, TrapoulaError):
            log.warning("something was not done: %s", error.code)
        elif error is not None:
            log.error("something failed", exc_info=error)
