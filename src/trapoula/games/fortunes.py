"""Fortunes: of two cards of a suit the lower one leaves, until the four aces lie alone."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.cards import rank
from trapoula.patience import *

BEATS = SAME_SUIT & joins(
    "ACE_HIGH", lambda low, high: (rank(low) - 1) % 13 < (rank(high) - 1) % 13
)


@game("grids")
def fortunes() -> Patience:
    return Patience(
        picture="S . T T T T",
        zones={"S": stock(), "T": column(lift=FACE_UP)},
        deal=(Rest("S"),),
        moves=(_Beaten("T", BEATS), Carry("T", to="T"), Spread("S", to="T")),
        goal=Reach(48, filled="T"),
        score=Gone(),
    )


@dataclass(frozen=True, slots=True)
class _Beaten:
    """Take out of play a card that the top card of another pile beats."""

    at: str
    beats: Join

    verb = "drop"

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        tops = [(at, pile[-1]) for at in game.where(self.at) if (pile := table.piles[at])]
        for at, card in tops:
            if any(self.beats(card, other) for _, other in tops):
                yield Action(self.verb, at)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        return table.away((action.source,))
