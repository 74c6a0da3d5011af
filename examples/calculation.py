"""Calculation: four foundations built in steps of one, two, three and four, whatever the suit."""

from trapoula.patience import *

LAID = cards("LAID", lambda card: rank(card) == suit(card))  # AC 2D 3H 4S: one of each suit will do


@game("foundations")
def calculation() -> Patience:
    return Patience(
        picture="""
            S W . A B C D
            . . . T T T T
        """,
        pack=without(LAID),
        zones={
            "S": stock(),
            "W": waste(room=1),
            **{
                letter: foundation(NONE, step(by, wrap=True), lift=None)
                for by, letter in enumerate("ABCD", 1)
            },
            "T": column(ANYTHING),
        },
        deal=(Lay("ABCD", without(~LAID)), Rest("S")),
        moves=(Carry("WT", to="ABCD"), Carry("W", to="T"), Turn("S", to="W")),
        goal=Home("ABCD"),
        score=Cards("ABCD", start=-4),
    )
