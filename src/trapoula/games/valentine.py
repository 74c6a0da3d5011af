"""Valentine: four piles built down in suit, dealt and gathered until every suit is whole."""

from trapoula.patience import *


@game("foundations")
def valentine() -> Patience:
    gather = If(Both(Full("T"), Not(Bare("W"))), Gather("T", to="S"))
    turn = If(Both(Full("T"), Bare("W")), Refill("W", "S"))
    return Patience(
        picture="""
            S W
            T T T T
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "T": column(DOWN & SAME_SUIT, start=NONE, fan="none"),
        },
        deal=(Rows("T"), Rest("S")),
        moves=(Carry("WT", to="T"), Tap("deal", "S", (gather, turn, Refill("T", "WS")))),
        goal=Bare("SW"),
        score=Tally(),
    )
