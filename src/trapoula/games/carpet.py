"""Carpet: twenty cards woven into a carpet, each one free to go to the foundations."""

from trapoula.patience import *


@game("foundations")
def carpet() -> Patience:
    return Patience(
        picture="""
            S W . F F F F
            . . T T T T T
            . . T T T T T
            . . T T T T T
            . . T T T T T
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "F": foundation(lift=None),
            "T": square(),
        },
        deal=(Out(ACES, "F"), Rows("T"), Rest("S")),
        moves=(Carry("WT", to="F"), Turn("S", to="W")),
        chores=(Refill("T", "WS"),),
        goal=Home("F"),
        score=Cards("F", start=-4),
    )
