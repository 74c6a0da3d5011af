"""Jumbo: a Klondike with two packs, nine columns and one redeal."""

from trapoula.games.klondike import klondike
from trapoula.patience import *


@game("packers")
def jumbo() -> Patience:
    return klondike(
        redeals=1,
        picture="""
            S W . F F F F F F F F
            . T T T T T T T T T
        """,
        packs=2,
        deal=(
            *(Rows("T", down=True, piles=range(length)) for length in range(9, 0, -1)),
            Now(Reveal("T")),
        ),
    )
