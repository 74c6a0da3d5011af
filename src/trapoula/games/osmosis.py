"""Osmosis: each suit takes the ranks that have already seeped into the suit above it."""

from trapoula.patience import *


@game("foundations")
def osmosis(draw: Literal[1, 3] = 1, *, hidden: int = 3) -> Patience:
    begun = Every((Base("B"), Beside(ANYTHING, lines=-1)))
    seeped = Every((SAME_SUIT, Beside(SAME_RANK, lines=-1)))
    return Patience(
        picture="""
            R . B
            R . F
            R . F
            R . F
            S W
        """,
        zones={
            "R": reserve(fan="right"),
            "B": Zone("foundation", build=SAME_SUIT, batch=ONE_BY_ONE, fan="right"),
            "F": Zone("foundation", begun, seeped, batch=ONE_BY_ONE, fan="right"),
            "S": stock(),
            "W": waste(fan=draw),
        },
        deal=(Rows("R", hidden, down=True), Rows("R", 4 - hidden), Onto("B"), Rest("S")),
        moves=(
            Carry("RW", to="BF"),
            Turn("S", to="W", by=draw, redeals=2 if draw == 1 else "unlimited"),
        ),
        chores=(Reveal("R"),),
        goal=Home("BF"),
        score=Cards("BF"),
    )
