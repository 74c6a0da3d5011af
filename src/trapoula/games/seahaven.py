"""Seahaven: four cells, two of them taken, columns packed down in suit and filled with kings."""

from trapoula.patience import *


@game("open", before={"points": "moves"})
def seahaven(points: Literal["home", "moves"] = "home") -> Patience:
    packed, home = DOWN & SAME_SUIT, Cards("F")
    return Patience(
        picture="""
            F F . C C C C . F F
            T T T T T T T T T T
        """,
        zones={
            "C": cell(),
            "F": foundation(),
            "T": column(packed, start=KINGS, lift=run(packed)),
        },
        deal=(Rows("T", 5), Rows("C", piles=range(1, 3))),
        moves=(
            Earns(LayOff("CT", to="F"), home),
            Carry("CT", to="T", limit=helped("C")),
            Earns(Carry("F", to="T"), home),
            Carry("TF", to="C"),
        ),
        goal=Home("F"),
        score=home if points == "home" else Tally(),
    )
