"""Cards and colours in a terminal."""

import os
import sys
from typing import TextIO

from trapoula.core.cards import FACE_DOWN

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RED, DIM, PLAIN = "\033[31m", "\033[2m", "\033[0m"
WIDTH = 3  # columns per card


def wants_colour(stream: TextIO | None = None) -> bool:
    """Return whether to use colour: on a terminal, unless NO_COLOR is set."""
    return not os.environ.get("NO_COLOR") and (stream or sys.stdout).isatty()


def face(card: str, *, colour: bool) -> str:
    """Draw a card, always three columns wide."""
    if card == FACE_DOWN:
        return f"{DIM}▒▒▒{PLAIN}" if colour else "▒▒▒"
    if card in ("BJ", "RJ"):
        text, red = " ★ ", card == "RJ"
    else:
        rank, suit = card[0], card[1]
        text, red = f"{'10' if rank == 'T' else ' ' + rank}{SUITS[suit]}", suit in "DH"
    return f"{RED}{text}{PLAIN}" if colour and red else text
