"""Klondike: columns packed down in alternating colours, suits built up from the ace."""

from trapoula.patience import *


@game(
    "packers",
    presets={
        "three": {"draw": 3, "redeals": "unlimited"},
        "once": {"redeals": 0},
        "endless": {"redeals": "unlimited"},
    },
)
def klondike(draw: Literal[1, 3] = 1, redeals: Literal[0, 2, "unlimited"] = 2) -> Patience:
    packed = DOWN & ALTERNATE
    return Patience(
        picture="""
            S W . F F F F
            T T T T T T T
        """,
        zones={
            "S": stock(),
            "W": waste(fan=draw),
            "F": foundation(),
            "T": column(packed, start=KINGS, lift=run(packed)),
        },
        deal=(Triangle("T"), Rest("S")),
        moves=(
            Carry("WT", to="F"),
            Carry("WTF", to="T"),
            Turn("S", to="W", by=draw, redeals=redeals),
        ),
        chores=(Reveal("T"),),
        goal=Home("F"),
        score=Cards("F"),
    )
