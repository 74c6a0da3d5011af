"""Numbered cards: their names, the hands they are dealt into, and the seats that hold them."""

from collections.abc import Sequence

from trapoula.core.cards import Card, Deck, Pile
from trapoula.core.errors import BadAction, BadSeats, Phrase
from trapoula.core.game import Seat


def number_faces(pack: Deck) -> dict[str, Card]:
    """The text of every card: its number."""
    return {str(card): card for card in sorted(set(pack))}


def check_seats(seats: int, allowed: range) -> int:
    """The number of players itself, when the game is for that many."""
    if seats in allowed:
        return seats
    raise BadSeats(
        "This game is for {least} to {most} players, not for {seats}.",
        least=allowed[0],
        most=allowed[-1],
        seats=seats,
    )


def deal_hands(deck: Deck, seats: int, size: int) -> tuple[tuple[Pile, ...], Pile]:
    """A hand for each seat, the first seat's cards first on the deck, and the rest of the deck."""
    hands = (sort(deck[seat * size : (seat + 1) * size]) for seat in range(seats))
    return tuple(hands), bytes(deck[seats * size :])


def sort(cards: Sequence[Card]) -> Pile:
    """Cards as they are held in a hand: the lowest first."""
    return bytes(sorted(cards))


def without(cards: Pile, *gone: Card) -> Pile:
    """The cards that are left when some have been played."""
    for card in gone:
        at = cards.index(card)
        cards = cards[:at] + cards[at + 1 :]
    return cards


def put(piles: tuple[Pile, ...], seat: Seat, pile: Pile) -> tuple[Pile, ...]:
    """The hands, or other piles by seat, with one of them replaced."""
    return (*piles[:seat], pile, *piles[seat + 1 :])


def unreadable(text: str, *examples: str) -> BadAction:
    """What is said to a text that is no action."""
    return BadAction(
        "{text} is not an action of this game: they look like {example}.",
        text=repr(text),
        example=", ".join(examples),
    )


def not_held(card: Card | str) -> Phrase:
    """What is said of a card that is elsewhere."""
    return Phrase("{card} is not in your hand.", card=str(card))


NOT_YOUR_TURN = Phrase("It is not your turn.")
OVER = Phrase("The game is over.")
