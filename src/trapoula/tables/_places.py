"""The places of a card table; every picture of the table follows from them.

A place has one of a few kinds. `stock` is face down, `discard` shows its top card, `row` shows all
its cards. `trick` shows a card in front of each seat that played one. `hand`, `meld`, `captured`
and `bids` belong to a seat. Every place has a count; a game can add facts for the words of a place.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from trapoula.core.cards import Card
from trapoula.core.game import Json, Seat

Place: TypeAlias = dict[str, Json]

MESSAGES = {  # default names
    "stock": "Stock",
    "discard": "Discard pile",
    "row": "On the table",
    "trick": "Trick",
    "hand": "Open hand",
    "meld": "Melds",
    "captured": "Captured: {count}",
    "bids": "Bid: {bid}",
    "score": "Points: {n}",
    "until": "Until",
    "clubs": "♣ Clubs",
    "diamonds": "♦ Diamonds",
    "hearts": "♥ Hearts",
    "spades": "♠ Spades",
}
KINDS: Final = ("stock", "discard", "row", "trick", "hand", "meld", "captured", "bids")
SUITS: Final = ("clubs", "diamonds", "hearts", "spades")  # as picks, by number


def stock(count: int, **facts: Json) -> Place:
    """Return face-down cards to draw from."""
    return {"kind": "stock", "count": count, **facts}


def discard(cards: Sequence[Card], **facts: Json) -> Place:
    """Return a heap that shows its last card; bots remember the others."""
    told: Place = {"count": len(cards), "cards": [*cards[-1:]], "seen": [*cards]}
    return {"kind": "discard", **told, **facts}


def row(cards: Iterable[Card], **facts: Json) -> Place:
    """Return face-up cards side by side."""
    return _open("row", cards, facts)


def trick(laid: Iterable[tuple[Seat, Card]], **facts: Json) -> Place:
    """Return the cards of a trick, with the seats that played them."""
    seats, cards = [], []
    for seat, card in laid:
        seats.append(seat)
        cards.append(card)
    return _open("trick", cards, {"seats": [*seats], **facts})


def hand(cards: Iterable[Card], seat: Seat, **facts: Json) -> Place:
    """Return the open hand of a seat."""
    return _open("hand", cards, {"seat": seat, **facts})


def meld(cards: Iterable[Card], seat: Seat, **facts: Json) -> Place:
    """Return cards that a seat has melded."""
    return _open("meld", cards, {"seat": seat, **facts})


def captured(
    cards: Sequence[Card], seat: Seat, *, shown: Iterable[Card] = (), **facts: Json
) -> Place:
    """Return cards that a seat has won: their number, and those shown.

    Everybody saw them, so bots remember them. For cards won unseen, give `seen=[]`.
    """
    told: Place = {"count": len(cards), "cards": [*shown], "seat": seat, "seen": [*cards]}
    return {"kind": "captured", **told, **facts}


def bids(by_seat: Sequence[int | str | None]) -> dict[str, Place]:
    """Return the bids made so far, by seat."""
    return {
        f"bid-{seat}": {"kind": "bids", "count": 0, "seat": seat, "bid": bid}
        for seat, bid in enumerate(by_seat)
        if bid is not None
    }


def _open(kind: str, cards: Iterable[Card], facts: Mapping[str, Json]) -> Place:
    shown = [*cards]
    return {"kind": kind, "count": len(shown), "cards": [*shown], **facts}
