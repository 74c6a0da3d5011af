"""Lady Jane: seven columns, and a reserve of seven heaps that the stock is dealt on."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.cards import face_up
from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _LastTwo:
    """Turn up the last two cards of the stock, one of them on the waste."""

    verb, at, to = "turn", "S", "W"

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        if len(table.piles[stock := game.where(self.at)[0]]) == 2:
            yield Action(self.verb, stock)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        stock, waste = game.where(self.at + self.to)
        under, top = face_up(table.piles[stock])
        return table.put((stock, bytes([under])), (waste, bytes([top])))


@game("packers")
def lady_jane() -> Patience:
    packed = DOWN_ROUND & ALTERNATE
    last = Settled(-1)
    hidden = (Rows("T", down=True, piles=range(first, 7)) for first in range(1, 7))
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
        deal=(*hidden, Rows("TQR"), Onto("F"), Now(Settle("F")), Rest("S")),
        moves=(
            Carry("SWTQR", to="F"),
            Carry("SWTQRF", to="T"),
            Spread("S", to="QR", full=True),
            _LastTwo(),
        ),
        chores=(Reveal("T"),),
        goal=Home("F"),
        score=Cards("F"),
    )
