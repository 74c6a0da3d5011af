"""What a database must do: commit several steps as one, in groups, and answer questions."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

Step: TypeAlias = tuple[str, tuple[Any, ...]]  # a statement with ? for its values, and the values
Listener: TypeAlias = Callable[[str], Awaitable[None]]


APPEND = "INSERT INTO log (room, number, at, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"


class Change(NamedTuple):
    """Steps that happen together or not at all: not at all when the first one changes nothing."""

    steps: Sequence[Step]  # none, when there is only something to tell
    news: str = ""  # told to the other processes once it is committed

    @property
    def row(self) -> tuple[Any, ...] | None:
        """The row, when the change is a row of a log and nothing else."""
        if len(self.steps) != 1 or self.steps[0][0] is not APPEND:
            return None
        return self.steps[0][1]


class Database(Protocol):
    """A place for rows that survives the process."""

    shared: bool  # whether other processes may write too

    async def open(self, listener: Listener) -> None:
        """Connect, bring the schema up to date, and pass on what other processes tell."""

    async def close(self) -> None:
        """Finish what is under way and let go."""

    async def commit(self, change: Change) -> bool:
        """Make a change; return when it is durable. False: its first step changed nothing."""

    async def query(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows that answer a question."""

    async def tell(self, news: str) -> None:
        """Tell the other processes something that is not worth a row."""
