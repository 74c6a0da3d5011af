"""Union Square: two packs, sixteen heaps in suit one way each, suits built to the king and back."""

from trapoula.patience import *


@game("packers")
def union_square() -> Patience:
    up, down = UP & SAME_SUIT, DOWN & SAME_SUIT
    to_and_fro = Until(13, up, Until(14, SAME_RANK & SAME_SUIT, down))
    return Patience(
        picture="""
            S W . T T T T . F
            . . . T T T T . F
            . . . T T T T . F
            . . . T T T T . F
        """,
        pack=TWO_DECKS,
        zones={
            "S": stock(),
            "W": waste(),
            "F": foundation(Every((ACES, Unlike("F", SAME_SUIT))), to_and_fro, lift=None, room=26),
            "T": Zone("column", ANY, OneWay((up, down)), lift=TOP, fan="right", shown=2),
        },
        deal=(Rows("T"), Rest("S")),
        moves=(Carry("WT", to="F"), Carry("WT", to="T"), Turn("S", to="W")),
        goal=Home("F"),
        score=Cards("F"),
    )
