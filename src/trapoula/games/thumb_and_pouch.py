"""Thumb and Pouch: a Klondike packed in any suit but the same, where a gap takes any card."""

from trapoula.games.klondike import klondike
from trapoula.patience import *


@game("packers")
def thumb_and_pouch() -> Patience:
    return klondike(match=~SAME_SUIT, start=ANY)
