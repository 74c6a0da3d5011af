"""Napoleon's Tomb: up from seven to king in the corners, down from six to ace in the middle."""

from trapoula.patience import *


@game("foundations")
def napoleons_tomb(draw: Literal[1, 3] = 1, *, autoplay: bool = False) -> Patience:
    sixes = only(SIX)
    return Patience(
        picture="""
            S W . F C F
            . . . C M C
            . . . F C F
        """,
        zones={
            "S": stock(),
            "W": waste(fan=draw),
            "F": foundation(only(SEVEN), UP, lift=None),
            "M": foundation(sixes, DOWN | on(ACES) & laying(sixes), lift=None, room=24),
            "C": cell(),
        },
        deal=(Rest("S"),),
        moves=(
            Carry("WC", to="MF"),
            Carry("W", to="C"),
            Turn("S", to="W", by=draw, redeals=2 if draw == 3 else 0),
        ),
        chores=(Sweep("WC", to="MF", packed=NOTHING),) if autoplay else (),
        goal=Home("MF"),
        score=Cards("MF"),
    )
