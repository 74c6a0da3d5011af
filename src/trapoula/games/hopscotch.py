"""Hopscotch: foundations that count by ones, twos, threes and fours, and four heaps beside them."""

from trapoula.patience import *


@game("foundations")
def hopscotch() -> Patience:
    laid = only(ACE, TWO, THREE, FOUR) & of_suit(CLUBS)
    homes = "FGHI"
    return Patience(
        picture="""
            S W . F G H I
            . . . T T T T
        """,
        pack=without(laid),
        zones={
            "S": stock(),
            "W": waste(room=1),
            "T": column(ANYTHING),
        }
        | {
            home: foundation(build=step(by, wrap=True), lift=None, room=ENDLESS)
            for by, home in enumerate(homes, 1)
        },
        deal=(Lay(homes, without(~laid)), Rest("S")),
        moves=(Carry("WT", to=homes), Carry("W", to="T"), Turn("S", to="W")),
        goal=Home(homes),
        score=Cards(homes, start=-4),
    )
