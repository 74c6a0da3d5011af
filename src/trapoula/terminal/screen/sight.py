"""A player's sight of a table, and the host interface that screens use."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from trapoula.core.game import Choice, Game, Seat, View


@dataclass(frozen=True, slots=True)
class Sight:
    """A table from one seat: the view, the legal actions, and the ending if it is over."""

    id: str
    game: Game[Any, Any]
    options: dict[str, Choice]
    deal: int | None
    seat: Seat | None
    view: View
    seats: int
    offers: tuple[str, ...] = ()  # the texts of legal actions
    task: str = ""  # what the seat has to do, in one line
    ending: str = ""  # how it ended; empty during the game
    waiting: str = ""  # who the table waits for, if not this seat


@dataclass(frozen=True, slots=True)
class Advised:
    """A hint: an action if there is one, and its sentence."""

    action: str | None
    sentence: str


class Host(Protocol):
    """The host of a table: this program, or a server."""

    changed: Callable[[], None]  # callback after every change
    told: Callable[[str], None]  # callback with what others did and what went wrong

    @property
    def sight(self) -> Sight | None:
        """The table now; None while it is covered or not there yet."""

    @property
    def handover(self) -> str:
        """The sentence for handing over the screen; empty if there is no need."""

    async def run(self) -> None:
        """Run what happens in the background: bots, or the connection to the server."""

    async def look(self) -> None:
        """Uncover the table for the person on turn."""

    async def play(self, text: str) -> None:
        """Play an action."""

    async def undo(self) -> None:
        """Undo the last move."""

    async def redo(self) -> None:
        """Redo what was undone last."""

    async def restart(self) -> None:
        """Go back to the deal."""

    async def finish(self) -> None:
        """Play the obvious moves to the end."""

    async def again(self, options: dict[str, Choice]) -> None:
        """Deal again with these options."""

    async def advice(self) -> Advised:
        """Return a hint for the player."""

    async def verdict(self) -> str:
        """Return whether the game can still be won."""

    def leave(self) -> str:
        """Leave the table, and return a message about what was kept."""
