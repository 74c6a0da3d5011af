"""Beleaguered Castle: Streets and Alleys with the aces laid out first."""

from trapoula.games.streets_and_alleys import streets_and_alleys
from trapoula.patience import *


@game("open")
def beleaguered_castle() -> Patience:
    return streets_and_alleys(laid=ACES)
