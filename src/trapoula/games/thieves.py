"""Thieves: play the columns onto the waste, a rank up or down at a time, with two wild jokers."""

from trapoula.patience import *


@game("chains")
def thieves() -> Patience:
    jokers = only(JOKER)
    points = (8, 6, 6, 4, 4, 2, 2, 2, 4, 4, 6, 6, 8, 0)
    return Patience(
        picture="""
            T T T T T T T
            .
            S W
        """,
        pack=WITH_JOKERS,
        zones={
            "T": column(),
            "S": stock(),
            "W": waste(NEXT | on(jokers) | laying(jokers)),
        },
        deal=(Rows("T", 5), Onto("W"), Rest("S")),
        moves=(Earns(Carry("T", to="W"), Worth("W", points)), Turn("S", to="W")),
        goal=Bare("T"),
        score=Tally(),
        highest=sum(
            sorted(points * 4, reverse=True)[: 7 * 5]
        ),  # the dearest cards all in the columns
    )
