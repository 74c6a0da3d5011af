"""Turning the stock and playing the card it uncovers, as one step."""

from dataclasses import dataclass
from typing import ClassVar, Self

from trapoula.core.errors import Phrase
from trapoula.patience import TOP, Carry, Home, LayOff, Patience, Reach, Redealt, Turn
from trapoula.patience.checks import letters, words
from trapoula.solve.proofs.conditions import AT_REST, TO_WASTES, Claim, Condition, Proof
from trapoula.solve.proofs.declaration import (
    cards_of,
    carries_of,
    laid_down,
    looks_at,
    moves_of,
    turn_of,
)


def _one_turn(game: Patience) -> bool:
    moves = moves_of(game)
    turns = sum(isinstance(move, Turn) for move in moves)
    return turns == 1 and all(isinstance(move, Carry | LayOff | Turn) for move in moves)


def _unwatched(game: Patience) -> bool:
    turn = turn_of(game)
    piles, ours = set(game.where(turn.at + turn.to)), set(turn.at + turn.to)
    watched = {pile for chore in game.chores for pile in looks_at(game, chore)}
    limits = [move.limit for move in carries_of(game) if isinstance(move, Carry)]
    watched |= looks_at(game, tuple(limits))
    for pile in range(len(game.places)):
        watched |= laid_down(game, pile)
    for part in words(game.goal):
        if isinstance(part, Redealt) or (isinstance(part, Home) and ours & set(part.zones)):
            return False
        if isinstance(part, Reach):
            watched |= looks_at(game, part)
        elif not isinstance(part, Home):  # which no turning of other zones changes
            watched |= set(game.where(letters(part)))
    return not piles & watched


def _taken_singly(game: Patience) -> bool:
    turn = turn_of(game)
    waste = game.zones[turn.to]
    return (
        waste.lift == TOP
        and waste.room >= len(cards_of(game))
        and not any(turn.at in move.source for move in carries_of(game))
        and not any(isinstance(move, Carry) and move.lift is not None for move in carries_of(game))
    )


@dataclass(frozen=True, slots=True)
class Turning(Proof):
    """Turning the stock up to a card that is played is one move.

    Example: Of a stock whose third card is 5C, turn, turn, turn, play 5C is one move. Turns
    that lead to no play are none.
    """

    move: int
    free: bool

    claim: ClassVar[Claim] = Claim(
        Phrase("Turning and playing as one step"),
        Phrase(
            "Turning the stock touches nothing but stock and waste, and nothing else looks at "
            "them; so every turn can wait until the card that it uncovers is played."
        ),
        (
            Condition(
                Phrase("One stock is turned to one waste, and all other moves carry cards."),
                _one_turn,
            ),
            TO_WASTES,
            Condition(
                Phrase("Cards are taken from the top of the waste, and none from the stock."),
                _taken_singly,
            ),
            Condition(Phrase("No rule, no chore and no goal looks at stock or waste."), _unwatched),
            Condition(Phrase("No rule loses the game."), lambda game: game.lost is None),
            AT_REST,
        ),
    )

    @classmethod
    def of(cls, game: Patience) -> Self:
        """The value for a game that meets the claim."""
        moves = moves_of(game)
        (number,) = (number for number, move in enumerate(moves) if isinstance(move, Turn))
        return cls(number, turn_of(game).redeals == "unlimited")
