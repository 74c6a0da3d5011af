"""A table as one player sees it, and what a screen asks of whatever keeps the table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from trapoula.core.game import Choice, Game, Seat, View


@dataclass(frozen=True, slots=True)
class Sight:
    """The table before one seat: what lies there, what may be done, and how it ended if it did."""

    id: str
    game: Game[Any, Any]
    options: dict[str, Choice]
    deal: int | None
    seat: Seat | None
    view: View
    seats: int
    offers: tuple[str, ...] = ()  # what may be done now, as it is written
    task: str = ""  # what has to be done, in a line
    ending: str = ""  # how it ended; nothing while it goes on
    waiting: str = ""  # for whom the table waits, when it is not this seat


@dataclass(frozen=True, slots=True)
class Advised:
    """A hint: what to do, if there is something, and the sentence that goes with it."""

    action: str | None
    sentence: str


class Host(Protocol):
    """Whatever keeps a table: this program, or a server elsewhere."""

    changed: Callable[[], None]  # called whenever there is something new to see
    told: Callable[[str], None]  # called with what others did and what went wrong, in words

    @property
    def sight(self) -> Sight | None:
        """The table now; None while nobody should look, or before there is one."""

    @property
    def handover(self) -> str:
        """The sentence for handing the screen to the next person; nothing where that is not due."""

    async def run(self) -> None:
        """Do what is to be done beside the player: bots, or the line to the server."""

    async def look(self) -> None:
        """The person whose turn it is sits before the screen."""

    async def play(self, text: str) -> None:
        """Do what a text says."""

    async def undo(self) -> None:
        """Take back the last move."""

    async def redo(self) -> None:
        """Do it again."""

    async def restart(self) -> None:
        """Back to the deal."""

    async def finish(self) -> None:
        """Bring everything home, when it plays itself."""

    async def again(self, options: dict[str, Choice]) -> None:
        """A new deal, with these options."""

    async def advice(self) -> Advised:
        """What the player might do."""

    async def verdict(self) -> str:
        """Whether it can still be won."""

    def leave(self) -> str:
        """The player goes: what is kept, in words."""
