"""Cards that come to their places in rows."""

from dataclasses import dataclass
from typing import ClassVar

from trapoula.errors import Phrase
from trapoula.patience import (
    SAME_SUIT,
    TWO,
    UP,
    Beside,
    Carry,
    Fixed,
    Patience,
    Reach,
    astray,
    only,
)
from trapoula.patience.patience import Shuffler
from trapoula.solve.proofs.claim import Claim, Condition, Proof
from trapoula.solve.proofs.declared import SUIT, moves_of, packs_of

ROWS, IN_ORDER = 4, 48  # of a suit each, and the cards from the twos to the kings


def _rows_of_places(game: Patience) -> bool:
    zones = list(game.zones.values())
    return (
        len(zones) == 1
        and zones[0].room == 1
        and zones[0].start == Beside(UP & SAME_SUIT, dx=-1, edge=only(TWO))
        and zones[0].lift == astray()
        and [game.beside(place, -1) for place in range(len(game.places))]
        == [place - 1 if place % SUIT else None for place in range(ROWS * SUIT)]
    )


def _one_by_one(game: Patience) -> bool:
    moves = [move for move in moves_of(game) if not isinstance(move, Shuffler)]
    every = "".join(game.zones)
    return moves == [Carry(every, to=every)] and not game.chores


IN_ROWS = (
    Condition(
        Phrase("The game is won when all cards but the aces are in order, and no rule loses it."),
        lambda game: (
            game.goal == Reach(IN_ORDER)
            and game.score == Fixed("".join(game.zones))
            and game.lost is None
            and packs_of(game) == 1
        ),
    ),
    Condition(
        Phrase(
            "There are four rows of thirteen places. A two goes to the edge, any other card to the "
            "right of the next lower one of its suit, and cards in order from the edge stay."
        ),
        _rows_of_places,
    ),
    Condition(Phrase("Until cards are shuffled, they are carried and nothing else."), _one_by_one),
)


@dataclass(frozen=True, slots=True)
class Placed(Proof):
    """Suits for which there are no rows left."""

    claim: ClassVar[Claim] = Claim(
        Phrase("Rows that no suit can fill"),
        Phrase(
            "Let nothing ever be in the way again: a place is free for ever once the card that lies "
            "there now can leave it, and a card can go to the right of wherever the next lower one "
            "can come to, a two to any free edge. Whatever happens in real play is allowed here, by "
            "induction over its moves. Where even so the suits do not find a row each, of which every "
            "card can come to its place, the game is lost."
        ),
        IN_ROWS,
    )


@dataclass(frozen=True, slots=True)
class Settling(Proof):
    """Cards that come to their places at once."""

    claim: ClassVar[Claim] = Claim(
        Phrase("Cards that come to stay"),
        Phrase(
            "Behind cards in order from the edge, which stay, only one card can ever lie, and it can "
            "go nowhere else. Where it lies now it is of use only if the next higher one comes to "
            "lie on its right. So it goes to its place at once when that cannot happen: at the end "
            "of a row, as a king, or with that card there already, which cannot leave before it."
        ),
        IN_ROWS,
    )
