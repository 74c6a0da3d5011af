"""Lady Jane: seven columns, and a reserve of seven heaps that the stock is dealt on."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.cards import face_up
from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _LastTwo:
    """Turn up the last two cards of the stock, one of them on the waste."""

    at: str
    to: str

    verb = "turn"

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        (stock,) = game.where(self.at)
        if len(table.piles[stock]) == 2:
            yield Action(self.verb, stock)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        (stock,), (waste,) = game.where(self.at), game.where(self.to)
        cards = face_up(table.piles[stock])
        return table.put((stock, cards[:1]), (waste, cards[1:]))


@game("packers")
def lady_jane() -> Patience:
    packed = DOWN_ROUND & ALTERNATE
    last = Settled(-1)
    return Patience(
        picture="""
            S W . F F F F . R
            . . . . . . . Q
            T T T T T T T . R
            . . . . . . . Q
            . . . . . . . . R
            . . . . . . . Q
            . . . . . . . . R
        """,
        pitch=1 / 2,
        zones={
            "S": Zone("stock", lift=TOP),
            "W": waste(),
            "F": foundation(Settled(), UP_ROUND & SAME_SUIT),
            "T": column(Every((packed, Except(last))), start=last, lift=run(packed)),
            "Q": reserve(),
            "R": reserve(),
        },
        deal=(
            *(Rows("T", down=True, piles=range(first, 7)) for first in range(1, 7)),
            Rows("TQR"),
            Onto("F"),
            Now(Settle("F")),
            Rest("S"),
        ),
        moves=(
            Carry("SWTQR", to="F"),
            Carry("SWTQRF", to="T"),
            Spread("S", to="QR", full=True),
            _LastTwo("S", to="W"),
        ),
        chores=(Reveal("T"),),
        goal=Home("F"),
        score=Cards("F"),
    )
