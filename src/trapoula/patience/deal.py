"""Dealing: each step of a deal takes cards from the dealer's hand and lays them on the table."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from trapoula.cards import HIDDEN, ONE_DECK, Card, Deck, Pile
from trapoula.patience.chores import Chore
from trapoula.patience.rules import Test
from trapoula.patience.table import Table

if TYPE_CHECKING:
    from trapoula.patience.patience import Patience


@dataclass(slots=True)
class Hand:
    """The dealer's hand, the next card last, and the piles as they grow."""

    cards: list[Card]
    piles: list[bytearray]
    gone: bytearray = field(default_factory=bytearray)

    def lay(self, at: int, *, down: bool = False) -> None:
        """Lay the next card on a pile, if there is one left."""
        if self.cards:
            self.piles[at].append(self.cards.pop() | down * HIDDEN)

    def take_out(self, test: Test) -> Pile:
        """Take all cards of a test out of the hand, in their dealing order."""
        found = bytes(card for card in reversed(self.cards) if card in test)
        self.cards = [card for card in self.cards if card not in test]
        return found


class Step(Protocol):
    """One step of a deal."""

    def deal(self, game: "Patience", hand: Hand) -> None:
        """Lay cards from the hand on the table."""


@dataclass(frozen=True, slots=True)
class Rows:
    """One card on each pile of the zones, in reading order; some times over."""

    zones: str
    times: int = 1
    down: bool = False

    def deal(self, game: "Patience", hand: Hand) -> None:
        """Row after row."""
        for _ in range(self.times):
            for at in game.where(self.zones):
                hand.lay(at, down=self.down)


@dataclass(frozen=True, slots=True)
class Stack:
    """Some cards together on each pile of the zones, one pile after another."""

    zones: str
    cards: int
    down: bool = False

    def deal(self, game: "Patience", hand: Hand) -> None:
        """Pile after pile."""
        for at in game.where(self.zones):
            for _ in range(self.cards):
                hand.lay(at, down=self.down)


@dataclass(frozen=True, slots=True)
class Triangle:
    """Rows that begin one pile further each time; the first card of each row lies face up."""

    zones: str
    down: bool = True  # how the other cards of a row lie

    def deal(self, game: "Patience", hand: Hand) -> None:
        """Row after row, each one shorter."""
        line = game.where(self.zones)
        for first in range(len(line)):
            for at in line[first:]:
                hand.lay(at, down=self.down and at != line[first])


@dataclass(frozen=True, slots=True)
class Onto:
    """Some cards on the first pile of the zones."""

    zones: str
    cards: int = 1
    down: bool = False

    def deal(self, game: "Patience", hand: Hand) -> None:
        """One card after another."""
        for _ in range(self.cards):
            hand.lay(game.where(self.zones)[0], down=self.down)


@dataclass(frozen=True, slots=True)
class Out:
    """The cards of a test are taken out of the hand and laid one a pile; those left over leave the game."""

    test: Test
    zones: str = ""

    def deal(self, game: "Patience", hand: Hand) -> None:
        """In the order they would have been dealt."""
        found = hand.take_out(self.test)
        places = game.where(self.zones)
        for at, card in zip(places, found, strict=False):
            hand.piles[at].append(card)
        hand.gone += found[len(places) :]


@dataclass(frozen=True, slots=True)
class Lay:
    """Cards that are not shuffled, laid out one a pile before the deal."""

    zones: str
    cards: Deck

    def deal(self, game: "Patience", hand: Hand) -> None:
        """Each card on its own pile."""
        for at, card in zip(game.where(self.zones), self.cards, strict=True):
            hand.piles[at].append(card)


@dataclass(frozen=True, slots=True)
class Rest:
    """What is left in the hand goes on one pile, face down, the next card on top."""

    zone: str
    down: bool = True

    def deal(self, game: "Patience", hand: Hand) -> None:
        """All at once."""
        (at,) = game.where(self.zone)
        hand.piles[at] += bytes(card | self.down * HIDDEN for card in hand.cards)
        hand.cards.clear()


@dataclass(frozen=True, slots=True)
class Now:
    """A chore that is done once, as part of the deal."""

    chore: Chore

    def deal(self, game: "Patience", hand: Hand) -> None:
        """On the table as it lies so far."""
        table = self.chore.tidy(game, Table(tuple(map(bytes, hand.piles)), bytes(hand.gone)))
        hand.piles[:] = map(bytearray, table.piles)
        hand.gone[:] = table.gone


def without(test: Test, pack: Deck = ONE_DECK) -> Deck:
    """A pack without the cards of a test, for games that lay those out before the shuffle."""
    return tuple(card for card in pack if card not in test)
