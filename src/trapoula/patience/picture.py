"""The picture of a table is its geometry: a letter is a pile, a character is half a card wide."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol


class Place(NamedTuple):
    """A pile's place: its zone, its line, and its corner in card widths and heights."""

    letter: str
    line: int
    x: float
    y: float


def read_picture(picture: str, pitch: float = 1) -> tuple[Place, ...]:
    """Read the places of a picture in reading order; dots and spaces are empty."""
    lines = picture.strip("\n").rstrip().split("\n")
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return tuple(
        Place(letter, row, column / 2, row * pitch)
        for row, line in enumerate(lines)
        for column, letter in enumerate(line[margin:])
        if letter not in " ."
    )


class Near(Protocol):
    """How two places must lie for their cards to match."""

    def holds(self, one: Place, other: Place) -> bool:
        """Return whether they do."""


@dataclass(frozen=True, slots=True)
class Anywhere:
    """Wherever they lie."""

    def holds(self, one: Place, other: Place) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Touching:
    """Side by side, one above the other, or corner to corner."""

    def holds(self, one: Place, other: Place) -> bool:
        """Return whether they are at most one card apart in each direction."""
        return abs(one.x - other.x) <= 1 and abs(one.line - other.line) <= 1


@dataclass(frozen=True, slots=True)
class InLine:
    """In the same row or the same column, however far apart."""

    def holds(self, one: Place, other: Place) -> bool:
        return one.line == other.line or one.x == other.x


ANYWHERE, TOUCHING, IN_LINE = Anywhere(), Touching(), InLine()
