"""Thirteen: take the pyramid apart, two cards of thirteen pips or a king at a time."""

from trapoula.patience import *


@game("pairs")
def thirteen() -> Patience:
    return Patience(
        picture="""
            S W
            .
            .
                  P
                 P P
                P P P
               P P P P
              P P P P P
             P P P P P P
            P P P P P P P
        """,
        pitch=1 / 3,
        zones={
            "S": stock(),
            "W": waste(),
            "P": reserve(lift=UNCOVERED),
        },
        deal=(Rows("P", down=True), Rest("S"), Now(Uncover("P"))),
        moves=(Pair("PW", total(13), under="W"), Drop("PW", KINGS), Turn("S", to="W")),
        chores=(Uncover("P"),),
        goal=Bare("PSW"),
        score=Gone(),
    )
