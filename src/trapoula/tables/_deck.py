"""Numbered cards: their names, dealing them into hands, and changing hands."""

from collections.abc import Sequence

from trapoula.core.cards import Card, Deck, Pile
from trapoula.core.errors import BadAction, BadSeats, Phrase
from trapoula.core.game import Seat


def number_faces(pack: Deck) -> dict[str, Card]:
    """Return the text of every card: its number."""
    return {str(card): card for card in sorted(set(pack))}


def check_seats(seats: int, allowed: range) -> int:
    """Return the player count if the game allows it."""
    if seats in allowed:
        return seats
    raise BadSeats(
        "This game is for {least} to {most} players, not for {seats}.",
        least=allowed[0],
        most=allowed[-1],
        seats=seats,
    )


def deal_hands(deck: Deck, seats: int, size: int) -> tuple[tuple[Pile, ...], Pile]:
    """Deal a hand to each seat from the top, first seat first; return the hands and the rest."""
    hands = (sort(deck[seat * size : (seat + 1) * size]) for seat in range(seats))
    return tuple(hands), bytes(deck[seats * size :])


def sort(cards: Sequence[Card]) -> Pile:
    """Sort cards as in a hand, lowest first."""
    return bytes(sorted(cards))


def without(cards: Pile, *gone: Card) -> Pile:
    """Return a hand without some cards."""
    for card in gone:
        at = cards.index(card)
        cards = cards[:at] + cards[at + 1 :]
    return cards


def put(piles: tuple[Pile, ...], seat: Seat, pile: Pile) -> tuple[Pile, ...]:
    """Return hands, or other piles by seat, with one of them replaced."""
    return (*piles[:seat], pile, *piles[seat + 1 :])


def unreadable(text: str, *examples: str) -> BadAction:
    """Return the error for a text that is not an action."""
    return BadAction(
        "{text} is not an action of this game: they look like {example}.",
        text=repr(text),
        example=", ".join(examples),
    )


def not_held(card: Card | str) -> Phrase:
    """Return the explanation for a card that is not in the hand."""
    return Phrase("{card} is not in your hand.", card=str(card))


NOT_YOUR_TURN = Phrase("It is not your turn.")
OVER = Phrase("The game is over.")
