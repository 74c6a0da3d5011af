"""Deals: each step takes cards from the dealer's hand and lays them on the table."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from trapoula.core.cards import HIDDEN, ONE_DECK, Card, Deck, Pile, face_down
from trapoula.patience.chores import Chore
from trapoula.patience.letters import MaybeZones, OnePile, Zones
from trapoula.patience.rules import Test
from trapoula.patience.table import Table

if TYPE_CHECKING:
    from trapoula.patience.patience import Patience


@dataclass(slots=True)
class Hand:
    """The dealer's hand, next card last, and the piles so far."""

    cards: list[Card]
    piles: list[bytearray]
    gone: bytearray = field(default_factory=bytearray)
    phase: int = 0
    tally: int = 0
    missed: int = 0  # how often a step asked for a card when none was left

    def lay(self, at: int, *, down: bool = False) -> None:
        """Lay the next card on a pile, if there is one left."""
        if self.cards:
            self.piles[at].append(self.cards.pop() | down * HIDDEN)
        else:
            self.missed += 1

    def lay_rows(self, row: Sequence[int], times: int, *, down: bool = False) -> None:
        """Deal the next cards in rows, one on each pile, as far as they go."""
        first = max(0, len(self.cards) - len(row) * times)
        dealt = bytes(reversed(self.cards[first:]))
        del self.cards[first:]
        self.missed += len(row) * times - len(dealt)
        if down:
            dealt = face_down(dealt)
        for number, at in enumerate(row):
            self.piles[at] += dealt[number :: len(row)]

    def table(self) -> Table:
        """Return the table so far."""
        return Table(
            tuple(map(bytes, self.piles)), bytes(self.gone), phase=self.phase, tally=self.tally
        )

    def take_out(self, test: Test) -> Pile:
        """Take the cards of a test out of the hand, starting with the one that would be dealt last."""
        found = bytes(card for card in self.cards if card in test)
        self.cards = [card for card in self.cards if card not in test]
        return found


class Step(Protocol):
    """One step of a deal."""

    def deal(self, game: "Patience", hand: Hand) -> None:
        """Lay cards from the hand on the table."""


@dataclass(frozen=True, slots=True)
class Rows:
    """One card on each pile of the zones in reading order, one or more times."""

    zones: Zones  # the piles in reading order, zone after zone
    times: int = 1  # how many rows
    down: bool = False  # face down
    piles: range | None = None  # which of the piles, counted from zero; None: all of them

    def deal(self, game: "Patience", hand: Hand) -> None:
        places = game.where(self.zones)
        row = places if self.piles is None else tuple(places[number] for number in self.piles)
        hand.lay_rows(row, self.times, down=self.down)


@dataclass(frozen=True, slots=True)
class Stack:
    """Some cards together on each pile of the zones, one pile after another."""

    zones: Zones
    cards: int  # on each pile
    down: bool = False  # face down
    piles: range | None = None  # which of the piles, counted from zero; None: all of them

    def deal(self, game: "Patience", hand: Hand) -> None:
        places = game.where(self.zones)
        for at in places if self.piles is None else (places[number] for number in self.piles):
            for _ in range(self.cards):
                hand.lay(at, down=self.down)


@dataclass(frozen=True, slots=True)
class Triangle:
    """Rows that begin one pile further each time; the first card of each row lies face up."""

    zones: Zones
    down: bool = True  # how the other cards of a row lie

    def deal(self, game: "Patience", hand: Hand) -> None:
        line = game.where(self.zones)
        for first in range(len(line)):
            for at in line[first:]:
                hand.lay(at, down=self.down and at != line[first])


@dataclass(frozen=True, slots=True)
class Onto:
    """Some cards on the first pile of the zones."""

    zones: Zones
    cards: int = 1  # how many
    down: bool = False  # face down

    def deal(self, game: "Patience", hand: Hand) -> None:
        for _ in range(self.cards):
            hand.lay(game.where(self.zones)[0], down=self.down)


@dataclass(frozen=True, slots=True)
class Out:
    """Cards of a test are taken out of the hand and laid one a pile; any others leave the game."""

    test: Test
    zones: MaybeZones = ""  # where they are laid; empty: they all leave

    def deal(self, game: "Patience", hand: Hand) -> None:
        found = hand.take_out(self.test)
        places = game.where(self.zones)
        for at, card in zip(places, found, strict=False):
            hand.piles[at].append(card)
        hand.gone += found[len(places) :]


@dataclass(frozen=True, slots=True)
class Lay:
    """Cards that are not shuffled, laid out one a pile before the deal."""

    zones: Zones
    cards: Deck  # as many as there are piles, in their order

    def deal(self, game: "Patience", hand: Hand) -> None:
        places = game.where(self.zones)[: len(self.cards)]
        for at, card in zip(places, self.cards, strict=True):
            hand.piles[at].append(card)


@dataclass(frozen=True, slots=True)
class Rest:
    """What is left in the hand goes on one pile, face down, the next card on top."""

    zone: OnePile  # the stock
    down: bool = True  # face down

    def deal(self, game: "Patience", hand: Hand) -> None:
        (at,) = game.where(self.zone)
        hand.piles[at] += bytes(card | self.down * HIDDEN for card in hand.cards)
        hand.cards.clear()


@dataclass(frozen=True, slots=True)
class Away:
    """The cards of a test leave the game once they have been dealt, and their places stay empty."""

    test: Test
    zones: Zones

    def deal(self, game: "Patience", hand: Hand) -> None:
        for at in game.where(self.zones):
            hand.gone += bytes(card for card in hand.piles[at] if card in self.test)
            hand.piles[at][:] = bytes(card for card in hand.piles[at] if card not in self.test)


@dataclass(frozen=True, slots=True)
class Sink:
    """The cards of a test are put under their piles one by one, the lowest or the highest first."""

    test: Test
    zones: Zones
    top_first: bool = False

    def deal(self, game: "Patience", hand: Hand) -> None:
        """Move each such card unless it is at the bottom already."""
        for at in game.where(self.zones):
            pile = hand.piles[at]
            sunk = bytes(card for card in pile[1:] if card in self.test)
            stay = pile[:1] + bytes(card for card in pile[1:] if card not in self.test)
            pile[:] = (sunk if self.top_first else sunk[::-1]) + stay


@dataclass(frozen=True, slots=True)
class Now:
    """A chore that is done once, as part of the deal."""

    chore: Chore

    def deal(self, game: "Patience", hand: Hand) -> None:
        table = self.chore.tidy(game, hand.table())
        hand.piles[:] = map(bytearray, table.piles)
        hand.gone[:] = table.gone
        hand.phase = table.phase


def without(test: Test, pack: Deck = ONE_DECK) -> Deck:
    """A pack without the cards of a test, for games that lay those out before the shuffle."""
    return tuple(card for card in pack if card not in test)
