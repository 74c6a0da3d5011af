"""Straight Up: a reserve of thirteen feeds four columns; suits go up from two to ace."""

from trapoula.patience import *


@game("packers")
def straight_up() -> Patience:
    packed = DOWN_ROUND & SAME_SUIT
    twos = only(TWO)
    return Patience(
        picture="""
            S W . F F F F
            R . . T T T T
        """,
        pack=without(twos),
        zones={
            "S": stock(),
            "W": waste(),
            "F": foundation(twos, UP_ROUND & SAME_SUIT, lift=None),
            "R": reserve(),
            "T": column(packed, lift=run(packed)),
        },
        deal=(Lay("F", without(~twos)), Onto("R", 12, down=True), Onto("R"), Rows("T"), Rest("S")),
        moves=(
            LayOff("WRT", to="F"),
            Carry("W", to="T"),
            Carry("RT", to="T", onto="cards"),
            Turn("S", to="W", redeals=2),
        ),
        chores=(Refill("T", "R"), Reveal("R")),
        goal=Home("F"),
        score=Cards("F", start=-4),
    )
