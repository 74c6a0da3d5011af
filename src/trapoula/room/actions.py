"""Actions taken apart, so that a client need not read their texts."""

import re
from dataclasses import fields
from typing import Any

from msgspec import UNSET

from trapoula.game import Game, Json
from trapoula.patience import CARRY, PAIR, Action, Patience
from trapoula.room import wire

_LAID = re.compile(r"(\w+)>(\w+)")  # a card, and where it is laid


def parts(game: Game[Any, Any], text: str) -> wire.Action:
    """What an action is made of: its verb, from where to where, how many cards, and what else it says."""
    action = game.read(text)
    if isinstance(game, Patience) and isinstance(action, Action):
        return _of_patience(game, action, text)
    laid = _LAID.fullmatch(text)
    return wire.Action(
        text=text,
        verb=type(action).__name__.lower(),
        source=laid[1] if laid else UNSET,
        target=laid[2] if laid else UNSET,
        facts=_facts(action),
    )


def _of_patience(game: Patience, action: Action, text: str) -> wire.Action:
    if action.verb in (CARRY, PAIR):
        source, target = game.names[action.source], game.names[action.target]
        size = action.size if action.verb == CARRY else UNSET
        return wire.Action(text=text, verb=action.verb, source=source, target=target, size=size)
    taps = game.taps[action.verb]
    if not taps:
        return wire.Action(text=text, verb=action.verb)  # it belongs to no pile: a button
    at = action.source if len(taps) > 1 else taps[0]
    return wire.Action(text=text, verb=action.verb, source=game.names[at])


def _facts(action: Any) -> dict[str, Json]:
    """What the action itself holds, by its own names."""
    if isinstance(action, tuple):
        return {name: _plain(getattr(action, name)) for name in getattr(action, "_fields", ())}
    return {field.name: _plain(getattr(action, field.name)) for field in fields(action)}


def _plain(fact: Any) -> Json:
    return [*map(_plain, fact)] if isinstance(fact, tuple | bytes) else fact
