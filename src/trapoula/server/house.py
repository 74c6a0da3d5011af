"""One server process: its store, its open rooms and its connections."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from time import monotonic
from typing import Any

from trapoula.core.errors import TrapoulaError
from trapoula.server import lanes, upkeep
from trapoula.server.clock import steady
from trapoula.server.limits import Buckets, Limits
from trapoula.server.metrics import Metrics
from trapoula.server.notifications import Calls
from trapoula.server.people import People
from trapoula.server.presence import Presence
from trapoula.server.rooms import Rooms
from trapoula.server.store import Store

PULSE = 1.5  # seconds the database has to answer a health check
log = logging.getLogger("trapoula.house")


class House:
    """One server process, from start to stop."""

    def __init__(
        self,
        store: Store,
        *,
        limits: Limits | None = None,
        thoughts: lanes.Lanes | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.store, self.limits, self.clock = store, limits or Limits(), clock or steady()
        self.name = secrets.token_hex(4)  # other processes know this one by it
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
        self._checked_at = 0.0

    async def open(self) -> None:
        """Open the database and start the background work. Safe to call twice."""
        if self._open:
            return
        self._open = True
        await self.store.database.open(self.presence.on_notification)
        self.spawn(upkeep.run_jobs(self))

    @property
    def degraded(self) -> bool:
        """Return whether some stored rows cannot be read."""
        return bool(self.rooms.damaged) or self.store.database.damaged

    async def alive(self) -> bool:
        """Return whether the database writes and reads. Tested at most once a second, for PULSE seconds."""
        if self._pulse is None or (self._pulse.done() and monotonic() - self._checked_at > 1):
            self._pulse, self._checked_at = asyncio.create_task(self._check_database()), monotonic()
        await asyncio.wait({self._pulse}, timeout=PULSE)
        return self._pulse.done() and self._pulse.result()

    async def _check_database(self) -> bool:
        try:
            return await self.store.pulse(self.name, self.clock()) and not self.store.database.deaf
        except TrapoulaError:
            return False

    async def say_goodbye(self) -> None:
        """Refuse new work and close every connection. All tables survive in their logs."""
        self.stopping = True
        if self._open:
            self.store.database.hurry()
        await self.presence.say_goodbye()

    async def close(self) -> None:
        """Close every connection, finish what is under way and close the store."""
        await self.say_goodbye()
        await self.rooms.close()
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.lanes.close()
        await self.store.database.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run `work` in a background task that `close` cancels."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        """Log the error of a background task: no caller awaits it."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, TrapoulaError):
            log.warning("a background task was refused: %s", error.code)
        elif error is not None:
            log.error("a background task failed", exc_info=error)
