"""A move as one number, for compiled code: its parts, and how it is put together."""

from trapoula.compiled import fast
from trapoula.solve.kernel.layout import BYTE, SIZE_AT, SOURCE_AT, TARGET_AT, TURNS_AT


@fast
def move_of(row: int, source: int, target: int, size: int) -> int:
    """The move of a row that takes so many cards from one pile to another."""
    return row | source << SOURCE_AT | target << TARGET_AT | size << SIZE_AT


@fast
def row_of(move: int) -> int:
    """The number of its row."""
    return move & BYTE


@fast
def source_of(move: int) -> int:
    """The pile that cards are taken from."""
    return move >> SOURCE_AT & BYTE


@fast
def target_of(move: int) -> int:
    """The pile that cards are laid on."""
    return move >> TARGET_AT & BYTE


@fast
def size_of(move: int) -> int:
    """How many cards are taken."""
    return move >> SIZE_AT & BYTE


@fast
def turns_of(move: int) -> int:
    """How often the stock is turned before it."""
    return move >> TURNS_AT
