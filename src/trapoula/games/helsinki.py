"""Helsinki: ten cards in sight, two of thirteen pips or a king taken away at a time."""

from trapoula.patience import *


@game("pairs")
def helsinki() -> Patience:
    return Patience(
        picture="""
            S
            T T T T T
            T T T T T
        """,
        zones={"S": stock(), "T": reserve()},
        deal=(Rows("T"), Rest("S")),
        moves=(Replace("T", by="S", match=total(13)), Drop("T", KINGS)),
        chores=(Refill("T", "S"),),
        goal=Bare("ST"),
        score=Gone(),
    )
