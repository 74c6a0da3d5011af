"""The picture of a table is its geometry: a letter is a pile, a character half a card wide."""

from typing import NamedTuple


class Place(NamedTuple):
    """Where a pile lies: its zone, its line in the picture, and its corner in card widths and heights."""

    letter: str
    line: int
    x: float
    y: float


def read_picture(picture: str, pitch: float = 1) -> tuple[Place, ...]:
    """The places of a picture in reading order; dots and spaces are empty."""
    lines = picture.strip("\n").rstrip().split("\n")
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return tuple(
        Place(letter, row, column / 2, row * pitch)
        for row, line in enumerate(lines)
        for column, letter in enumerate(line[margin:])
        if letter not in " ."
    )
