"""Accordion: fold a long line of cards together until a single one is left."""

from trapoula.patience import *


@game("grids")
def accordion() -> Patience:
    return Patience(
        picture="""
            L L L L L L L L L
            L L L L L L L L L
            L L L L L L L L L
            L L L L L L L L L
            L L L L L L L L L
            L L L L L L L
        """,
        zones={"L": square()},
        deal=(Rows("L"),),
        moves=(Fold("L", SAME_SUIT | SAME_RANK, distances=(3, 1)),),
        goal=Reach(51),
        score=Gone(),
    )
