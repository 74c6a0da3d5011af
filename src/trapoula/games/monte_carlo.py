"""Monte Carlo: neighbours of a rank leave a square together; its rows close up at a tap."""

from trapoula.patience import *


@game("pairs")
def monte_carlo() -> Patience:
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
        moves=(
            Pair("T", SAME_RANK, near=TOUCHING),
            Tap("gather", "S", (CloseUp("T"), Refill("T", "S"))),
        ),
        goal=Bare("ST"),
        score=Gone(),
    )
