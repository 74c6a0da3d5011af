"""Bear River: fans of three cards, packed up or down in suit, and three holes for any card."""

from trapoula.patience import *


@game("open")
def bear_river() -> Patience:
    packed = NEXT_ROUND & SAME_SUIT
    return Patience(
        picture="""
            . . F . F . F . F
            T . T . T . T . T . H
            T . T . T . T . T . H
            T . T . T . T . T . H
        """,
        zones={
            "F": foundation(Base("F"), UP_ROUND & SAME_SUIT, lift=None),
            "T": column(packed, start=NONE, fan="right", room=3),
            "H": column(packed, fan="right", room=3),
        },
        deal=(
            Stack("T", 3, piles=range(5)),
            Stack("H", 2, piles=range(1)),
            Stack("T", 3, piles=range(5, 10)),
            Stack("H", 2, piles=range(1, 2)),
            Stack("T", 3, piles=range(10, 15)),
            Stack("H", 2, piles=range(2, 3)),
            Onto("F"),
        ),
        moves=(Carry("TH", to="F"), Carry("TH", to="TH")),
        goal=Home("F"),
        score=Cards("F"),
    )
