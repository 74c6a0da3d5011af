"""Yukon: columns packed down in alternating colours, any face-up card carried with all that lies on it."""

from trapoula.patience import *


@game("open")
def yukon() -> Patience:
    return Patience(
        picture="""
            F . T T T T T T T
            F
            F
            F
        """,
        zones={
            "F": foundation(lift=None),
            "T": column(DOWN & ALTERNATE, start=KINGS, lift=FACE_UP),
        },
        deal=(Triangle("T"), Rows("T", 4, piles=range(1, 7))),
        moves=(Carry("T", to="F"), Carry("T", to="T")),
        chores=(Reveal("T"),),
        goal=Home("F"),
        score=Cards("F"),
    )
