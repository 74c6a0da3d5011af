"""Baker's Dozen: thirteen columns with the kings at the bottom, packed down in any suit."""

from trapoula.patience import *


@game("open")
def bakers_dozen() -> Patience:
    return Patience(
        picture="""
            . . . F . F . F . F
            T T T T T T T T T T T T T
        """,
        zones={
            "F": foundation(),
            "T": column(DOWN, start=NONE),
        },
        deal=(Rows("T", 4), Sink(KINGS, "T")),
        moves=(Carry("T", to="F"), Carry("TF", to="T")),
        goal=Home("F"),
        score=Cards("F"),
    )
