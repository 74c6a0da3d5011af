"""What may be picked up from a pile: each value says how many of its top cards."""

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
        """Each number of top cards that may be lifted from a pile that is not empty."""


@dataclass(frozen=True, slots=True)
class Top:
    """The top card, if it lies face up and enough cards stay behind."""

    leaves: int = 0  # how many cards must stay behind

    def sizes(self, game: "Patience", table: "Table", at: int) -> Iterable[int]:
        """One."""
        pile = table.piles[at]
        return () if pile[-1] & HIDDEN or len(pile) <= self.leaves else _ONE


@dataclass(frozen=True, slots=True)
class run:
    """The top card and every card above which all join, as far as the run goes."""

    join: Join
    ends: Rule = NONE  # a run goes no further than such a card

    def sizes(self, game: "Patience", table: "Table", at: int) -> Iterable[int]:
        """One, two, and so on to the length of the run."""
        pile, masks = table.piles[at], self.join.masks
        if pile[-1] & HIDDEN:
            return ()
        if len(pile) == 1 or not masks[pile[-2]] >> pile[-1] & 1:
            return _ONE  # as most often
        ends = 0 if self.ends is NONE else self.ends.takes(game, table, at)
        n, most = 1, len(pile)
        while n < most and (masks[pile[-n - 1]] & ~ends) >> pile[-n] & 1:
            n += 1
        return range(1, n + 1)


@dataclass(frozen=True, slots=True)
class whole:
    """All the cards of a pile that lie face up and nothing less, or also its top card alone."""

    or_top: bool = False

    def sizes(self, game: "Patience", table: "Table", at: int) -> Iterable[int]:
        """The number of face-up cards."""
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
        """The other lift's, up to the number that may go."""
        most = len(table.piles[at]) - self.cards
        return [size for size in self.lift.sizes(game, table, at) if size <= most]


@dataclass(frozen=True, slots=True)
class astray:
    """A card alone in its place, unless it and all before it in its row fit where they lie."""

    dx: float = -1  # where the card before it lies, in card widths to the right

    def sizes(self, game: "Patience", table: "Table", at: int) -> tuple[int, ...]:
        """One, if it does not fit, or does not follow on cards that do."""
        pile, before = table.piles[at], game.beside(at, self.dx)
        if not pile or not game.zone[at].start.takes(game, table, at) >> pile[0] & 1:
            return (1,)
        return () if before is None else self.sizes(game, table, before)


@dataclass(frozen=True, slots=True)
class Uncovered:
    """The top card, when nothing in the picture lies over its place."""

    def sizes(self, game: "Patience", table: "Table", at: int) -> Iterable[int]:
        """One, if all the places that cover this one are empty."""
        piles = table.piles
        return () if any(piles[over] for over in game.covers[at]) else (1,)


TOP, UNCOVERED = Top(), Uncovered()
FACE_UP = run(ANYTHING)  # any number of cards that lie face up, in order or not


class Limit(Protocol):
    """How many cards may be carried together from one pile to another; one alone always may."""

    def most(self, game: "Patience", table: "Table", source: int, target: int) -> int:
        """The largest number."""


@dataclass(frozen=True, slots=True)
class helped:
    """As many cards as could be moved one by one by way of empty cells and empty columns."""

    cells: MaybeZones  # the zones of one card each
    columns: MaybeZones = ""  # the zones whose empty piles help

    def most(self, game: "Patience", table: "Table", source: int, target: int) -> int:
        """One more than the free cells, doubled for every empty column that is not the target."""
        piles, cells, columns = table.piles, game.where(self.cells), game.where(self.columns)
        free = [piles[at] for at in cells].count(b"")
        bare = [piles[at] for at in columns].count(b"")
        if not piles[target]:
            free -= target in cells
            bare -= target in columns
        return (free + 1) << bare
