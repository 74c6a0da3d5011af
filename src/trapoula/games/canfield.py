"""Canfield: a reserve of thirteen feeds four columns, and the first card dealt begins the suits."""

from trapoula.patience import *


@game("packers", before={"base": "fixed"})
def canfield(base: Literal["free", "fixed"] = "free") -> Patience:
    packed = DOWN_ROUND & ALTERNATE
    return Patience(
        picture="""
            S W . F F F F
            R . . T T T T
        """,
        zones={
            "S": stock(),
            "W": waste(fan=3),
            "F": foundation(
                Settled(), UP_ROUND & SAME_SUIT, lift=Top(leaves=1) if base == "fixed" else TOP
            ),
            "R": reserve(),
            "T": column(packed, lift=run(packed)),
        },
        deal=(
            Onto("R", 12, down=True),
            Onto("R"),
            Rows("T"),
            Onto("F"),
            Now(Settle("F")),
            Rest("S"),
        ),
        moves=(
            Carry("WRT", to="F"),
            Carry("WRTF", to="T"),
            Turn("S", to="W", by=3, redeals="unlimited"),
        ),
        chores=(Refill("T", "R"), Reveal("R")),
        goal=Home("F"),
        score=Cards("F"),
    )
