"""Hamilton: choose one of three cards as the base, then pack the columns down in one colour."""

from trapoula.patience import *


@game("packers")
def hamilton() -> Patience:
    last = Settled(-1)
    packed = Every((DOWN_ROUND & SAME_COLOUR, Except(last)))
    chosen = Not(Phase(0))
    return Patience(
        picture="""
            S W . F F F F
            T T T T T T T
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "F": foundation(Settled(), UP_ROUND & SAME_SUIT),
            "T": column(packed, lift=run(DOWN_ROUND & SAME_SUIT, ends=last)),
        },
        deal=(Triangle("T", down=False), Rest("S")),
        moves=(
            When(Phase(0), Tap("offer", "S", (Gather("W", to="S"), Refill("W", "S")), times=3)),
            Carry("W", to="F"),
            When(chosen, LayOff("T", to="F")),
            When(chosen, Carry("TF", to="T")),
            When(chosen, Spread("S", to="T"), otherwise="Choose a base card first."),
        ),
        chores=(Settle("F"),),
        goal=Home("F"),
        score=Cards("F"),
    )
