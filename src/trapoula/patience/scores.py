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
    """The value of the table in points."""

    def of(self, game: "Patience", table: Table) -> int:
        """Return the score now."""


@runtime_checkable
class Promising(Protocol):
    """A score that can estimate the final value of an unfinished table, for play without search."""

    def promise(self, game: "Patience", table: Table) -> float:
        """Return the estimated final score."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The score counted during play."""

    def of(self, game: "Patience", table: Table) -> int:
        return table.tally


@dataclass(frozen=True, slots=True)
class Cards:
    """Points for each card in some zones, or for each face-up card of a test."""

    zones: Zones
    each: int = 1
    start: int = 0
    test: Test | None = None

    def of(self, game: "Patience", table: Table) -> int:
        piles = [table.piles[at] for at in game.where(self.zones)]
        if (test := self.test) is not None:
            piles = [bytes(card for card in pile if card in test) for pile in piles]
        return self.start + self.each * sum(map(len, piles))


@dataclass(frozen=True, slots=True)
class FaceDown:
    """Points for each face-down card in some zones."""

    zones: Zones
    each: int = 1
    start: int = 0

    def of(self, game: "Patience", table: Table) -> int:
        piles = [table.piles[at] for at in game.where(self.zones)]
        return self.start + self.each * sum(card >= HIDDEN for pile in piles for card in pile)


@dataclass(frozen=True, slots=True)
class Worth:
    """Points for each face-up card in some zones, by its rank: aces first, jokers last."""

    zones: Zones
    points: tuple[int, ...]

    def of(self, game: "Patience", table: Table) -> int:
        piles = [table.piles[at] for at in game.where(self.zones)]
        return sum(self.points[rank(card)] for pile in piles for card in pile if card < HIDDEN)


@dataclass(frozen=True, slots=True)
class Fixed:
    """Points for each pile whose top card cannot be lifted any more."""

    zones: Zones
    each: int = 1

    def of(self, game: "Patience", table: Table) -> int:
        filled = [at for at in game.where(self.zones) if table.piles[at]]
        return self.each * sum(not game.liftable(table, at) for at in filled)


@dataclass(frozen=True, slots=True)
class Gone:
    """Points for each card out of play, or for each group of so many cards."""

    each: int = 1
    per: int = 1

    def of(self, game: "Patience", table: Table) -> int:
        return self.each * (len(table.gone) // self.per)


@dataclass(frozen=True, slots=True)
class Joined:
    """Points for each face-up card that joins the one beneath it."""

    zones: Zones
    join: Join
    each: int = 1

    def of(self, game: "Patience", table: Table) -> int:
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
        """Treat all piles as one line, skipping gaps."""
        piles = [table.piles[at] for at in game.where(self.zones)]
        line, masks = b"".join(piles), self.join.masks
        begun = any(card in self.first for card in (piles[0] if self.corner else line)[:1])
        return begun + sum(masks[last] >> card & 1 for last, card in pairwise(line))


@dataclass(frozen=True, slots=True)
class Suits:
    """Points for each pile that is exactly a run of thirteen cards."""

    zones: Zones
    each: int
    join: Join = ANYTHING

    def of(self, game: "Patience", table: Table) -> int:
        piles = [table.piles[at] for at in game.where(self.zones)]
        return self.each * sum(len(pile) == 13 and self.join.chains(pile) for pile in piles)


@dataclass(frozen=True, slots=True)
class Sum:
    """Several scores added up."""

    scores: tuple[Score, ...]

    def of(self, game: "Patience", table: Table) -> int:
        return sum(score.of(game, table) for score in self.scores)
