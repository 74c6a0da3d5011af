"""What a database provides: commits of several steps as one transaction, queries, notifications."""

from asyncio import Future
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from trapoula.room.errors import Failed
from trapoula.server.errors import Unsure

Step: TypeAlias = tuple[str, tuple[Any, ...]]  # a statement with ? for its values, and the values
Listener: TypeAlias = Callable[[str], Awaitable[None]]


# Append a row after its predecessor. Without it, the room is gone or another process was first.
APPEND = """INSERT INTO log (room, number, at, body)
    SELECT column1, column2, column3, column4 FROM (VALUES (?, ?, ?, ?)) AS new
    WHERE EXISTS (SELECT 1 FROM log WHERE room = new.column1 AND number = new.column2 - 1)
    ON CONFLICT DO NOTHING"""
# Update a room's summary for the lobby.
LIST = """UPDATE rooms SET host = new.column2, phase = new.column3, summary = new.column4,
    rings = new.column5 FROM (VALUES (?, ?, ?, ?, ?)) AS new WHERE rooms.id = new.column1"""
# Insert a player's result of a round.
RESULT = """INSERT INTO results (player, room, round, seat, game, options, seats, deal, won, score, reason,
    seconds, moves, at, hints, undos, cards, company, level)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING"""
# Queue a round for rating.
UNRATED = """INSERT INTO unrated (room, round, game, at, company) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING"""
# Mark a room as played, so that it is never swept.
PLAYED = """UPDATE rooms SET fresh = 0 FROM (VALUES (?)) AS new WHERE rooms.id = new.column1"""
# Store whether a room's game is over, for its members' lists of tables.
ENDED = """UPDATE members SET ended = new.column2 FROM (VALUES (?, ?)) AS new
    WHERE members.room = new.column1"""
BESIDE = (LIST, RESULT, UNRATED, PLAYED, ENDED)  # steps that can go with a row
BEGIN = "INSERT INTO log (room, number, at, body) VALUES (?, ?, ?, ?)"


class Change(Struct, frozen=True):
    """Steps in one transaction. If the first one changes nothing, none is made."""

    steps: Sequence[Step]  # empty for a notification only
    news: str = ""  # the notification for other processes, sent on commit

    @property
    def row(self) -> tuple[Any, ...] | None:
        """Return the row, if the change is a row of a log and nothing else."""
        if len(self.steps) != 1 or self.steps[0][0] is not APPEND:
            return None
        return self.steps[0][1]

    @property
    def plain(self) -> bool:
        """Return whether the change is a row, alone or with steps of `BESIDE` only."""
        steps = self.steps
        if not steps or steps[0][0] is not APPEND:
            return False
        return len(steps) == 1 or all(statement in BESIDE for statement, _ in steps[1:])


Done: TypeAlias = "Future[bool]"
Waiting: TypeAlias = tuple[Change, Done]


def settle(done: Done, result: bool | Exception) -> None:
    """Resolve the future of a change, unless its caller was cancelled."""
    if done.done():
        return
    if not isinstance(result, Exception):
        done.set_result(result)
        return
    failed = result if isinstance(result, Failed) else Failed("It could not be stored.")
    failed.__cause__ = None if failed is result else result
    done.set_exception(failed)


def unsure() -> Unsure:
    """Return the error for a change whose outcome is unknown."""
    return Unsure("It is not known yet whether that was stored; look again in a moment.")


class Database(Protocol):
    """A database of rows."""

    shared: bool  # whether other processes can write too
    unstored: int  # changes that could not be stored
    damaged: bool  # whether a query has found corrupt data

    @property
    def deaf(self) -> bool:
        """Return whether notifications from other processes no longer arrive."""

    async def open(self, listener: Listener) -> None:
        """Connect, migrate the schema, and pass notifications to `listener`."""

    def hurry(self) -> None:
        """Shorten all timeouts: the process is stopping."""

    async def close(self) -> None:
        """Finish what is in progress and disconnect."""

    def commit(self, change: Change) -> Awaitable[bool]:
        """Make a change. Return once it is durable, or False if its first step changed nothing.

        Failed means that nothing was stored, Unsure that the outcome is unknown."""

    async def query(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""

    async def tell(self, news: str) -> None:
        """Send a notification to the other processes."""
