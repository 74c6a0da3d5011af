"""Peek: Osmosis with the reserves open to see."""

from trapoula.games.osmosis import osmosis
from trapoula.patience import *


@game("foundations")
def peek(draw: Literal[1, 3] = 1) -> Patience:
    return osmosis(draw, hidden=0)
