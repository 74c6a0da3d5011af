"""Saratoga: a Klondike with every column open, and the stock gone through as often as you like."""

from trapoula.games.klondike import klondike
from trapoula.patience import *


@game("packers")
def saratoga(draw: Literal[1, 3] = 1) -> Patience:
    return klondike(draw, redeals="unlimited", deal=(Triangle("T", down=False),))
