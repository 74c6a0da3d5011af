"""Jamestown: nine cards in sight, taken away two of a rank at a time."""

from trapoula.patience import *


@game("pairs")
def jamestown(*, match: Join = SAME_RANK, left: Test = NONE) -> Patience:
    return Patience(
        picture="""
            S . T T T
            . . T T T
            . . T T T
        """,
        zones={"S": stock(), "T": reserve()},
        deal=(Rows("T"), Rest("S")),
        moves=(Replace("T", by="S", match=match),),
        goal=Bare("ST", but=left),
        score=Gone(),
    )
