"""Agnes: columns packed down in colour and dealt on by rows, with a base that the deal decides."""

from trapoula.patience import *


@game("packers", before={"corner": "stops"})
def agnes(corner: Literal["round", "stops"] = "round") -> Patience:
    packed = DOWN_ROUND & SAME_COLOUR
    ends = NONE if corner == "round" else Settled(-1)
    return Patience(
        picture="""
            S . . F F F F
            T T T T T T T
        """,
        zones={
            "S": stock(),
            "F": foundation(start=Settled(), build=UP_ROUND & SAME_SUIT),
            "T": column(packed, start=NONE, lift=run(packed, ends=ends)),
        },
        deal=(Triangle("T"), Onto("F"), Now(Settle("F")), Rest("S")),
        moves=(Carry("T", to="F"), Carry("TF", to="T"), Spread("S", to="T")),
        chores=(Reveal("T"),),
        goal=Home("F"),
        score=Cards("F"),
    )
