"""Numbers for a game's page, computed from its declaration."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from trapoula.core.game import Game
from trapoula.patience import Patience, Reach, Turn

Facts: TypeAlias = dict[str, int | str]  # a text if something is unlimited, or for a list

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
CHOSEN = ("minimum", "rounds")  # numbers in table games that an option sets
_KINDS = {"columns": "column", "foundations": "foundation", "cells": "cell", "reserves": "reserve"}
_PACK, _JOKERS = 52, 2


def facts(game: Game[Any, Any]) -> Facts:
    """Return all facts of a game that apply to it."""
    if not isinstance(game, Patience):
        own = vars(game)
        chosen = {name: own[name] for name in CHOSEN if name in own}
        printed: Facts = getattr(game, "printed", {})
        return {"cards": len(game.pack), **chosen, **printed}
    cards = game.cards
    found: dict[str, int | str | None] = {
        "cards": len(cards),
        "packs": len(cards) // _PACK if len(cards) % _PACK in (0, _JOKERS) else None,
        **{name: _piles(game, kind) or None for name, kind in _KINDS.items()},
        "held": _held(game) or None,
        "redeals": next(_named(game, "redeals"), None),
        "draw": next((move.by for move in _moves(game.moves) if isinstance(move, Turn)), None),
        "goal": game.goal.points if isinstance(game.goal, Reach) else None,
        "best": game.maximum,
    }
    return {name: fact for name, fact in found.items() if fact is not None}


def _piles(game: Patience, kind: str) -> int:
    return sum(zone.kind == kind for zone in game.zone)


def _held(game: Patience) -> int:
    """Return how many cards are in reserve after the deal."""
    piles = zip(game.zone, game.start(game.pack).piles, strict=True)
    return sum(len(pile) for zone, pile in piles if zone.kind == "reserve")


def _moves(moves: Iterable[Any]) -> Iterator[Any]:
    """Yield moves and the moves inside their wraps."""
    for move in moves:
        yield move
        if (inner := getattr(move, "move", None)) is not None:
            yield from _moves((inner,))


def _named(game: Patience, field: str) -> Iterator[int | str]:
    return (getattr(move, field) for move in _moves(game.moves) if hasattr(move, field))
