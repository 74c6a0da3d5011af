"""Eagle Wing: a face-down trunk feeds two wings of four columns, none of more than three cards."""

from trapoula.patience import *


@game("packers")
def eagle_wing() -> Patience:
    packed = DOWN_ROUND & SAME_SUIT
    return Patience(
        picture="""
            S W . F F F F
            T T T T R T T T T
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "F": foundation(Base("F"), UP_ROUND & SAME_SUIT, lift=None),
            "R": reserve(),
            "T": column(packed, lift=run(packed), batch=ONE_BY_ONE, room=3),
        },
        deal=(Onto("R"), Onto("R", 12, down=True), Rows("T"), Onto("F"), Rest("S")),
        moves=(LayOff("WRT", to="F"), Carry("WRT", to="T"), Turn("S", to="W", redeals=2)),
        chores=(Refill("T", "R"),),
        goal=Home("F"),
        score=Cards("F"),
    )
