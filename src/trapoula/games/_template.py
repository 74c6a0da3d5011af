"""Template: six open columns packed down, suits built up, the stock turned once."""

from trapoula.patience import *


@game("packers")
def template(draw: Literal[1, 2] = 1) -> Patience:
    return Patience(
        picture="""
            S W F F F F
            T T T T T T
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "F": foundation(),
            "T": column(DOWN, lift=run(DOWN & SAME_SUIT)),
        },
        deal=(Rows("T", 5), Rest("S")),
        moves=(Carry("WT", to="F"), Carry("WT", to="T"), Turn("S", to="W", by=draw)),
        goal=Home("F"),
        score=Cards("F"),
    )
