"""Streets and Alleys: rows of cards on either side of the foundations, packed down in any suit."""

from trapoula.patience import *


@game("open")
def streets_and_alleys(*, laid: Test = NONE, home: Lift = TOP) -> Patience:
    aces, left = without(~laid), Rows("T", piles=range(0, 8, 2))
    return Patience(
        picture="""
            T . . . F  T
            T . . . F  T
            T . . . F  T
            T . . . F  T
        """,
        pack=without(laid),
        zones={
            "F": foundation(lift=home),
            "T": column(DOWN, fan="right"),
        },
        deal=(Lay("F", aces), Rows("T", 6), *(() if aces else (left,))),
        moves=(Carry("T", to="F"), Carry("TF", to="T")),
        goal=Home("F"),
        score=Cards("F", test=~laid),
    )
