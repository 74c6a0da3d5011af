"""The table games, one module each, and what others are written with.

Cards with numbers are dealt into hands and shuffled by chance; views begin with what all tables show.
"""

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
from trapoula.tables._view import seen_by_all, seen_from, sent, spread

__all__ = [
    "NOT_YOUR_TURN",
    "OVER",
    "Orders",
    "Shuffle",
    "check_seats",
    "deal_hands",
    "not_held",
    "number_faces",
    "put",
    "read_order",
    "seen_by_all",
    "seen_from",
    "sent",
    "sort",
    "spread",
    "unreadable",
    "without",
    "write_order",
]
