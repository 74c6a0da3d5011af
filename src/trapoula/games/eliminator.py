"""Eliminator: clear four columns onto a few piles that go up or down as you please."""

from trapoula.patience import *


@game("foundations")
def eliminator(foundations: Literal[6, 5, 4] = 6) -> Patience:
    return Patience(
        picture=f"""
            {"F " * foundations}
            {". " * (foundations == 6)}T T T T
        """,
        zones={
            "F": foundation(ANY, NEXT_ROUND, lift=None, room=ENDLESS),
            "T": column(),
        },
        deal=(Rows("T", 13),),
        moves=(Carry("T", to="F"),),
        goal=Bare("T"),
        score=Joined("F", ANYTHING),
    )
