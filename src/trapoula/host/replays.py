"""Shared records: stored under a name, and shown step by step."""

import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from trapoula.core.game import ALL, Seat
from trapoula.host.ports import Caller, Host
from trapoula.play import record as records
from trapoula.play.record import Record
from trapoula.play.session import Session
from trapoula.room import frames, wire
from trapoula.room.errors import BadMessage, NotFound

MOST_STEPS = 100  # steps in one answer
MOST_ACTIONS = 5000
ACTIONS_A_UNIT = 100  # actions of a record that cost one unit
KEPT = 16  # replays in memory


class Replays:
    """The shared records of a host. Anyone with the link can see them."""

    def __init__(self, host: Host, aside: Callable[..., Awaitable[Any]]) -> None:
        self._host, self._aside = host, aside
        self._sessions: OrderedDict[str, Session] = OrderedDict()

    async def share(self, record: Record, caller: Caller) -> str:
        """Store a record and return its name. The caller is charged by its length."""
        self._charge(len(record.actions), caller)
        return await self.keep(record, caller)

    async def keep(self, record: Record, caller: Caller) -> str:
        """Store a record and return its name."""
        text = await self._host.aside(records.write, record)
        name = secrets.token_urlsafe(9)
        await self._host.store.keep_replay(name, text, caller.person.id, self._host.clock())
        return name

    async def read(self, text: str, caller: Caller) -> Record:
        """Parse an uploaded record. The caller is charged by its length."""
        lines = text.count("\n")
        if lines > MOST_ACTIONS:
            raise BadMessage("A record to replay has at most {most} actions.", most=MOST_ACTIONS)
        self._charge(lines, caller)
        record: Record = await self._aside(records.read, text)
        return record

    def _charge(self, actions: int, caller: Caller) -> None:
        self._host.charge(caller, "records", 1 + actions / ACTIONS_A_UNIT)

    async def told(self, name: str, caller: Caller) -> wire.Replay:
        """Return a replay before its first step."""
        session, text = await self._session(name, caller), await self._text(name)
        return wire.Replay(
            replay=name,
            game=session.id,
            options=session.options,
            seats=session.seats,
            deal=session.deal,
            seconds=session.record().seconds,
            steps=session.steps,
            outcome=frames.outcome(session.game, session.outcome),
            record=text,
        )

    async def steps(
        self, name: str, first: int, last: int, seat: Seat | None, caller: Caller
    ) -> list[wire.Step]:
        """Return some steps of a replay as a seat sees them."""
        session = await self._session(name, caller)
        return await self._host.aside(_steps, session, first, last, seat)

    async def _text(self, name: str) -> str:
        text = await self._host.store.replay(name)
        if text is None:
            raise NotFound("There is no such replay.")
        return text

    async def _session(self, name: str, caller: Caller) -> Session:
        """Return the session of a replay. If it is not in memory, the caller is charged by its length."""
        session = self._sessions.get(name)
        if session is None:
            self._host.charge(caller, "loads")
            text = await self._text(name)
            self._host.charge(caller, "loads", text.count("\n") / ACTIONS_A_UNIT)
            session = self._sessions[name] = await self._aside(_replay, text)
        self._sessions.move_to_end(name)
        while len(self._sessions) > KEPT:
            self._sessions.popitem(last=False)
        return session


def _replay(text: str) -> Session:
    return Session.resume(records.read(text), clock=lambda: 0.0)


def _steps(session: Session, first: int, last: int, seat: Seat | None) -> list[wire.Step]:
    if seat is not None and seat != ALL and not 0 <= seat < session.seats:
        raise BadMessage("There is no such seat.")
    last = min(last, session.steps, first + MOST_STEPS - 1)
    return [frames.glimpse(session, step, seat) for step in range(max(0, first), last + 1)]
