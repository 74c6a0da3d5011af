"""The highest score that a game can reach."""

from collections.abc import Set
from typing import TYPE_CHECKING

from trapoula.core.cards import Deck
from trapoula.patience.goals import Bare, Both, Either, Goal, Home, Reach
from trapoula.patience.rules import NONE, Test
from trapoula.patience.scores import Cards, Gone, Joined, Score, Suits, Sum

if TYPE_CHECKING:
    from trapoula.patience.patience import Patience

_SUIT = 13


def maximum(game: "Patience") -> int | None:
    """Return the declared maximum, or the score of a won game if the goal determines it."""
    if game.highest is not None:
        return game.highest
    goal = game.goal.one if isinstance(game.goal, Either) else game.goal
    if isinstance(goal, Reach):
        known = isinstance(game.score, (Cards, Gone))
        return goal.points if known or not goal.filled else None
    return _worth(game, game.score, goal)


def _worth(game: "Patience", score: Score, goal: Goal) -> int | None:
    """Return the score when the goal is met; None if it depends on the play."""
    bare, cards = _bare(game, goal), game.cards
    stays = set(game.zones) - bare
    match score:
        case Sum(scores):
            parts = [_worth(game, part, goal) for part in scores]
            return None if None in parts else sum(part for part in parts if part is not None)
        case Cards(zones, each, start, test):
            if set(zones) <= bare:
                return start
            home = isinstance(goal, Home) and stays <= set(zones)
            return start + each * _count(cards, test) if home else None
        case Gone(each, per):
            cleared = _cleared(goal)
            if set("".join(part.zones for part in cleared)) == set(game.zones):
                kept = sum(_count(cards, part.but) for part in cleared)
                return each * ((len(cards) - kept) // per)
            return None
        case Joined(zones, _, each):
            if set(zones) <= bare:
                return 0
            room = max((zone.room for zone in game.zone if zone.kind == "foundation"), default=1)
            piles = -(-len(cards) // room)  # as few as can hold all cards
            return each * (len(cards) - piles) if stays <= set(zones) else None
        case Suits(zones, each, _):
            return each * (len(cards) // _SUIT) if stays <= set(zones) else None
    return None


def _cleared(goal: Goal) -> tuple[Bare, ...]:
    """Return the conditions that zones be empty, if the goal consists of nothing else."""
    match goal:
        case Bare():
            return (goal,)
        case Both(one, other) if (first := _cleared(one)) and (second := _cleared(other)):
            return first + second
    return ()


def _bare(game: "Patience", goal: Goal) -> Set[str]:
    """Return the zones that are empty when the goal is met."""
    match goal:
        case Home(zones):
            return set(game.zones) - set(zones)
        case Bare(zones, but) if but == NONE:
            return set(zones)
        case Both(one, other):
            return _bare(game, one) | _bare(game, other)
    return set()


def _count(cards: Deck, test: Test | None) -> int:
    return len(cards) if test is None else sum(card in test for card in cards)
