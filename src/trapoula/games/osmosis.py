"""Osmosis: each suit takes the ranks that have already seeped into the suit above it."""

from dataclasses import dataclass

from trapoula.patience import *


@game("foundations")
def osmosis(draw: Literal[1, 3] = 1, *, hidden: int = 3) -> Patience:
    return Patience(
        picture="""
            R . B
            R . F
            R . F
            R . F
            S W
        """,
        zones={
            "R": reserve(fan="right"),
            "B": Zone("foundation", build=SAME_SUIT, batch=ONE_BY_ONE, fan="right"),
            "F": Zone("foundation", _Seep(), _Seep(), batch=ONE_BY_ONE, fan="right"),
            "S": stock(),
            "W": waste(fan=draw),
        },
        deal=(Rows("R", hidden, down=True), Rows("R", 4 - hidden), Onto("B"), Rest("S")),
        moves=(
            Carry("RW", to="BF"),
            Turn("S", to="W", by=draw, redeals=2 if draw == 1 else "unlimited"),
        ),
        chores=(Reveal("R"),),
        goal=Home("BF"),
        score=Cards("BF"),
    )


@dataclass(frozen=True, slots=True)
class _Seep:
    """The rank that the suit above began with; then, in suit, any rank that lies above."""

    def takes(self, game: Patience, table: Table, at: int) -> Mask:
        above = game.beside(at, 0, -1)
        seen, own = b"" if above is None else table.piles[above], table.piles[at]
        ranks = 0
        for card in seen if own else seen[:1]:
            ranks |= SAME_RANK.masks[card]
        return ranks & SAME_SUIT.masks[own[-1]] if own else ranks
