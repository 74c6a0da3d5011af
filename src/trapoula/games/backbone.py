"""Backbone: two packs around a spine of two rows, which one card at its foot locks."""

from trapoula.patience import *


@game("packers")
def backbone() -> Patience:
    spine = reserve(lift=UNCOVERED)
    return Patience(
        picture="""
            T L R T F F F F
            . L R
            . L R
            T L R T F F F F
            . L R
            . L R
            T L R T . S W
            . L R
            . L R
            T  E  T
        """,
        pitch=1 / 3,
        pack=TWO_DECKS,
        zones={
            "S": stock(),
            "W": waste(),
            "F": foundation(lift=None),
            "T": column(DOWN & SAME_SUIT, fan="none"),
            "L": spine,
            "R": spine,
            "E": spine,
        },
        deal=(Rows("TLRE"), Rest("S")),
        moves=(
            Carry("WLRET", to="F"),
            Carry("WT", to="T"),
            Carry("LRE", to="T", onto="cards"),
            Turn("S", to="W", redeals=1),
        ),
        goal=Home("F"),
        score=Cards("F"),
    )
