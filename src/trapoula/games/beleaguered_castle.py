"""Beleaguered Castle: Streets and Alleys with the aces laid out first."""

from trapoula.games.streets_and_alleys import streets_and_alleys
from trapoula.patience import *


@game("open", before={"aces": "fixed"})
def beleaguered_castle(aces: Literal["free", "fixed"] = "free") -> Patience:
    return streets_and_alleys(laid=ACES, home=TOP if aces == "free" else Top(leaves=1))
