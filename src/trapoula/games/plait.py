"""Plait: undo a plait of twenty cards; the first card on a base settles if suits go up or down."""

from trapoula.patience import *


@game("packers", before={"edges": "homeward"})
def plait(edges: Literal["refilled", "homeward"] = "refilled") -> Patience:
    ways = (UP_ROUND & SAME_SUIT, DOWN_ROUND & SAME_SUIT)
    beside = Carry("E", to="ET")
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
        pack=TWO_DECKS,
        zones={
            "E": cell(),
            "P": reserve(fan="down"),
            "F": foundation(Base("F"), OneWay(ways, "F"), lift=None),
            "T": cell(),
            "W": waste(),
            "S": stock(),
        },
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
            Backfill(Carry("E", to="F"), by="P"),
            Backfill(beside, by="P") if edges == "refilled" else beside,
            Carry("WPT", to="E"),
            Carry("WT", to="T"),
            Turn("S", to="W", redeals=2),
        ),
        goal=Home("F"),
        score=Tally(),
    )
