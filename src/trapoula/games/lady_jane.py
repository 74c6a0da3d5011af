"""Lady Jane: seven columns, and a reserve of seven heaps that the stock is dealt on."""

from trapoula.patience import *


@game("packers", before={"corner": "stops"})
def lady_jane(corner: Literal["round", "stops"] = "round") -> Patience:
    packed = DOWN_ROUND & ALTERNATE
    last = Settled(-1)
    build = packed if corner == "round" else Every((packed, Except(last)))
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
            "T": column(build, start=last, lift=run(packed)),
            "Q": reserve(),  # the left row of the reserve is dealt before the right one
            "R": reserve(),
        },
        deal=(*hidden, Rows("TQR"), Onto("F"), Now(Settle("F")), Rest("S")),
        moves=(
            Carry("SWTQR", to="F"),
            Carry("SWTQRF", to="T"),
            Spread("S", to="QR", full=True),
            When(Left("S", 2, 2), Then(Turn("S", to="W"), (Reveal("S"),))),
        ),
        chores=(Reveal("T"),),
        goal=Home("F"),
        score=Cards("F"),
    )
