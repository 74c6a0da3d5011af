"""Runs that are moved whole."""

from dataclasses import dataclass
from typing import ClassVar

from trapoula.core.errors import Phrase
from trapoula.patience import NONE, Join, LayOff, Patience, Test, run
from trapoula.solve.proofs.conditions import (
    NO_SWEEP,
    ONE_PACK,
    PLAIN,
    SINGLY,
    Claim,
    Condition,
    Proof,
)
from trapoula.solve.proofs.declaration import (
    SUIT,
    cards_of,
    carries_of,
    column_of,
    homes_of,
    of_kind,
)


def _one_sort_of_column(game: Patience) -> bool:
    column = of_kind(game, "column")
    return len(column) == 1 and all(
        set(move.to) <= {column, *homes_of(game)}
        for move in carries_of(game)
        if column in move.source
    )


def _runs_as_packed(game: Patience) -> bool:
    zone, letter = column_of(game), of_kind(game, "column")
    return (
        isinstance(zone.lift, run)
        and zone.lift.ends == NONE
        and zone.lift.join == zone.build
        and zone.room > len(cards_of(game))
        and len(zone.batch) > SUIT
        and all(
            isinstance(move, LayOff)
            or (move.limit is None and move.lift is None and move.onto == "any")
            for move in carries_of(game)
            if letter in move.source and letter in move.to
        )
    )


def _all_or_nothing_in_common(game: Patience) -> bool:
    zone = column_of(game)
    assert isinstance(zone.build, Join)
    assert isinstance(zone.start, Test)
    masks = zone.build.masks[:52]
    return all(not one & other or one == other for one in masks for other in masks) and not any(
        zone.start.mask & mask for mask in masks
    )


@dataclass(frozen=True, slots=True)
class WholeRuns(Proof):
    """A run is split only to free a card that goes home next.

    Example: 6C lies on 7H. It goes to 7D without 7H only if 7H goes home then.
    """

    claim: ClassVar[Claim] = Claim(
        Phrase("Whole runs"),
        Phrase(
            "Two cards that take one card in common take the same cards; so what lies on the one "
            "and what lies on the other may trade places, and all play goes on as before. To split "
            "a run is such a trade. It is needed only for the card beneath to go home, and then "
            "right before that."
        ),
        (
            *PLAIN,
            ONE_PACK,
            NO_SWEEP,
            SINGLY,
            Condition(
                Phrase("There is one sort of column, which sends cards to columns and home only."),
                _one_sort_of_column,
            ),
            Condition(
                Phrase("Runs are lifted as they are packed, as long as one likes."), _runs_as_packed
            ),
            Condition(
                Phrase(
                    "Two cards of a column take the same cards or none in common, and an empty "
                    "column takes none that lies on another."
                ),
                _all_or_nothing_in_common,
            ),
        ),
    )


def _downwards(game: Patience) -> bool:
    zone = column_of(game)
    assert isinstance(zone.build, Join)
    return all(not zone.build.masks[card] >> 4 * (card // 4) for card in range(52))


@dataclass(frozen=True, slots=True)
class Traded(Proof):
    """Of two cards that take the same, it does not matter which bears which run.

    Example: 7H and 7D end two columns: 6S on 7H and 6C on 7D is the same as 6C on 7H and 6S on
    7D.
    """

    claim: ClassVar[Claim] = Claim(
        Phrase("Runs that trade places"),
        Phrase(
            "Let two cards that take the same lie in runs that end their columns. If what lies on the "
            "one and what lies on the other trade places, all play goes on as before, except that "
            "a card may bear a run when it is to go home; the other one is bare then, and the run is "
            "split over to it first. A card lies on higher ones only, so nothing is traded for a "
            "part of itself. So positions are the same when their runs begin with the same cards, "
            "in the same columns, and the same cards are packed in them; what is owed after a split "
            "still tells it from the position before."
        ),
        (
            WholeRuns.claim,
            Condition(Phrase("Cards are packed on higher ones only."), _downwards),
        ),
    )
