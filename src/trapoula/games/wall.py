"""Wall: break through the wall and past the guards to the two kings on their throne."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.cards import Pile, face_up, rank
from trapoula.patience import *

THRONE = cards("king of spades", lambda card: card in KINGS & of_suit(SPADES))
BREACHES = {  # where a gap lays a pile open: to either side, or below
    "B": ((-1, 0), (1, 0), (-0.5, 1), (0.5, 1)),
    "L": ((-2, 0), (2, 0), (-0.5, 2), (0.5, 2)),
    "H": ((-2, 0), (2, 0), (-1, 2), (1, 2)),
}


def _pips(pile: Pile) -> int:
    return sum(rank(card) + 1 for card in pile)


def _strength(game: Patience, table: Table, at: int) -> int:
    """The pips of a pile; a card of the wall is backed by the two above it."""
    cards = table.piles[at]
    if game.letter[at] == "B":
        for side in (-0.5, 0.5):
            over = game.beside(at, side, -1) or game.beside(at, 0, -2)
            cards += table.piles[over] if over else b""
    return _pips(cards)


def _open(game: Patience, table: Table, at: int) -> bool:
    if game.letter[at] == "K":
        return Bare("H").met(game, table)
    near = [game.beside(at, *step) for step in BREACHES[game.letter[at]]]
    return near[2:] == [None, None] or any(
        place is not None and not table.piles[place] for place in near
    )
