"""Ten Across: columns packed down in suit, where an open card moves with all that lies on it."""

from collections.abc import Iterator

from trapoula.patience import *


def _to_and_fro() -> Iterator[Step]:
    """Rows from the left and the right in turn, each with one more card face up at its ends."""
    for shown in range(1, 6):
        row = range(10) if shown % 2 else range(9, -1, -1)
        yield Rows("T", piles=row[:shown])
        yield Rows("T", down=True, piles=row[shown:-shown])
        yield Rows("T", piles=row[-shown:])


@game("open")
def ten_across(*, spots: bool = True) -> Patience:
    packed = DOWN & SAME_SUIT
    return Patience(
        picture="""
            . C C
            T T T T T T T T T T
        """,
        zones={
            "C": cell(ANY if spots else NONE),
            "T": column(packed, start=KINGS, lift=FACE_UP),
        },
        deal=(*_to_and_fro(), Rows("C", piles=range(1, -1, -1))),
        moves=(Carry("CT", to="T"), Carry("T", to="C")),
        chores=(Reveal("T"),),
        goal=Sorted("T", packed),
        score=Tally(),
    )
