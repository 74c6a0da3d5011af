"""Agnes: columns packed down in colour and dealt on by rows, with a base that the deal decides."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.cards import rank
from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _Above:
    """A run that ends above the base: what lies on a base card moves without it."""

    run: run

    def sizes(self, game: Patience, table: Table, at: int) -> Iterator[int]:
        pile, base = table.piles[at], table.phase - 1
        for size in self.run.sizes(game, table, at):
            if size > 1 and rank(pile[-size]) == base:
                break
            yield size


@game("packers")
def agnes() -> Patience:
    packed = DOWN_ROUND & SAME_COLOUR
    return Patience(
        picture="""
            S . . F F F F
            T T T T T T T
        """,
        zones={
            "S": stock(),
            "F": foundation(start=Settled(), build=UP_ROUND & SAME_SUIT),
            "T": column(packed, start=NONE, lift=_Above(run(packed))),
        },
        deal=(Triangle("T"), Onto("F"), Now(Settle("F")), Rest("S")),
        moves=(Carry("T", to="F"), Carry("TF", to="T"), Spread("S", to="T")),
        chores=(Reveal("T"),),
        goal=Home("F"),
        score=Cards("F"),
    )
