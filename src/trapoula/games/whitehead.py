"""Whitehead: open columns packed down in colour, moved only in suit, and once through the stock."""

from trapoula.patience import *


@game("packers")
def whitehead() -> Patience:
    return Patience(
        picture="""
            S W . F F F F
            T T T T T T T
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "F": foundation(),
            "T": column(DOWN & SAME_COLOUR, lift=run(DOWN & SAME_SUIT)),
        },
        deal=(Triangle("T", down=False), Rest("S")),
        moves=(LayOff("WT", to="F"), Carry("WTF", to="T"), Turn("S", to="W")),
        goal=Home("F"),
        score=Cards("F"),
    )
