"""Auld Lang Syne: four cards at a time, built up from the aces regardless of suit."""

from trapoula.patience import *


@game("foundations")
def auld_lang_syne(*, also: tuple[Move, ...] = ()) -> Patience:
    return Patience(
        picture="""
            S . F F F F
            . . R R R R
        """,
        pack=without(ACES),
        zones={
            "S": stock(),
            "F": foundation(build=UP, lift=None),
            "R": reserve(),
        },
        deal=(Lay("F", without(~ACES)), Rest("S")),
        moves=(Carry("R", to="F"), Spread("S", to="R"), *also),
        goal=Home("F"),
        score=Cards("F", start=-4),
    )
