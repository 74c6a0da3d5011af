"""Glenwood: you choose the base from a reserve of four rows; columns move whole or not at all."""

from trapoula.patience import *


@game("packers", before={"first": "any", "gaps": "any"})
def glenwood(
    first: Literal["base", "any"] = "base", gaps: Literal["reserve", "any"] = "reserve"
) -> Patience:
    suits = UP_ROUND & SAME_SUIT
    begun, packing = Reach(1), Carry("R", to="T")
    return Patience(
        picture="""
            S W . B F F F
            R . . T T T T
            R
            R
            R
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "B": foundation(ANY, suits, lift=None),
            "F": foundation(Base("B"), suits, lift=None),
            "R": reserve(fan="right"),
            "T": column(DOWN_ROUND & ALTERNATE),
        },
        deal=(Rows("R", 3), Rows("T"), Rest("S")),
        moves=(
            Carry("R", to="B"),
            When(begun, packing) if first == "base" else packing,
            When(begun, Carry("WT", to="B")),
            When(begun, Carry("WRT", to="F")),
            When(
                begun,
                Carry("T", to="T", onto="cards" if gaps == "reserve" else "any", lift=whole()),
            ),
            When(begun, Turn("S", to="W", redeals=1), otherwise="Choose a base card first."),
            Carry("W", to="T", onto="cards"),
            When(Bare("R"), Carry("W", to="T", onto="spaces")),
        ),
        goal=Home("BF"),
        score=Cards("BF"),
    )
