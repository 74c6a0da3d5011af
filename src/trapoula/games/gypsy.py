"""Gypsy: two packs dealt out over eight columns, a row at a time."""

from trapoula.patience import *


@game("packers")
def gypsy() -> Patience:
    packed = DOWN & ALTERNATE
    return Patience(
        picture="""
            S . F F F F F F F F
            . T T T T T T T T
        """,
        pack=TWO_DECKS,
        zones={
            "S": stock(),
            "F": foundation(),
            "T": column(packed, lift=run(packed)),
        },
        deal=(Rows("T", 2, down=True), Rows("T"), Rest("S")),
        moves=(Carry("TF", to="F"), Carry("TF", to="T"), Spread("S", to="T")),
        chores=(Reveal("T"),),
        goal=Home("F"),
        score=Sum((Cards("F", 5), Suits("F", 60), Joined("T", packed, 2))),
    )
