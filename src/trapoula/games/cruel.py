"""Cruel: twelve piles packed down in suit, gathered and dealt again in fours at will."""

from trapoula.patience import *

DEALT, MOVED = range(2)  # phases: whether a card has moved since the last deal


@game("open")
def cruel() -> Patience:
    return Patience(
        picture="""
            S . F F F F
            T T T T T T
            T T T T T T
        """,
        zones={
            "S": stock(),
            "F": foundation(lift=None),
            "T": column(DOWN & SAME_SUIT, start=NONE, fan="none"),
        },
        deal=(Out(ACES, "F"), Stack("T", 4)),
        moves=(
            Then(Carry("T", to="FT"), (Begin(MOVED),)),
            When(
                Phase(MOVED),
                Tap("redeal", "S", (DealAgain("T", 4), Begin(DEALT))),
                otherwise="That would change nothing now.",
            ),
        ),
        goal=Home("F"),
        score=Cards("F", start=-4),
    )
