"""Giant: two packs dealt out over eight columns, with one cell to spare."""

from trapoula.patience import *


@game("packers")
def giant(match: Literal["colours", "suit"] = "colours") -> Patience:
    packed = DOWN & (SAME_SUIT if match == "suit" else ALTERNATE)
    return Patience(
        picture="""
            S . F F F F F F F F
            T T T T T T T T . C
        """,
        pack=TWO_DECKS,
        zones={
            "S": stock(),
            "F": foundation(),
            "T": column(packed, lift=run(packed)),
            "C": cell(),
        },
        deal=(Rows("T"), Rest("S")),
        moves=(
            LayOff("T", to="F"),
            Carry("FC", to="F"),
            Carry("TFC", to="TC"),
            Spread("S", to="T"),
        ),
        goal=Home("F"),
        score=Cards("F"),
    )
