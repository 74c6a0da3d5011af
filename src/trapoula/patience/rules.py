"""Rules about cards as values: a Test is a set of cards, a Join is one such set for each card beneath.

Both are integer masks (bit `card`), so `&`, `|` and `~` are integer operations. Two rules that mean
the same are equal, however they are written.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol, TypeAlias

from trapoula.core.cards import (
    ACE,
    HIDDEN,
    JACK,
    KINDS,
    KING,
    QUEEN,
    RANKS,
    SUITS,
    Card,
    Pile,
    Rank,
    Suit,
    rank,
    red,
    suit,
)
from trapoula.patience.letters import MaybeZones, Zones

if TYPE_CHECKING:
    from trapoula.patience.patience import Patience
    from trapoula.patience.table import Table

Mask: TypeAlias = int  # a set of cards, as bits

EVERY_CARD: Mask = (1 << KINDS) - 1
_FACES = range(KINDS)
_HIDDEN = (0,) * (2 * HIDDEN - KINDS)  # a join has an entry for every byte in a pile


@dataclass(frozen=True, slots=True, repr=False)
class Test:
    """A set of cards."""

    mask: Mask
    text: str = field(compare=False)

    __test__ = False  # not a test class for pytest

    def __contains__(self, card: Card) -> bool:
        return bool(self.mask >> card & 1)

    def __and__(self, other: "Test") -> "Test":
        return Test(self.mask & other.mask, f"{self} & {other}")

    def __or__(self, other: "Test") -> "Test":
        return Test(self.mask | other.mask, f"({self} | {other})")

    def __invert__(self) -> "Test":
        return Test(EVERY_CARD & ~self.mask, f"~{self}")

    def takes(self, game: "Patience", table: "Table", at: int) -> Mask:
        """Act as a rule for a pile: take the same cards whatever lies there."""
        return self.mask

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, repr=False)
class Join:
    """For each card beneath, the cards that may lie on it. Nothing joins a hidden card."""

    masks: tuple[Mask, ...]
    text: str = field(compare=False)

    def __call__(self, under: Card, over: Card) -> bool:
        """Return whether `over` may lie on `under`."""
        return bool(self.masks[under] >> over & 1)

    def chains(self, pile: Pile) -> bool:
        """Return whether every card of a pile may lie on the one beneath it."""
        return all(self.masks[under] >> over & 1 for under, over in pairwise(pile))

    def __and__(self, other: "Join") -> "Join":
        return Join(
            tuple(a & b for a, b in zip(self.masks, other.masks, strict=True)), f"{self} & {other}"
        )

    def __or__(self, other: "Join") -> "Join":
        return Join(
            tuple(a | b for a, b in zip(self.masks, other.masks, strict=True)),
            f"({self} | {other})",
        )

    def __invert__(self) -> "Join":
        shown = tuple(EVERY_CARD & ~mask for mask in self.masks[:KINDS])
        return Join(shown + _HIDDEN, f"~{self}")

    def takes(self, game: "Patience", table: "Table", at: int) -> Mask:
        """Act as a rule for a pile: take what joins its top card."""
        return self.masks[table.piles[at][-1]]

    def __repr__(self) -> str:
        return self.text


NONE, ANY = Test(0, "NONE"), Test(EVERY_CARD, "ANY")


class Rule(Protocol):
    """What a pile takes on a given table; a Test or a Join depends on the pile alone."""

    def takes(self, game: "Patience", table: "Table", at: int) -> Mask:
        """Return the set of cards that the pile takes."""


@dataclass(frozen=True, slots=True)
class Every:
    """What all of some rules allow."""

    rules: tuple[Rule, ...]

    def takes(self, game: "Patience", table: "Table", at: int) -> Mask:
        mask = EVERY_CARD
        for rule in self.rules:
            mask &= rule.takes(game, table, at)
        return mask


@dataclass(frozen=True, slots=True)
class Some:
    """What any one of some rules allows."""

    rules: tuple[Rule, ...]

    def takes(self, game: "Patience", table: "Table", at: int) -> Mask:
        mask = 0
        for rule in self.rules:
            mask |= rule.takes(game, table, at)
        return mask


@dataclass(frozen=True, slots=True)
class Except:
    """Any card but those that a rule takes."""

    rule: Rule

    def takes(self, game: "Patience", table: "Table", at: int) -> Mask:
        return EVERY_CARD & ~self.rule.takes(game, table, at)


@dataclass(frozen=True, slots=True)
class Base:
    """A card of the rank that the foundations began with; any card before the first one."""

    zones: Zones

    def takes(self, game: "Patience", table: "Table", at: int) -> Mask:
        for home in game.where(self.zones):
            if pile := table.piles[home]:
                return only(rank(pile[0])).mask
        return EVERY_CARD


@dataclass(frozen=True, slots=True)
class Settled:
    """A card so many ranks above the settled base; any card before there is one."""

    by: int = 0

    def takes(self, game: "Patience", table: "Table", at: int) -> Mask:
        """Return the cards of that rank, wrapping from king to ace."""
        return only((table.phase - 1 + self.by) % 13).mask if table.phase else EVERY_CARD


@dataclass(frozen=True, slots=True)
class Unlike:
    """A card that joins none of those that some piles began with."""

    zones: Zones
    join: Join

    def takes(self, game: "Patience", table: "Table", at: int) -> Mask:
        begun = 0
        for home in game.where(self.zones):
            if pile := table.piles[home]:
                begun |= self.join.masks[pile[0]]
        return EVERY_CARD & ~begun


@dataclass(frozen=True, slots=True)
class Until:
    """One rule until a pile has so many cards, and another from then on."""

    cards: int
    first: Rule
    then: Rule

    def takes(self, game: "Patience", table: "Table", at: int) -> Mask:
        rule = self.first if len(table.piles[at]) < self.cards else self.then
        return rule.takes(game, table, at)


@dataclass(frozen=True, slots=True)
class OneWay:
    """One of several directions, and then only the one that the pile, or any of some piles, began with."""

    ways: tuple[Join, ...]
    zones: MaybeZones = ""  # piles that must all go the same way; empty: each pile goes its own

    def takes(self, game: "Patience", table: "Table", at: int) -> Mask:
        """Return what joins the top card in the direction that the first pile took."""
        piles, top, mask = table.piles, table.piles[at][-1], 0
        begun = [pile for home in game.where(self.zones) or (at,) if len(pile := piles[home]) > 1]
        for way in self.ways:
            if not begun or way(begun[0][0], begun[0][1]):
                mask |= way.masks[top]
        return mask


@dataclass(frozen=True, slots=True)
class Beside:
    """What joins a card of the pile that lies so far away; at the picture's edge, another rule."""

    join: Join  # how it must join that pile's cards
    dx: float = 0  # card widths to the right
    lines: int = 0  # lines down
    edge: Rule = NONE

    def takes(self, game: "Patience", table: "Table", at: int) -> Mask:
        """Return nothing if that pile is empty."""
        there = game.beside(at, self.dx, self.lines)
        if there is None:
            return self.edge.takes(game, table, at)
        mask = 0
        for card in table.piles[there]:
            mask |= self.join.masks[card]
        return mask


@dataclass(frozen=True, slots=True)
class Along:
    """What joins the top card so many places on in reading order; past the end, another rule."""

    join: Join
    by: int
    edge: Rule = NONE

    def takes(self, game: "Patience", table: "Table", at: int) -> Mask:
        """Return nothing if that place is empty."""
        line = game.where(game.letter[at])
        place = line.index(at) + self.by
        if not 0 <= place < len(line):
            return self.edge.takes(game, table, at)
        pile = table.piles[line[place]]
        return self.join.masks[pile[-1]] if pile else 0


def cards(text: str, holds: Callable[[Card], bool]) -> Test:
    """The test that `holds` describes, under a name."""
    return Test(sum(1 << card for card in _FACES if holds(card)), text)


def joins(text: str, holds: Callable[[Card, Card], bool]) -> Join:
    """The join that `holds(under, over)` describes, under a name."""
    shown = tuple(sum(1 << over for over in _FACES if holds(under, over)) for under in _FACES)
    return Join(shown + _HIDDEN, text)


@cache
def only(*ranks: Rank) -> Test:
    """The cards of these ranks."""
    return cards(
        f"only({', '.join((*RANKS, 'joker')[r] for r in ranks)})", lambda card: rank(card) in ranks
    )


@cache
def of_suit(*suits: Suit) -> Test:
    """The cards of these suits."""
    return cards(
        f"of_suit({', '.join(SUITS[s] for s in suits)})",
        lambda card: card < 52 and suit(card) in suits,
    )


@cache
def step(by: int, *, wrap: bool = False) -> Join:
    """A card so many ranks above the one beneath it; with `wrap` an ace follows a king."""
    if wrap:
        return joins(
            f"step({by:+}, wrap=True)",
            lambda under, over: under < 52 > over and (rank(under) + by) % 13 == rank(over),
        )
    return joins(
        f"step({by:+})", lambda under, over: under < 52 > over and rank(under) + by == rank(over)
    )


@cache
def on(test: Test) -> Join:
    """Any card, on a card of the test."""
    return joins(f"on({test})", lambda under, over: under in test)


@cache
def laying(test: Test) -> Join:
    """A card of the test, on any card."""
    return joins(f"laying({test})", lambda under, over: over in test)


@cache
def total(pips: int) -> Join:
    """Two cards whose pips add up, ace 1 to king 13."""
    return joins(
        f"total({pips})",
        lambda under, over: under < 52 > over and rank(under) + rank(over) + 2 == pips,
    )


ACES, KINGS = only(ACE), only(KING)
COURT = only(JACK, QUEEN, KING)

NOTHING, ANYTHING = (
    joins("NOTHING", lambda under, over: False),
    joins("ANYTHING", lambda under, over: True),
)
UP, DOWN = step(+1), step(-1)
UP_ROUND, DOWN_ROUND = step(+1, wrap=True), step(-1, wrap=True)
NEXT, NEXT_ROUND = UP | DOWN, UP_ROUND | DOWN_ROUND
SAME_SUIT = joins("SAME_SUIT", lambda under, over: under < 52 > over and suit(under) == suit(over))
SAME_RANK = joins("SAME_RANK", lambda under, over: rank(under) == rank(over))
SAME_COLOUR = joins("SAME_COLOUR", lambda under, over: red(under) == red(over))
ALTERNATE = joins("ALTERNATE", lambda under, over: red(under) != red(over))
