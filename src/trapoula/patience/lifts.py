"""Lifts: how many of a pile's top cards a player may pick up."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from trapoula.core.cards import HIDDEN
from trapoula.patience.letters import MaybeZones
from trapoula.patience.rules import ANYTHING, NONE, Join, Rule

if TYPE_CHECKING:
    from trapoula.patience.patience import Patience
    from trapoula.patience.table import Table

_ONE = (1,)  # the top card alone


class Lift(Protocol):
    """How many cards may be lifted together."""

    def sizes(self, game: "Patience", table: "Table", at: int) -> Iterable[int]:
        """Return each number of top cards that may be lifted from a nonempty pile."""


@dataclass(frozen=True, slots=True)
class Top:
    """The top card, if it lies face up and enough cards stay behind."""

    leaves: int = 0  # how many cards must stay behind

    def sizes(self, game: "Patience", table: "Table", at: int) -> Iterable[int]:
        pile = table.piles[at]
        return () if pile[-1] & HIDDEN or len(pile) <= self.leaves else _ONE


@dataclass(frozen=True, slots=True)
class run:
    """Any number of top cards that form a run."""

    join: Join
    ends: Rule = NONE  # a run goes no further than such a card

    def sizes(self, game: "Patience", table: "Table", at: int) -> Iterable[int]:
        """Return one, two, and so on to the length of the run."""
        pile, masks = table.piles[at], self.join.masks
        if pile[-1] & HIDDEN:
            return ()
        if len(pile) == 1 or not masks[pile[-2]] >> pile[-1] & 1:
            return _ONE  # the most common case
        ends = 0 if self.ends is NONE else self.ends.takes(game, table, at)
        n, most = 1, len(pile)
        while n < most and (masks[pile[-n - 1]] & ~ends) >> pile[-n] & 1:
            n += 1
        return range(1, n + 1)


@dataclass(frozen=True, slots=True)
class whole:
    """All face-up cards of a pile together, or optionally its top card alone."""

    or_top: bool = False

    def sizes(self, game: "Patience", table: "Table", at: int) -> Iterable[int]:
        *less, most = tuple(FACE_UP.sizes(game, table, at)) or (0,)
        if not most:
            return ()
        return (1, most) if self.or_top and less else (most,)


@dataclass(frozen=True, slots=True)
class leaving:
    """What another lift allows, as long as enough cards stay behind."""

    lift: Lift
    cards: int = 1  # that stay behind

    def sizes(self, game: "Patience", table: "Table", at: int) -> Iterable[int]:
        most = len(table.piles[at]) - self.cards
        return [size for size in self.lift.sizes(game, table, at) if size <= most]


@dataclass(frozen=True, slots=True)
class astray:
    """A card alone in its place, unless it and all before it in its row fit where they lie."""

    dx: float = -1  # where the card before it lies, in card widths to the right

    def sizes(self, game: "Patience", table: "Table", at: int) -> tuple[int, ...]:
        """Return one if the card does not fit, or does not continue a row of cards that do."""
        pile, before = table.piles[at], game.beside(at, self.dx)
        if not pile or not game.zone[at].start.takes(game, table, at) >> pile[0] & 1:
            return (1,)
        return () if before is None else self.sizes(game, table, before)


@dataclass(frozen=True, slots=True)
class Uncovered:
    """The top card, when nothing in the picture lies over its place."""

    def sizes(self, game: "Patience", table: "Table", at: int) -> Iterable[int]:
        piles = table.piles
        return () if any(piles[over] for over in game.covers[at]) else (1,)


TOP, UNCOVERED = Top(), Uncovered()
FACE_UP = run(ANYTHING)  # any number of cards that lie face up, in order or not


class Limit(Protocol):
    """How many cards may be carried together between two piles; a single card always may."""

    def most(self, game: "Patience", table: "Table", source: int, target: int) -> int:
        """Return the largest number."""


@dataclass(frozen=True, slots=True)
class helped:
    """As many cards as you could move one by one with empty cells and empty columns."""

    cells: MaybeZones  # the zones of one card each
    columns: MaybeZones = ""  # the zones whose empty piles help

    def most(self, game: "Patience", table: "Table", source: int, target: int) -> int:
        """Return one more than the free cells, doubled for every empty column other than the target."""
        piles, cells, columns = table.piles, game.where(self.cells), game.where(self.columns)
        free = [piles[at] for at in cells].count(b"")
        bare = [piles[at] for at in columns].count(b"")
        if not piles[target]:
            free -= target in cells
            bare -= target in columns
        return (free + 1) << bare
