"""Simple Simon: a spider with every card in sight, in ten columns of eight cards to one."""

from trapoula.patience import *


@game("spiders")
def simple_simon() -> Patience:
    return Patience(
        picture="""
            . . . . . . F F F F
            T T T T T T T T T T
        """,
        zones={
            "F": foundation(start=KINGS, build=NOTHING, lift=None, batch=range(13, 14)),
            "T": column(DOWN, lift=run(DOWN & SAME_SUIT)),
        },
        deal=tuple(Rows("T", piles=range(columns)) for columns in range(10, 2, -1)),
        moves=(Carry("T", to="F"), Carry("T", to="T")),
        goal=Home("F"),
        score=Joined("TF", DOWN & SAME_SUIT),
    )
