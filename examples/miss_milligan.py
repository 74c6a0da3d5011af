"""Miss Milligan: two packs dealt a row at a time, and at the end one place to set cards aside."""

from trapoula.patience import *


@game("packers")
def miss_milligan() -> Patience:
    packed = DOWN & ALTERNATE
    return Patience(
        picture="""
            S . F F F F F F F F
            P . T T T T T T T T
        """,
        pack=TWO_DECKS,
        zones={
            "S": stock(),
            "P": Zone("cell", start=ANY, lift=run(packed), fan="down"),
            "F": foundation(lift=None),
            "T": column(packed, start=KINGS, lift=run(packed)),
        },
        deal=(Rows("T"), Rest("S")),
        moves=(
            Carry("TP", to="F"),
            Carry("TP", to="T"),
            When(Bare("S"), Carry("T", to="P")),
            Spread("S", to="T"),
        ),
        goal=Home("F"),
        score=Cards("F"),
    )
