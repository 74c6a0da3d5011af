"""Cards as small integers: four times the rank plus the suit, plus `HIDDEN` when face down.

The two jokers are 52 and 53. Cards of a second or third pack repeat the same integers.
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
KINDS = 54  # the number of different cards
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
    """Return the rank of a card, face up or down: ace is 0, king is 12."""
    return (card & ~HIDDEN) >> 2


def suit(card: Card) -> Suit:
    """Return the suit of a card; a joker gets the first suit of its colour."""
    return card & 3


def red(card: Card) -> bool:
    """Return whether a card is red: diamonds, hearts and the red joker."""
    return card & 3 in (DIAMONDS, HEARTS)


def name(card: Card) -> str:
    """Return the text of a card, like QH, TS or RJ; a face-down card is "--"."""
    return FACE_DOWN if card & HIDDEN else NAMES[card]


def read_card(text: str) -> Card:
    """Read one card, in upper or lower case."""
    try:
        return FACES[text.strip().upper()]
    except KeyError:
        raise BadCard(
            "{text} is not a card: a rank of A23456789TJQK and a suit of CDHS make one, as in QH;"
            " the jokers are BJ and RJ.",
            text=repr(text),
        ) from None


def read_cards(text: str | Iterable[str]) -> Deck:
    """Read cards separated by spaces, or from separate strings, in order."""
    return tuple(map(read_card, text.split() if isinstance(text, str) else text))


def write_cards(cards: Iterable[Card]) -> str:
    """Write cards separated by spaces, in order; face-down cards show their names too."""
    return " ".join(NAMES[card & ~HIDDEN] for card in cards)


def face_up(cards: Pile) -> Pile:
    """Return the pile with every card face up."""
    return cards.translate(_SHOWN)


def face_down(cards: Pile) -> Pile:
    """Return the pile with every card face down."""
    return cards.translate(_TURNED)
