"""Doublets: one foundation, each card twice the one beneath it, counting round past the queen."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.cards import rank
from trapoula.patience import *

TWICE = joins(
    "TWICE", lambda under, over: under < 52 > over and 2 * (rank(under) + 1) % 13 == rank(over) + 1
)


@dataclass(frozen=True, slots=True)
class _Kingless:
    """One card on each pile; kings go under the hand, and another card takes their place."""

    zones: str

    def deal(self, game: Patience, hand: Hand) -> None:
        places = sorted(game.where(self.zones))
        for at in places:
            hand.lay(at)
        for at in places:
            while hand.piles[at][-1] in KINGS:
                hand.cards.insert(0, hand.piles[at].pop())
                hand.lay(at)


@dataclass(frozen=True, slots=True)
class _Play:
    """Play the top card of the waste; when it was the last, the stock gives another."""

    verb = CARRY
    at = ""

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        return Carry("W", to="F").offers(game, table)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        return Refill("W", "S").tidy(game, Carry("W", to="F").play(game, table, action))


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
        deal=(_Kingless("RF"), Rest("S")),
        moves=(Carry("R", to="F"), _Play(), Turn("S", to="W", redeals=2)),
        chores=(Refill("R", "WS"),),
        goal=Reach(48),
        score=Cards("F"),
    )
