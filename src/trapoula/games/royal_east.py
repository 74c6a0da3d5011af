"""Royal East: a cross of five heaps packed down in any suit, with the suits in its corners."""

from trapoula.patience import *


@game("packers")
def royal_east() -> Patience:
    return Patience(
        picture="""
            S W . F T F
            . . . T T T
            . . . F T F
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "F": foundation(Base("F"), UP_ROUND & SAME_SUIT, lift=None),
            "T": column(DOWN_ROUND, fan="none"),
        },
        deal=(Onto("F"), Rows("T"), Rest("S")),
        moves=(Carry("WT", to="F"), Carry("WT", to="T"), Turn("S", to="W")),
        goal=Home("F"),
        score=Cards("F"),
    )
