"""Fortunes: of two cards of a suit the lower one leaves, until the four aces lie alone."""

from trapoula.core.cards import rank
from trapoula.patience import *

BEATS = SAME_SUIT & joins(
    "ACE_HIGH", lambda low, high: (rank(low) - 1) % 13 < (rank(high) - 1) % 13
)


@game("grids", before={"aces": "apart"})
def fortunes(aces: Literal["together", "apart"] = "together") -> Patience:
    return Patience(
        picture="S . T T T T",
        zones={"S": stock(), "T": column(lift=FACE_UP)},
        deal=(Rest("S"),),
        moves=(Beat("T", BEATS), Carry("T", to="T"), Spread("S", to="T")),
        goal=Reach(48, filled="T" if aces == "apart" else ""),
        score=Gone(),
    )
