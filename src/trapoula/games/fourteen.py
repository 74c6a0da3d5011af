"""Fourteen: twelve open columns, cleared two cards of fourteen pips at a time."""

from trapoula.patience import *


@game("pairs")
def fourteen() -> Patience:
    return Patience(
        picture="""
            T T T T T T
            T T T T T T
        """,
        pitch=1.75,
        zones={"T": column()},
        deal=(Rows("T", 5),),
        moves=(Pair("T", total(14)),),
        goal=Bare("T"),
        score=Gone(),
    )
