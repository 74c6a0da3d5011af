"""Zebra: two packs in black and red stripes, up from the aces on top and down in the columns."""

from trapoula.patience import *


@game("packers")
def zebra() -> Patience:
    packed = DOWN & ALTERNATE
    return Patience(
        picture="""
            S W  F F F F F F F F
                 T T T T T T T T
        """,
        pack=without(ACES, TWO_DECKS),
        zones={
            "S": stock(),
            "W": waste(),
            "F": foundation(build=UP & ALTERNATE, lift=None),
            "T": column(packed, start=NONE, lift=run(packed), batch=ONE_BY_ONE),
        },
        deal=(Lay("F", without(~ACES) * 2), Rows("T"), Rest("S")),
        moves=(LayOff("WT", to="F"), Carry("WT", to="T"), Turn("S", to="W", redeals=1)),
        chores=(Refill("T", "WS"),),
        goal=Home("F"),
        score=Cards("F", start=-8),
    )
