"""Chessboard: a Fortress whose foundations begin with any rank and go round the corner."""

from trapoula.games.fortress import fortress
from trapoula.patience import *


@game("open")
def chessboard() -> Patience:
    return fortress(base=Base("F"), up=UP_ROUND, beside=NEXT_ROUND)
