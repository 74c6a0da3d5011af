"""Hamilton: choose one of three cards as the base, then pack the columns down in one colour."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.cards import face_down, face_up
from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _Offer:
    """Turn up the next card of the stock as the base; one that is refused goes under the stock."""

    at: str
    to: str
    times: int

    verb = "offer"

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        if not table.phase and table.turned < self.times:
            yield Action(self.verb, game.where(self.at)[0])

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        (stock,), (offered,) = game.where(self.at), game.where(self.to)
        cards, refused = table.piles[stock], table.piles[offered]
        left = face_down(refused) + cards[:-1]
        table = table.put((stock, left), (offered, face_up(cards[-1:])))
        return table._replace(turned=table.turned + 1)


@game("packers")
def hamilton() -> Patience:
    last = Settled(-1)
    packed = Every((DOWN_ROUND & SAME_COLOUR, Except(last)))
    chosen = tuple(range(1, 14))
    return Patience(
        picture="""
            S W . F F F F
            T T T T T T T
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "F": foundation(Settled(), UP_ROUND & SAME_SUIT),
            "T": column(packed, lift=run(DOWN_ROUND & SAME_SUIT, ends=last)),
        },
        deal=(Triangle("T", down=False), Rest("S")),
        moves=(
            _Offer("S", to="W", times=3),
            Carry("W", to="F"),
            During(chosen, LayOff("T", to="F")),
            During(chosen, Carry("TF", to="T")),
            During(chosen, Spread("S", to="T")),
        ),
        chores=(Settle("F"),),
        goal=Home("F"),
        score=Cards("F"),
    )
