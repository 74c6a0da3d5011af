"""Odessa: columns packed down in suit, where an open card moves with all that lies on it; runs pay."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from trapoula.cards import Pile, face_up
from trapoula.patience import *


@game("open")
def odessa() -> Patience:
    packed = DOWN & SAME_SUIT
    return Patience(
        picture="""
            F T T T T T T T
            F
            F
            F
        """,
        zones={
            "F": foundation(lift=None),
            "T": column(packed, start=KINGS, lift=FACE_UP),
        },
        deal=(
            Rows("T", 3, down=True),
            Rows("T", 3),
            Rows("T", 2, piles=range(1, 6)),
            _CountRuns("T", packed),
        ),
        moves=(Earns(LayOff("T", to="F"), Cards("F")), _Pack(Carry("T", to="T"))),
        chores=(Reveal("T"),),
        goal=Home("F"),
        score=Tally(),
    )


@dataclass(frozen=True, slots=True)
class _CountRuns:
    """A point for each card that lies in a run."""

    zones: str
    join: Join

    def deal(self, game: Patience, hand: Hand) -> None:
        """Every card that joins a neighbour."""
        for at in game.where(self.zones):
            joined = (False, *(self.join(*pair) for pair in pairwise(hand.piles[at])), False)
            hand.tally += sum(below or above for below, above in pairwise(joined))


@dataclass(frozen=True, slots=True)
class _Pack:
    """A carry that earns a point for each card of the run it makes; in an empty place it earns none."""

    carry: Carry

    verb = CARRY
    at = ""

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        """The carry's own."""
        return self.carry.offers(game, table)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        """The run is counted to both sides; face-down cards count, and so does one that goes up."""
        under, over = table.piles[action.target], table.piles[action.source][-action.size :]
        points = _run(face_up(under[::-1])) + _run(over) if under else 0
        table = self.carry.play(game, table, action)
        return table._replace(tally=table.tally + points)


def _run(cards: Pile) -> int:
    """How many cards follow each other in suit, from the first."""
    join, length = NEXT & SAME_SUIT, 1
    for one, other in pairwise(cards):
        if not join(one, other):
            break
        length += 1
    return length
