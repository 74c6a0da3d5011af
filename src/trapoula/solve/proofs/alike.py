"""Positions that differ in nothing that counts: buried cards, and piles that trade places."""

from dataclasses import dataclass
from typing import ClassVar, Self

from trapoula.errors import Phrase
from trapoula.patience import Bare, Carry, LayOff, Patience, Spread, Turn, astray
from trapoula.patience.checks import words
from trapoula.solve.looks import looks_at
from trapoula.solve.proofs.claim import Claim, Condition, Proof
from trapoula.solve.proofs.conditions import AT_REST, BY_TOP_CARD, EMPTIED
from trapoula.solve.proofs.declared import cards_of, moves_of


def _buried(game: Patience) -> tuple[int, ...]:
    watched = {pile for chore in game.chores for pile in looks_at(game, chore)}
    left = set(game.where(game.goal.zones)) if isinstance(game.goal, Bare) else set()
    for move in moves_of(game):
        if isinstance(move, Carry | LayOff):
            left |= set(game.where(move.source))
        elif isinstance(move, Turn):
            left |= set(game.where(move.at if move.redeals == 0 else move.at + move.to))
        elif isinstance(move, Spread):
            left |= set(game.where(move.at))
    return tuple(
        pile
        for pile, zone in enumerate(game.zone)
        if pile not in left | watched and zone.room >= len(cards_of(game))
    )


@dataclass(frozen=True, slots=True)
class Buried(Proof):
    """The piles of which only the top card counts."""

    piles: tuple[int, ...]

    claim: ClassVar[Claim] = Claim(
        Phrase("Buried cards"),
        Phrase(
            "Where no card ever leaves a pile and only its top card is asked for, positions that "
            "differ in the order of the others are the same; which those are follows from all the "
            "other piles."
        ),
        (
            EMPTIED,
            Condition(
                Phrase("Cards are carried, laid off, turned or dealt, and nothing else is done."),
                lambda game: (
                    all(isinstance(move, Carry | LayOff | Turn | Spread) for move in moves_of(game))
                    and not any(isinstance(part, astray) for part in words(game.zones))
                ),
            ),
            BY_TOP_CARD,
            Condition(
                Phrase("There is a pile that takes any number of cards and gives none back."),
                lambda game: bool(_buried(game)),
            ),
        ),
    )

    @classmethod
    def of(cls, game: Patience) -> Self:
        """The value for a game that meets the claim."""
        return cls(_buried(game))


@dataclass(frozen=True, slots=True)
class Trading(Proof):
    """Whether a pile that moves whole to an empty one like it changes nothing."""

    idle: bool

    claim: ClassVar[Claim] = Claim(
        Phrase("Piles that trade places"),
        Phrase(
            "Piles of one zone that no rule, chore or deal tells apart may trade places: positions "
            "that differ in that alone are the same, and of several empty ones the first will do. "
            "A pile that moves whole to an empty one has only traded places, unless a chore follows "
            "that would do more."
        ),
        (),
    )

    @classmethod
    def of(cls, game: Patience) -> Self:
        """The value for a game that meets the claim."""
        return cls(AT_REST.holds(game))
