"""The places of a card table: what lies there, from which every picture of the table follows.

A place is of one of a few kinds. `stock` lies face down, `discard` shows its top card, `row` shows all
its cards. `trick` shows a card in front of each seat that played one. `hand`, `meld`, `captured` and
`bids` belong to a seat. Every kind has a count; further numbers are there for the words of the place.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from trapoula.core.cards import Card
from trapoula.core.game import Json, Seat

Place: TypeAlias = dict[str, Json]

MESSAGES = {  # what is called so unless the game says otherwise
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
SUITS: Final = ("clubs", "diamonds", "hearts", "spades")  # as picks, by their numbers


def stock(count: int, **facts: Json) -> Place:
    """Cards that lie face down, to be drawn."""
    return {"kind": "stock", "count": count, **facts}


def discard(cards: Sequence[Card], **facts: Json) -> Place:
    """Cards in a heap, of which the last is shown; players who think remember the others."""
    told: Place = {"count": len(cards), "cards": [*cards[-1:]], "seen": [*cards]}
    return {"kind": "discard", **told, **facts}


def row(cards: Iterable[Card], **facts: Json) -> Place:
    """Cards that lie open side by side."""
    return _open("row", cards, facts)


def trick(laid: Iterable[tuple[Seat, Card]], **facts: Json) -> Place:
    """The cards of a trick, with the seats that played them."""
    seats, cards = [], []
    for seat, card in laid:
        seats.append(seat)
        cards.append(card)
    return _open("trick", cards, {"seats": [*seats], **facts})


def hand(cards: Iterable[Card], seat: Seat, **facts: Json) -> Place:
    """The open hand of a seat."""
    return _open("hand", cards, {"seat": seat, **facts})


def meld(cards: Iterable[Card], seat: Seat, **facts: Json) -> Place:
    """Cards that a seat has laid down together."""
    return _open("meld", cards, {"seat": seat, **facts})


def captured(
    cards: Sequence[Card], seat: Seat, *, shown: Iterable[Card] = (), **facts: Json
) -> Place:
    """Cards that a seat has won: their number, and those that are shown.

    Everybody saw them go, and players who think remember them. Of cards that were won unseen give `seen=[]`.
    """
    told: Place = {"count": len(cards), "cards": [*shown], "seat": seat, "seen": [*cards]}
    return {"kind": "captured", **told, **facts}


def bids(by_seat: Sequence[int | str | None]) -> dict[str, Place]:
    """What each seat has bid, if it has."""
    return {
        f"bid-{seat}": {"kind": "bids", "count": 0, "seat": seat, "bid": bid}
        for seat, bid in enumerate(by_seat)
        if bid is not None
    }


def _open(kind: str, cards: Iterable[Card], facts: Mapping[str, Json]) -> Place:
    shown = [*cards]
    return {"kind": kind, "count": len(shown), "cards": [*shown], **facts}
