"""Fortress: ten rows of cards around the foundations, packed up or down in suit."""

from trapoula.patience import *


@game("open")
def fortress(*, base: Rule = ACES, up: Join = UP, beside: Join = NEXT) -> Patience:
    flanks = (Rows("T", piles=range(0, 10, 2)), Rows("T", piles=range(1, 10, 2)))
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
        deal=(*flanks * 5, Rows("T", piles=range(2))),
        moves=(Carry("T", to="FT"),),
        goal=Home("F"),
        score=Cards("F"),
    )
