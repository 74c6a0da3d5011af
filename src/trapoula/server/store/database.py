"""What a database must do: commit several steps as one, in groups, and answer questions."""

from asyncio import Future
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from trapoula.room.errors import Failed
from trapoula.server.errors import Unsure

Step: TypeAlias = tuple[str, tuple[Any, ...]]  # a statement with ? for its values, and the values
Listener: TypeAlias = Callable[[str], Awaitable[None]]


# A row follows the one before it: where that is missing, the room is gone or is not so far.
APPEND = """INSERT INTO log (room, number, at, body)
    SELECT column1, column2, column3, column4 FROM (VALUES (?, ?, ?, ?)) AS new
    WHERE EXISTS (SELECT 1 FROM log WHERE room = new.column1 AND number = new.column2 - 1)
    ON CONFLICT DO NOTHING"""
# What the lobby says of a room.
LIST = """UPDATE rooms SET host = new.column2, phase = new.column3, summary = new.column4,
    rings = new.column5 FROM (VALUES (?, ?, ?, ?, ?)) AS new WHERE rooms.id = new.column1"""
# How a round ended for a player.
RESULT = """INSERT INTO results (player, room, round, seat, game, options, seats, deal, won, score, reason,
    seconds, moves, at, hints, undos, cards, company, level)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING"""
# A round that is to be rated.
UNRATED = """INSERT INTO unrated (room, round, game, at, company) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING"""
# Something was played in a room: it is not swept out any more.
PLAYED = """UPDATE rooms SET fresh = 0 FROM (VALUES (?)) AS new WHERE rooms.id = new.column1"""
# Whether the game in a room is over, for those who list their rooms.
ENDED = """UPDATE members SET ended = new.column2 FROM (VALUES (?, ?)) AS new
    WHERE members.room = new.column1"""
BESIDE = (LIST, RESULT, UNRATED, PLAYED, ENDED)  # what is kept beside a row
BEGIN = "INSERT INTO log (room, number, at, body) VALUES (?, ?, ?, ?)"


class Change(Struct, frozen=True):
    """Steps that happen together or not at all: not at all when the first one changes nothing."""

    steps: Sequence[Step]  # none, when there is only something to tell
    news: str = ""  # told to the other processes once it is committed

    @property
    def row(self) -> tuple[Any, ...] | None:
        """The row, when the change is a row of a log and nothing else."""
        if len(self.steps) != 1 or self.steps[0][0] is not APPEND:
            return None
        return self.steps[0][1]

    @property
    def plain(self) -> bool:
        """Whether it is a row of a log, with what the lobby says then and how a round ended, or without."""
        steps = self.steps
        if not steps or steps[0][0] is not APPEND:
            return False
        return len(steps) == 1 or all(statement in BESIDE for statement, _ in steps[1:])


Done: TypeAlias = "Future[bool]"
Waiting: TypeAlias = tuple[Change, Done]


def settle(done: Done, result: bool | Exception) -> None:
    """Tell whoever waits for a change how it went; who waits no longer is not told."""
    if done.done():
        return
    if not isinstance(result, Exception):
        done.set_result(result)
        return
    failed = result if isinstance(result, Failed) else Failed("It could not be stored.")
    failed.__cause__ = None if failed is result else result
    done.set_exception(failed)


def unsure() -> Unsure:
    """What is said when the answer to a change was lost."""
    return Unsure("It is not known yet whether that was stored; look again in a moment.")


class Database(Protocol):
    """A place for rows that survives the process."""

    shared: bool  # whether other processes may write too
    unstored: int  # changes that could not be stored
    damaged: bool  # whether it found that something stored is not whole

    @property
    def deaf(self) -> bool:
        """Whether it no longer hears what other processes tell."""

    async def open(self, listener: Listener) -> None:
        """Connect, bring the schema up to date, and pass on what other processes tell."""

    def hurry(self) -> None:
        """The process stops: let nothing take long any more."""

    async def close(self) -> None:
        """Finish what is under way and let go."""

    def commit(self, change: Change) -> Awaitable[bool]:
        """Make a change; return when it is durable. False: its first step changed nothing.

        Failed says that nothing was stored, and Unsure that the answer was lost."""

    async def query(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows that answer a question."""

    async def tell(self, news: str) -> None:
        """Tell the other processes something that is not worth a row."""
