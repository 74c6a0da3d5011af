"""Scores: what the table is worth."""

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from trapoula.core.cards import HIDDEN, rank
from trapoula.patience.letters import Zones
from trapoula.patience.rules import ANYTHING, Join, Test
from trapoula.patience.table import Table

if TYPE_CHECKING:
    from trapoula.patience.patience import Patience


class Score(Protocol):
    """What the table is worth."""

    def of(self, game: "Patience", table: Table) -> int:
        """The score now."""


@runtime_checkable
class Promising(Protocol):
    """A score that can say of an unfinished table what it may come to, for those who look no further."""

    def promise(self, game: "Patience", table: Table) -> float:
        """What the table may be worth in the end."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The score kept along the way."""

    def of(self, game: "Patience", table: Table) -> int:
        """As it was counted."""
        return table.tally


@dataclass(frozen=True, slots=True)
class Cards:
    """So many points for each card in some zones, or for each of some sort that lies face up."""

    zones: Zones
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
class FaceDown:
    """So many points for each card in some zones that lies face down."""

    zones: Zones
    each: int = 1
    start: int = 0

    def of(self, game: "Patience", table: Table) -> int:
        """All such cards counted."""
        piles = [table.piles[at] for at in game.where(self.zones)]
        return self.start + self.each * sum(card >= HIDDEN for pile in piles for card in pile)


@dataclass(frozen=True, slots=True)
class Worth:
    """So many points for each open card in some zones, by its rank: aces first, jokers last."""

    zones: Zones
    points: tuple[int, ...]

    def of(self, game: "Patience", table: Table) -> int:
        """All such cards counted."""
        piles = [table.piles[at] for at in game.where(self.zones)]
        return sum(self.points[rank(card)] for pile in piles for card in pile if card < HIDDEN)


@dataclass(frozen=True, slots=True)
class Fixed:
    """So many points for each pile whose top card may not be lifted any more."""

    zones: Zones
    each: int = 1

    def of(self, game: "Patience", table: Table) -> int:
        """All such piles counted."""
        filled = [at for at in game.where(self.zones) if table.piles[at]]
        return self.each * sum(not game.liftable(table, at) for at in filled)


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

    zones: Zones
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
class InLine:
    """A point for each card that joins the last one before it, pile after pile, and for a good first card."""

    zones: Zones
    join: Join
    first: Test
    corner: bool = True  # whether the first place must hold that card, or gaps may come before it

    def of(self, game: "Patience", table: Table) -> int:
        """The cards of all piles as one line, over the gaps."""
        piles = [table.piles[at] for at in game.where(self.zones)]
        line, masks = b"".join(piles), self.join.masks
        begun = any(card in self.first for card in (piles[0] if self.corner else line)[:1])
        return begun + sum(masks[last] >> card & 1 for last, card in pairwise(line))


@dataclass(frozen=True, slots=True)
class Suits:
    """So many points for each pile that is a run of thirteen cards and nothing more."""

    zones: Zones
    each: int
    join: Join = ANYTHING

    def of(self, game: "Patience", table: Table) -> int:
        """All such piles counted."""
        piles = [table.piles[at] for at in game.where(self.zones)]
        return self.each * sum(len(pile) == 13 and self.join.chains(pile) for pile in piles)


@dataclass(frozen=True, slots=True)
class Sum:
    """Several scores together."""

    scores: tuple[Score, ...]

    def of(self, game: "Patience", table: Table) -> int:
        """All of them added."""
        return sum(score.of(game, table) for score in self.scores)
