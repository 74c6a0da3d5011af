"""Fortress: ten rows of cards around the foundations, packed up or down in suit."""

from trapoula.patience import *


@game("open")
def fortress(base: Rule = ACES, up: Join = UP, beside: Join = NEXT) -> Patience:
    left, right = range(0, 10, 2), range(1, 10, 2)
    return Patience(
        picture="""
            T . . . . . T
            T . . . F . T
            T . . . F . T
            T . . . F . T
            T . . . F . T
        """,
        zones={
            "F": foundation(base, up & SAME_SUIT, lift=None),
            "T": column(beside & SAME_SUIT, fan="right"),
        },
        deal=(
            *(Rows("T", piles=left), Rows("T", piles=right)) * 5,
            Rows("T", piles=range(2)),
        ),
        moves=(Carry("T", to="F"), Carry("T", to="T")),
        goal=Home("F"),
        score=Cards("F"),
    )
