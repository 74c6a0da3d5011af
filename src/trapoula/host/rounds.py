"""The rounds of a table: the present one, and earlier ones replayed from their rows."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from trapoula.play.session import Session
from trapoula.room import events
from trapoula.room.errors import WrongPhase
from trapoula.room.events import Row
from trapoula.room.room import Room, session_of


class Replayed(NamedTuple):
    """A round of a table, and whether it is over."""

    session: Session
    over: bool


def check_round(room: Room, round_: int) -> None:
    """Refuse a round that the table has not had."""
    if not 1 <= round_ <= room.rounds:
        raise WrongPhase("There is no such round.")


def span(room: Room, round_: int) -> tuple[int, int]:
    """Return the numbers of the first and the last row of an earlier round."""
    return room.beginnings[round_ - 1], room.beginnings[round_] - 1


async def replayed(
    room: Room,
    round_: int,
    rows: Callable[[int, int], Awaitable[Sequence[Row]]],
    aside: Callable[..., Awaitable[Any]],
) -> Replayed:
    """Return a round of a table. `rows` reads the log from one number to another."""
    check_round(room, round_)
    if room.session is not None and round_ == room.rounds:
        return Replayed(room.session, room.outcome is not None)
    found = await rows(*span(room, round_))
    session: Session = await aside(_session, room.made, found)
    return Replayed(session, session.outcome is not None or not room.sitting.alone)


def _session(made: events.Create, rows: Sequence[Row]) -> Session:
    return session_of(made, [(row.at, events.read(row.body)) for row in rows])
