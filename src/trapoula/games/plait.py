"""Plait: undo a plait of twenty cards; the first card on a base settles if suits go up or down."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.patience import *


@game("packers")
def plait() -> Patience:
    return Patience(
        picture="""
             E   P   E      F F
            .
            T T     T T     F F
                        W S
            T T     T T     F F
            .
             E       E      F F
        """,
        pitch=1 / 2,
        zones={
            "E": cell(),
            "P": reserve(fan="down"),
            "F": foundation(Base("F"), _OneWay("F"), lift=None),
            "T": cell(),
            "W": waste(),
            "S": stock(),
        },
        pack=TWO_DECKS,
        deal=(
            Rows("E", piles=range(1)),
            Onto("P", 20),
            Rows("E", piles=range(1, 2)),
            Onto("F"),
            Rows("T"),
            Rows("E", piles=range(2, 4)),
            Rest("S"),
        ),
        moves=(
            Carry("WPT", to="F"),
            _Unplait(Carry("E", to="F"), "P"),
            Carry("WPTE", to="E"),
            Carry("WTE", to="T"),
            Turn("S", to="W", redeals=2),
        ),
        goal=Home("F"),
        score=Tally(),
    )


@dataclass(frozen=True, slots=True)
class _OneWay:
    """Up or down in suit, going round: on all foundations the way that the first of them went."""

    zones: str

    def takes(self, game: Patience, table: Table, at: int) -> Mask:
        way = NEXT_ROUND
        for home in game.where(self.zones):
            if len(pile := table.piles[home]) > 1:
                way = UP_ROUND if UP_ROUND(pile[0], pile[1]) else DOWN_ROUND
                break
        top = table.piles[at][-1]
        return way.masks[top] & SAME_SUIT.masks[top]


@dataclass(frozen=True, slots=True)
class _Unplait:
    """A carry that leaves a gap, which the end of the plait fills at once."""

    carry: Carry
    plait: str

    verb = CARRY
    at = ""

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        return self.carry.offers(game, table)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        table = self.carry.play(game, table, action)
        (plait,) = game.where(self.plait)
        pile = table.piles[plait]
        return table.put((plait, pile[:-1]), (action.source, pile[-1:]))
