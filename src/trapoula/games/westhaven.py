"""Westhaven: ten columns to dig out, moved by the top card or by all that lies open."""

from trapoula.patience import *


@game("packers")
def westhaven() -> Patience:
    return Patience(
        picture="""
            S W . F F F F
            T T T T T T T T T T
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "F": foundation(lift=None),
            "T": column(DOWN & ALTERNATE, lift=whole(or_top=True)),
        },
        deal=(Rows("T", 2, down=True), Rows("T"), Rest("S")),
        moves=(Carry("WT", to="F"), Carry("WT", to="T"), Turn("S", to="W")),
        chores=(Reveal("T"),),
        goal=Home("F"),
        score=Cards("F"),
    )
