"""The table games, one module each, and what others are written with.

A game of cards is a `CardGame`; its actions are `Act`s, and its table is made of places: `stock`, `discard`,
`row`, `trick`, `hand`, `meld`, `captured`, `bids`.
"""

from trapoula.tables._cards import Act, CardGame, by_suit, by_suit_ace_high
from trapoula.tables._chance import Orders, Shuffle, read_order, write_order
from trapoula.tables._deck import (
    NOT_YOUR_TURN,
    OVER,
    check_seats,
    deal_hands,
    not_held,
    number_faces,
    put,
    sort,
    unreadable,
    without,
)
from trapoula.tables._places import (
    SUITS,
    Place,
    bids,
    captured,
    discard,
    hand,
    meld,
    row,
    stock,
    trick,
)
from trapoula.tables._view import seen_by_all, seen_from, sent, spread

__all__ = [
    "NOT_YOUR_TURN",
    "OVER",
    "SUITS",
    "Act",
    "CardGame",
    "Orders",
    "Place",
    "Shuffle",
    "bids",
    "by_suit",
    "by_suit_ace_high",
    "captured",
    "check_seats",
    "deal_hands",
    "discard",
    "hand",
    "meld",
    "not_held",
    "number_faces",
    "put",
    "read_order",
    "row",
    "seen_by_all",
    "seen_from",
    "sent",
    "sort",
    "spread",
    "stock",
    "trick",
    "unreadable",
    "without",
    "write_order",
]
