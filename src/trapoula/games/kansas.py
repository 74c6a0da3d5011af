"""Kansas: a reserve of twelve feeds three columns, packed down in any suit; no redeal."""

from trapoula.patience import *


@game("packers")
def kansas() -> Patience:
    return Patience(
        picture="""
            S W  F F F F
            R      T T T
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "F": foundation(Base("F"), UP_ROUND & SAME_SUIT, lift=None),
            "R": reserve(),
            "T": column(DOWN_ROUND, lift=run(DOWN_ROUND)),
        },
        deal=(Onto("R", 11, down=True), Onto("R"), Onto("F"), Rows("T"), Rest("S")),
        moves=(
            Carry("WRT", to="F"),
            Carry("W", to="T"),
            Carry("RT", to="T", onto="cards"),
            Turn("S", to="W"),
        ),
        chores=(Refill("T", "R"), Reveal("R")),
        goal=Home("F"),
        score=Cards("F"),
    )
