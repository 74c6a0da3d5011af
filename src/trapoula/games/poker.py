"""Poker: fill a square so that its rows, columns and diagonals make good hands."""

from trapoula.games._hands import Hands
from trapoula.patience import *


@game("grids")
def poker(*, swaps: bool = False) -> Patience:
    return Patience(
        picture="""
            S W . P P P P P
            . . . P P P P P
            . . . P P P P P
            . . . P P P P P
            . . . P P P P P
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "P": square(ANY, lift=TOP if swaps else None),
        },
        deal=(Onto("W"), Rest("S")),
        moves=(Carry("WP", to="P"), Swap("P")) if swaps else (Carry("W", to="P"),),
        chores=(If(Not(Full("P")), Refill("W", "S")),),
        goal=Reach(120 if swaps else 75, filled="P"),
        score=Hands("P"),
        highest=254,  # five straight flushes, five fours across them, two straights on the slant
    )
