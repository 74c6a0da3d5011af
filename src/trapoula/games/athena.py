"""Athena: a Klondike dealt in rows, every other row face down."""

from trapoula.games.klondike import klondike
from trapoula.patience import *


@game("packers")
def athena(draw: Literal[1, 3] = 1) -> Patience:
    return klondike(draw, redeals=2, deal=(Rows("T", down=True), Rows("T")) * 2)
