"""Goals and scores: when a game is won, and what it is worth."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from trapoula.patience.table import Table

if TYPE_CHECKING:
    from trapoula.patience.patience import Patience


class Goal(Protocol):
    """When the game is won."""

    def met(self, game: "Patience", table: Table) -> bool:
        """Whether it is won now."""


class Score(Protocol):
    """What the table is worth."""

    def of(self, game: "Patience", table: Table) -> int:
        """The score now."""


@dataclass(frozen=True, slots=True)
class Home:
    """Every card of the game lies in these zones."""

    zones: str

    def met(self, game: "Patience", table: Table) -> bool:
        """No card lies elsewhere."""
        return not any(table.piles[at] for at in game.elsewhere(self.zones))


@dataclass(frozen=True, slots=True)
class Bare:
    """These zones are empty."""

    zones: str

    def met(self, game: "Patience", table: Table) -> bool:
        """No card lies there."""
        return not any(table.piles[at] for at in game.where(self.zones))


@dataclass(frozen=True, slots=True)
class Tally:
    """The score kept along the way."""

    def of(self, game: "Patience", table: Table) -> int:
        """As it was counted."""
        return table.tally


@dataclass(frozen=True, slots=True)
class Cards:
    """So many points for each card in some zones."""

    zones: str
    each: int = 1
    start: int = 0

    def of(self, game: "Patience", table: Table) -> int:
        """All cards there counted."""
        return self.start + self.each * sum(len(table.piles[at]) for at in game.where(self.zones))


@dataclass(frozen=True, slots=True)
class Gone:
    """So many points for each card out of play."""

    each: int = 1

    def of(self, game: "Patience", table: Table) -> int:
        """All cards that have left."""
        return self.each * len(table.gone)
