"""A database with faults on demand: it fails, hangs, or loses its answer."""

import asyncio
from collections.abc import Callable
from typing import Any

from trapoula.room.errors import Failed
from trapoula.server.store.database import Change, Database, Listener, unsure


class Faulty:
    """A wrapper around a database, with the faults that a test asks for."""

    def __init__(self, inner: Database) -> None:
        self.inner = inner
        self.shared = inner.shared
        self.away = False  # whether nothing is stored or answered
        self.failing = 0  # how many further changes fail
        self.losing = 0  # how many further changes are stored without an answer
        self.gate = asyncio.Event()  # closed: changes are stored, but their answers wait
        self.gate.set()
        self.waiting = 0
        self.news: Callable[[str], bool] = lambda news: True  # whether a notification arrives

    @property
    def damaged(self) -> bool:
        return self.inner.damaged

    @property
    def deaf(self) -> bool:
        return self.inner.deaf

    def hurry(self) -> None:
        self.inner.hurry()

    async def open(self, listener: Listener) -> None:
        async def hear(news: str) -> None:
            if self.news(news):
                await listener(news)

        await self.inner.open(hear)

    async def close(self) -> None:
        self.gate.set()
        await self.inner.close()

    async def commit(self, change: Change) -> bool:
        if self.away:
            raise Failed("It could not be stored.")
        # a regular job may clean up at any time: it uses up no fault
        counted = bool(change.steps) and not change.steps[0][0].startswith("DELETE FROM replays")
        if self.failing and counted:
            self.failing -= 1
            raise Failed("It could not be stored.")
        lost = self.losing > 0 and counted
        self.losing -= lost
        made = await self.inner.commit(change)
        self.waiting += 1
        await self.gate.wait()
        self.waiting -= 1
        if lost:
            raise unsure()
        return made

    async def query(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        if self.away:
            raise Failed("The database does not answer.")
        return await self.inner.query(statement, *values)

    async def tell(self, news: str) -> None:
        await self.inner.tell(news)
