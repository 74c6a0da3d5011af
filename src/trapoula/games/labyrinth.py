"""Labyrinth: a row kept full until the first deal, then columns to be played from both ends."""

from trapoula.patience import *

ROW, COLUMNS = range(2)


@game("packers")
def labyrinth() -> Patience:
    return Patience(
        picture="""
            S . F F F F
            .
            .
            U U U U U U U U
            T T T T T T T T
        """,
        pitch=1 / 3,
        pack=without(ACES),
        zones={
            "S": stock(),
            "F": foundation(lift=None),
            "U": square(),
            "T": column(),
        },
        deal=(Lay("F", without(~ACES)), Rows("U"), Rest("S")),
        moves=(Carry("UT", to="F"), Then(Spread("S", to="T"), (Begin(COLUMNS),))),
        chores=(If(Phase(ROW), Refill("U", "S")), FromUnder("U", "T")),
        goal=Home("F"),
        score=Cards("F", start=-4),
    )
