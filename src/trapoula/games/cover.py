"""Cover: four cards in sight, two of a suit taken away at a time until the stock is out."""

from trapoula.patience import *


@game("pairs")
def cover() -> Patience:
    return Patience(
        picture="""
            S
            T T T T
        """,
        zones={"S": stock(), "T": reserve()},
        deal=(Rows("T"), Rest("S")),
        moves=(Replace("T", by="S", match=SAME_SUIT),),
        goal=Bare("S"),
        score=Gone(),
        highest=48,
    )
