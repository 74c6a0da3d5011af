"""Goals and scores: when a game is won, and what it is worth."""

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from trapoula.patience.rules import ANYTHING, NONE, Join, Test
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
    """These zones are empty, but for cards that cannot leave."""

    zones: str
    but: Test = NONE

    def met(self, game: "Patience", table: Table) -> bool:
        """No other card lies there."""
        piles, but = table.piles, self.but
        return not any(card not in but for at in game.where(self.zones) for card in piles[at])


@dataclass(frozen=True, slots=True)
class Reach:
    """The score is so high, once these zones have no empty place."""

    points: int
    filled: str = ""

    def met(self, game: "Patience", table: Table) -> bool:
        """All places taken, and enough points."""
        return (
            all(table.piles[at] for at in game.where(self.filled))
            and game.score.of(game, table) >= self.points
        )


@dataclass(frozen=True, slots=True)
class Either:
    """One goal or the other."""

    one: Goal
    other: Goal

    def met(self, game: "Patience", table: Table) -> bool:
        """At least one of them."""
        return self.one.met(game, table) or self.other.met(game, table)


@dataclass(frozen=True, slots=True)
class Both:
    """One goal and the other together."""

    one: Goal
    other: Goal

    def met(self, game: "Patience", table: Table) -> bool:
        """Neither is missing."""
        return self.one.met(game, table) and self.other.met(game, table)


@dataclass(frozen=True, slots=True)
class Tally:
    """The score kept along the way."""

    def of(self, game: "Patience", table: Table) -> int:
        """As it was counted."""
        return table.tally


@dataclass(frozen=True, slots=True)
class Cards:
    """So many points for each card in some zones, or for each of some sort that lies face up."""

    zones: str
    each: int = 1
    start: int = 0
    test: Test | None = None

    def of(self, game: "Patience", table: Table) -> int:
        """All such cards counted."""
        piles = [table.piles[at] for at in game.where(self.zones)]
        if (test := self.test) is not None:
            piles = [bytes(card for card in pile if card in test) for pile in piles]
        return self.start + self.each * sum(map(len, piles))


@dataclass(frozen=True, slots=True)
class Gone:
    """So many points for each card out of play, or for each so many cards."""

    each: int = 1
    per: int = 1

    def of(self, game: "Patience", table: Table) -> int:
        """All cards that have left."""
        return self.each * (len(table.gone) // self.per)


@dataclass(frozen=True, slots=True)
class Joined:
    """So many points for each face-up card that joins the one beneath it."""

    zones: str
    join: Join
    each: int = 1

    def of(self, game: "Patience", table: Table) -> int:
        """All such cards counted."""
        masks, count = self.join.masks, 0
        for at in game.where(self.zones):
            for under, over in pairwise(table.piles[at]):
                count += masks[under] >> over & 1
        return self.each * count


@dataclass(frozen=True, slots=True)
class Suits:
    """So many points for each pile that is a run of thirteen cards and nothing more."""

    zones: str
    each: int
    join: Join = ANYTHING

    def of(self, game: "Patience", table: Table) -> int:
        """All such piles counted."""
        masks = self.join.masks
        return self.each * sum(
            all(masks[under] >> over & 1 for under, over in pairwise(pile))
            for at in game.where(self.zones)
            if len(pile := table.piles[at]) == 13
        )


@dataclass(frozen=True, slots=True)
class Sum:
    """Several scores together."""

    scores: tuple[Score, ...]

    def of(self, game: "Patience", table: Table) -> int:
        """All of them added."""
        return sum(score.of(game, table) for score in self.scores)
