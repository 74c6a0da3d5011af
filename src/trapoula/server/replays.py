"""Replays: a record that was kept under a name, shown step by step."""

import asyncio
import secrets
from collections import OrderedDict

from trapoula import record as records
from trapoula.game import Seat
from trapoula.host import replays
from trapoula.record import Record
from trapoula.room import wire
from trapoula.room.errors import NotFound
from trapoula.server.errors import TooFast
from trapoula.server.limits import Buckets, Limits
from trapoula.server.rooms import ACTIONS_A_DROP
from trapoula.server.store import Store
from trapoula.session import Session

_KEPT = 16  # replays in memory


class Replays:
    """Records that can be looked at by anyone who has the link."""

    def __init__(self, store: Store, limits: Limits, loads: Buckets) -> None:
        self._store, self._loads = store, loads
        self._brought = Buckets(limits.records_burst, limits.records_rate)
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._thinking = asyncio.Semaphore(2)

    def charge(self, actions: int, player: str, address: str) -> None:
        """Let a player and an address pay for a record by its length, before it is played through."""
        for name in (f"player {player}", f"address {address}"):
            if not self._brought.take(name, 1 + actions / ACTIONS_A_DROP):
                raise _too_many()

    async def keep(self, record: Record, player: str, now: float) -> str:
        """The name under which a record is kept."""
        text = await asyncio.to_thread(records.write, record)
        name = secrets.token_urlsafe(9)
        await self._store.keep_replay(name, text, player, now)
        return name

    async def read(self, text: str, player: str, address: str) -> Record:
        """The record of an uploaded text, found true; playing it through costs by its length."""
        self.charge(replays.check_length(text), player, address)
        async with self._thinking:
            return await asyncio.to_thread(records.read, text)

    async def text(self, name: str) -> str:
        """The record that is kept under a name."""
        text = await self._store.replay(name)
        if text is None:
            raise NotFound("There is no such replay.")
        return text

    async def session(self, name: str, address: str) -> Session:
        """The replayed game of a name, which costs the address that looks at it by its length."""
        session = self._sessions.get(name)
        if session is None:
            if not self._loads.take(address):
                raise _too_many()
            text = await self.text(name)
            self._loads.take(address, text.count("\n") / ACTIONS_A_DROP)
            async with self._thinking:
                session = await asyncio.to_thread(replays.replay, text)
            self._sessions[name] = session
        self._sessions.move_to_end(name)
        while len(self._sessions) > _KEPT:
            self._sessions.popitem(last=False)
        return session

    async def told(self, name: str, address: str) -> wire.Replay:
        """A replay before its first step."""
        session = await self.session(name, address)
        return replays.told(name, await self.text(name), session)

    async def steps(
        self, name: str, first: int, last: int, seat: Seat | None, address: str
    ) -> list[wire.Step]:
        """Some steps of a replay as a seat sees them."""
        session = await self.session(name, address)
        return await asyncio.to_thread(replays.steps, session, first, last, seat)


def _too_many() -> TooFast:
    return TooFast("That is a lot of records; wait a moment.")
