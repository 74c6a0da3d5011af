"""Gold Mine: a Klondike begun with an empty table, three cards at a time and only once."""

from trapoula.games.klondike import klondike
from trapoula.patience import *


@game("packers")
def gold_mine() -> Patience:
    return klondike(draw=3, redeals=0, deal=(), start=ANY)
