"""What one server process knows: its store, its rooms, and the people who are connected to it."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from time import time
from typing import Any

from trapoula.errors import TrapoulaError
from trapoula.server import thinkers, upkeep
from trapoula.server.limits import Limits
from trapoula.server.metrics import Metrics
from trapoula.server.people import People
from trapoula.server.presence import Presence
from trapoula.server.rooms import Rooms
from trapoula.server.store import Store

log = logging.getLogger("trapoula.house")


class House:
    """One process, from its start to its stop."""

    def __init__(
        self,
        store: Store,
        *,
        limits: Limits | None = None,
        thoughts: thinkers.Thinkers | None = None,
        clock: Callable[[], float] = time,
    ) -> None:
        self.store, self.limits, self.clock = store, limits or Limits(), clock
        self.name = secrets.token_hex(4)  # by which other processes know this one
        self.thinkers = thoughts or thinkers.Thinkers()
        self.metrics = Metrics()
        self.people = People(store)
        self.rooms = Rooms(self)
        self.presence = Presence(self)
        self.stopping = self._open = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self.metrics.gauge("rooms", lambda: len(self.rooms.open))
        self.metrics.gauge("sockets", lambda: len(self.presence.members))

    async def open(self) -> None:
        """Begin; once is enough."""
        if self._open:
            return
        self._open = True
        await self.store.database.open(self.presence.hear)
        self.spawn(upkeep.look_after(self))

    async def say_goodbye(self) -> None:
        """Send everyone home; every table survives in its log."""
        self.stopping = True
        await self.presence.say_goodbye()

    async def close(self) -> None:
        """Stop."""
        await self.say_goodbye()
        await self.rooms.close()
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()
        await self.store.database.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Let something go on by itself."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        """Log what went wrong, since nobody waits for it."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, TrapoulaError):
            log.warning("something was not done: %s", error.code)
        elif error is not None:
            log.error("something failed", exc_info=error)
