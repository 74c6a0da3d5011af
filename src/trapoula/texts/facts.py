"""What a game's declaration says of itself, for its page: numbers that nobody has to type."""

from collections.abc import Iterable, Iterator, Set
from typing import Any, TypeAlias

from trapoula.cards import HIDDEN
from trapoula.game import Game
from trapoula.patience import (
    Bare,
    Both,
    Cards,
    Either,
    Gone,
    Home,
    Joined,
    Patience,
    Reach,
    Suits,
    Sum,
    Turn,
)
from trapoula.patience.goals import Goal
from trapoula.patience.rules import NONE, Test
from trapoula.patience.scores import Score

Facts: TypeAlias = dict[str, int | str]  # a text where something has no end, or is a list

NAMES = (
    "cards",
    "packs",
    "columns",
    "foundations",
    "cells",
    "reserves",
    "held",
    "redeals",
    "goal",
    "best",
    "draw",
)
CHOSEN = ("minimum", "rounds")  # numbers of the table games that an option sets
_KINDS = {"columns": "column", "foundations": "foundation", "cells": "cell", "reserves": "reserve"}
_SUIT, _PACK, _JOKERS = 13, 52, 2


def facts(game: Game[Any, Any]) -> Facts:
    """Every fact that can be told of a game; one that it does not have is left out."""
    if not isinstance(game, Patience):
        own = vars(game)
        chosen = {name: own[name] for name in CHOSEN if name in own}
        printed: Facts = getattr(game, "printed", {})
        return {"cards": len(game.pack), **chosen, **printed}
    cards = _dealt(game)
    found: dict[str, int | str | None] = {
        "cards": len(cards),
        "packs": len(cards) // _PACK if len(cards) % _PACK in (0, _JOKERS) else None,
        **{name: _piles(game, kind) or None for name, kind in _KINDS.items()},
        "held": _held(game) or None,
        "redeals": next(_named(game, "redeals"), None),
        "draw": next((move.by for move in _moves(game.moves) if isinstance(move, Turn)), None),
        "goal": game.goal.points if isinstance(game.goal, Reach) else None,
        "best": _best(game, cards),
    }
    return {name: fact for name, fact in found.items() if fact is not None}


def _dealt(game: Patience) -> list[int]:
    """Every card that takes part, those among them that are laid out before the shuffle."""
    table = game.start(game.pack)
    return [card & ~HIDDEN for pile in (*table.piles, table.gone, table.loose) for card in pile]


def _piles(game: Patience, kind: str) -> int:
    return sum(zone.kind == kind for zone in game.zone)


def _held(game: Patience) -> int:
    """How many cards lie in reserve when the deal is done."""
    piles = zip(game.zone, game.start(game.pack).piles, strict=True)
    return sum(len(pile) for zone, pile in piles if zone.kind == "reserve")


def _moves(moves: Iterable[Any]) -> Iterator[Any]:
    """The moves themselves, out of the wrappers that say when they may be made."""
    for move in moves:
        yield move
        if (inner := getattr(move, "move", None)) is not None:
            yield from _moves((inner,))


def _named(game: Patience, field: str) -> Iterator[int | str]:
    return (getattr(move, field) for move in _moves(game.moves) if hasattr(move, field))


# --- the highest score ---------------------------------------------------------------------------


def _best(game: Patience, cards: list[int]) -> int | None:
    """The score of a game that is won, as far as the goal settles it."""
    goal = game.goal.one if isinstance(game.goal, Either) else game.goal
    if isinstance(goal, Reach):
        known = isinstance(game.score, (Cards, Gone))
        return goal.points if known or not goal.filled else None
    return _worth(game, game.score, goal, cards)


def _worth(game: Patience, score: Score, goal: Goal, cards: list[int]) -> int | None:
    """What a score comes to when the goal is met; None where that depends on the play."""
    bare = _bare(game, goal)
    stays = set(game.zones) - bare
    match score:
        case Sum(scores):
            parts = [_worth(game, part, goal, cards) for part in scores]
            return None if None in parts else sum(part for part in parts if part is not None)
        case Cards(zones, each, start, test):
            if set(zones) <= bare:
                return start
            home = isinstance(goal, Home) and stays <= set(zones)
            return start + each * _count(cards, test) if home else None
        case Gone(each, per):
            if isinstance(goal, Bare) and set(goal.zones) == set(game.zones):
                return each * ((len(cards) - _count(cards, goal.but)) // per)
            return None
        case Joined(zones, _, each):
            if set(zones) <= bare:
                return 0
            full = sum(zone.kind == "foundation" for zone in game.zone)
            return each * (len(cards) - full) if stays <= set(zones) else None
        case Suits(zones, each, _):
            return each * (len(cards) // _SUIT) if stays <= set(zones) else None
    return None


def _bare(game: Patience, goal: Goal) -> Set[str]:
    """The zones that are empty when the goal is met."""
    match goal:
        case Home(zones):
            return set(game.zones) - set(zones)
        case Bare(zones, but) if but == NONE:
            return set(zones)
        case Both(one, other):
            return _bare(game, one) | _bare(game, other)
    return set()


def _count(cards: list[int], test: Test | None) -> int:
    return len(cards) if test is None else sum(card in test for card in cards)
