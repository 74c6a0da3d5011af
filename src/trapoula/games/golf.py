"""Golf: play the columns onto the waste, a rank up or down at a time."""

from trapoula.patience import *


@game("chains")
def golf() -> Patience:
    return Patience(
        picture="""
            S W
            T T T T T T T
        """,
        zones={
            "S": stock(),
            "W": Zone("waste", start=ANY, build=NEXT & on(~KINGS), fan="right"),
            "T": column(),
        },
        deal=(Rows("T", 5), Rest("S")),
        moves=(Carry("T", to="W"), Turn("S", to="W")),
        goal=Bare("T"),
        score=Cards("T"),
    )
