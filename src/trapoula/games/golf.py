"""Golf: play the columns onto the waste, a rank up or down at a time; nothing goes on a king."""

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
            "W": waste(NEXT & on(~KINGS), fan=26),
            "T": column(),
        },
        deal=(Rows("T", 5), Rest("S")),
        moves=(Carry("T", to="W"), Turn("S", to="W")),
        goal=Bare("T"),
        score=Cards("T", each=-1, start=35),
    )
