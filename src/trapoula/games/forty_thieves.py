"""Forty Thieves: two packs, ten columns packed down in suit, once through the stock."""

from trapoula.patience import *


@game("packers")
def forty_thieves() -> Patience:
    packed = DOWN & SAME_SUIT
    return Patience(
        picture="""
            S . F F F F F F F F
            W
            T T T T T T T T T T
        """,
        pack=TWO_DECKS,
        zones={
            "S": stock(),
            "F": foundation(lift=None),
            "W": Zone("waste", lift=TOP, fan="right"),
            "T": column(packed, lift=run(packed)),
        },
        deal=(Rows("T", 4), Rest("S")),
        moves=(LayOff("WT", to="F"), Carry("WT", to="T", limit=helped("", "T")), Turn("S", to="W")),
        goal=Home("F"),
        score=Sum((Cards("F", 5), Suits("F", 60))),
    )
