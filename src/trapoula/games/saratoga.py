"""Saratoga: a Klondike with every column open."""

from trapoula.games.klondike import klondike
from trapoula.patience import *


@game("packers", before={"redeals": "unlimited"})
def saratoga(draw: Literal[1, 3] = 1, redeals: Literal["usual", "unlimited"] = "usual") -> Patience:
    return klondike(draw, redeals, deal=(Triangle("T", down=False),))
