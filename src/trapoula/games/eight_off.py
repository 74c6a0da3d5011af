"""Eight Off: eight cells, half of them taken, columns packed down in suit and filled with kings."""

from trapoula.patience import *


@game("open")
def eight_off() -> Patience:
    packed = DOWN & SAME_SUIT
    return Patience(
        picture="""
            F . C C C C C C C C
            F . T T T T T T T T
            F
            F
        """,
        zones={
            "C": cell(),
            "F": foundation(),
            "T": column(packed, start=KINGS, lift=run(packed)),
        },
        deal=(Rows("T", 6), Rows("C")),
        moves=(Carry("CT", to="F"), Carry("CTF", to="T", limit=helped("C")), Carry("TF", to="C")),
        goal=Home("F"),
        score=Cards("F"),
    )
