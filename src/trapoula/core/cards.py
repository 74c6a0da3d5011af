"""Cards are small integers: four times the rank plus the suit, plus `HIDDEN` when face down.

The two jokers follow the fifty-two; a card of a second or third pack is the same integer again.
"""

from collections.abc import Iterable
from typing import TypeAlias

from trapoula.core.errors import BadCard

Card: TypeAlias = int
Rank: TypeAlias = int
Suit: TypeAlias = int
Pile: TypeAlias = bytes  # bottom card first; immutable, hashable, sliceable
Deck: TypeAlias = tuple[Card, ...]  # the first card is dealt first

RANKS, SUITS = "A23456789TJQK", "CDHS"
ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING = range(13)
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
JOKER: Rank = 13  # the rank of both jokers
BLACK_JOKER, RED_JOKER = 52, 53
KINDS = 54  # how many different cards there are
HIDDEN = 64

ONE_DECK: Deck = tuple(range(52))
TWO_DECKS: Deck = ONE_DECK * 2
THREE_DECKS: Deck = ONE_DECK * 3
WITH_JOKERS: Deck = (*ONE_DECK, BLACK_JOKER, RED_JOKER)

NAMES = (*(rank + suit for rank in RANKS for suit in SUITS), "BJ", "RJ")
FACE_DOWN = "--"
FACES = {name: card for card, name in enumerate(NAMES)}
_SHOWN = bytes(byte & ~HIDDEN for byte in range(256))
_TURNED = bytes(byte | HIDDEN for byte in range(256))


def rank(card: Card) -> Rank:
    """The rank of a card, ace 0 to king 12, whichever way it lies."""
    return (card & ~HIDDEN) >> 2


def suit(card: Card) -> Suit:
    """The suit of a card; a joker has the suit number of its colour's first suit."""
    return card & 3


def red(card: Card) -> bool:
    """Whether a card is red: diamonds, hearts and the red joker."""
    return card & 3 in (DIAMONDS, HEARTS)


def name(card: Card) -> str:
    """The text of a card: QH, TS, RJ; a card lying face down keeps its secret."""
    return FACE_DOWN if card & HIDDEN else NAMES[card]


def read_card(text: str) -> Card:
    """The card that a text names, in either case of letters."""
    try:
        return FACES[text.strip().upper()]
    except KeyError:
        raise BadCard(
            "{text} is not a card: a rank of A23456789TJQK and a suit of CDHS make one, as in QH;"
            " the jokers are BJ and RJ.",
            text=repr(text),
        ) from None


def read_cards(text: str | Iterable[str]) -> Deck:
    """The cards that words name, in their order."""
    return tuple(map(read_card, text.split() if isinstance(text, str) else text))


def write_cards(cards: Iterable[Card]) -> str:
    """The cards as words, in their order, whichever way they lie."""
    return " ".join(NAMES[card & ~HIDDEN] for card in cards)


def face_up(cards: Pile) -> Pile:
    """The same cards, all face up."""
    return cards.translate(_SHOWN)


def face_down(cards: Pile) -> Pile:
    """The same cards, all face down."""
    return cards.translate(_TURNED)
