"""Sir Tommy: every card goes to a foundation or for good on one of four heaps."""

from trapoula.patience import *


@game("foundations")
def sir_tommy() -> Patience:
    return Patience(
        picture="""
            S W . F F F F
            . . . T T T T
        """,
        zones={
            "S": stock(),
            "W": waste(room=1),
            "F": foundation(build=UP, lift=None),
            "T": column(ANYTHING),
        },
        deal=(Rest("S"),),
        moves=(Carry("WT", to="F"), Carry("W", to="T"), Turn("S", to="W")),
        goal=Home("F"),
        score=Cards("F"),
    )
