"""Aunt Mary: a Klondike with six columns of six, each hiding a card more than the last."""

from trapoula.games.klondike import klondike
from trapoula.patience import *


@game("packers")
def aunt_mary() -> Patience:
    return klondike(
        picture="""
            S W F F F F
            T T T T T T
        """,
        deal=(
            *(Rows("T", down=True, piles=range(first, 6)) for first in range(1, 6)),
            *(Rows("T", piles=range(length)) for length in range(1, 7)),
        ),
    )
