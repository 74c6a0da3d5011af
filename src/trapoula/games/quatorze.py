"""Quatorze: two cards of fourteen pips leave a square when they share a row or a column."""

from trapoula.patience import *


@game("pairs")
def quatorze() -> Patience:
    return Patience(
        picture="""
            S . T T T T T
            . . T T T T T
            . . T T T T T
            . . T T T T T
            . . T T T T T
        """,
        zones={"S": stock(), "T": reserve()},
        deal=(Rows("T"), Rest("S")),
        moves=(Replace("T", by="S", match=total(14), near=IN_LINE),),
        chores=(CloseUp("T"),),
        goal=Bare("ST"),
        score=Gone(),
    )
