"""Reading the record: traces, positions, and which slots of the record are which of our piles."""

import gzip
import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from trapoula.core.cards import HIDDEN, Pile, read_card
from trapoula.patience import Patience

Trace = dict[str, Any]
FAR = 5  # a slot this many cards away from all others is off the board, where nobody can touch it
ROW = 0.2  # slots whose heights differ by less stand in one row


def read_traces(path: Path) -> Iterator[Trace]:
    """The traces of one file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


@lru_cache(1024)  # a step leaves most piles as they were
def read_pile(text: str) -> Pile:
    """A pile of the record, bottom card first; `?` marks a card lying face down."""
    return bytes(
        read_card(word.removesuffix("?")) | word.endswith("?") * HIDDEN for word in text.split()
    )


class Slots:
    """Which slots of the record make up which of our piles, by their places on the table."""

    def __init__(self, layout: list[dict[str, Any]], game: Patience) -> None:
        rows: dict[int, float] = {}
        on_board = [slot for slot in layout if not _far(slot, layout)]
        row, height = 0, 0.0
        for slot in sorted(on_board, key=lambda slot: slot["y"]):
            row += slot["y"] - height >= ROW
            height = slot["y"]
            rows[slot["id"]] = row
        places: dict[tuple[float, float], list[int]] = {}
        for slot in sorted(on_board, key=lambda slot: (rows[slot["id"]], slot["x"], slot["id"])):
            places.setdefault((rows[slot["id"]], slot["x"]), []).append(slot["id"])
        self.of_pile = tuple(tuple(slots) for slots in places.values())
        self.off_board = tuple(slot["id"] for slot in layout if slot not in on_board)
        if len(self.of_pile) != len(game.places):
            raise ValueError(
                f"the record has {len(self.of_pile)} piles and the picture {len(game.places)}"
            )
        self.pile_of = {slot: at for at, slots in enumerate(self.of_pile) for slot in slots}

    def piles(self, slots: list[str]) -> tuple[Pile, ...]:
        """The recorded piles in the order of ours."""
        if any(slots[slot] for slot in self.off_board):
            raise ValueError("a card lies off the board")
        return tuple(b"".join(read_pile(slots[slot]) for slot in own) for own in self.of_pile)


def _far(slot: dict[str, Any], layout: list[dict[str, Any]]) -> bool:
    """Whether a slot lies away from all others."""
    others = [other for other in layout if other is not slot]
    return any(min(abs(slot[axis] - other[axis]) for other in others) > FAR for axis in "xy")
