"""Doublets: one foundation, each card double the last, less thirteen where that is too much."""

from dataclasses import dataclass

from trapoula.core.cards import rank
from trapoula.patience import *

TWICE = joins("TWICE", lambda under, over: 2 * (rank(under) + 1) % 13 == rank(over) + 1)


@dataclass(frozen=True, slots=True)
class _Kingless:
    """One card on each pile; a king goes under the hand, and another card takes its place."""

    def deal(self, game: Patience, hand: Hand) -> None:
        places = sorted(game.where("RF"))
        for at in places:
            hand.lay(at)
        for at in places:
            while hand.piles[at][-1] in KINGS:
                hand.cards.insert(0, hand.piles[at].pop())
                hand.lay(at)


@game("foundations")
def doublets() -> Patience:
    return Patience(
        picture="""
            S W . R R R
            . . . R . R
            . . . R F R
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "R": reserve(),
            "F": foundation(NONE, TWICE, lift=None, room=48),
        },
        deal=(_Kingless(), Rest("S")),
        moves=(
            Carry("R", to="F"),
            Then(Carry("W", to="F"), (Refill("W", "S"),)),
            Turn("S", to="W", redeals=2),
        ),
        chores=(Refill("R", "WS"),),
        goal=Reach(48),
        score=Cards("F"),
    )
