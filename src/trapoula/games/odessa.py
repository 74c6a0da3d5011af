"""Odessa: a Yukon packed in suit, where long runs in the columns pay."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from trapoula.core.cards import Card, face_up
from trapoula.games.yukon import yukon
from trapoula.patience import *


def _runs(pile: Sequence[Card]) -> list[int]:
    """For each card, which run in suit it lies in."""
    return list(accumulate((not (DOWN & SAME_SUIT)(*pair) for pair in pairwise(pile)), initial=0))


@dataclass(frozen=True, slots=True)
class _CountRuns:
    """A point for each card dealt after another of its run, and for the first one if that counts."""

    first: bool

    def deal(self, game: Patience, hand: Hand) -> None:
        for runs in (_runs(hand.piles[at]) for at in game.where("T")):
            first = sum(runs.count(run) > 1 for run in set(runs)) if self.first else 0
            hand.tally += first + len(runs) - len(set(runs))


@dataclass(frozen=True, slots=True)
class _Pack:
    """A carry that earns a point for each card of the run it makes, face-down ones too."""

    carry: Carry

    verb, at = CARRY, ""

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        return self.carry.offers(game, table)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        depth = len(table.piles[action.target])
        table = self.carry.play(game, table, action)
        runs = _runs(face_up(table.piles[action.target]))
        points = runs.count(runs[depth]) if depth else 0
        return table._replace(tally=table.tally + points)


@game("open", before={"dealt": "runs"})
def odessa(dealt: Literal["added", "runs"] = "added") -> Patience:
    rows = (Rows("T", 3, down=True), Rows("T", 3), Rows("T", 2, piles=range(1, 6)))
    return yukon(
        match=SAME_SUIT,
        picture="F T T T T T T T\nF\nF\nF",
        deal=(*rows, _CountRuns(dealt == "runs")),
        moves=(LayOff("T", to="F"), _Pack(Carry("T", to="T"))),
        score=Sum((Cards("F"), Tally())),
        highest=52 + 4 * sum(range(2, 14)),  # each suit packed card by card, then brought home
    )
