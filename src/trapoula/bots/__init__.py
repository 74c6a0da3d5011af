"""Bots. They see what a seat sees, and choose one of its legal actions.

    levels("golf")                       a game's levels, weakest first; none for a patience
    observe(id, game, state, seat)       what a bot gets: the view of its seat
    player(game, level).choose(...)      the choice of a bot without memory
    seated(game, level)                  a bot at one table that remembers what it saw there

The bots of a game are in the module of this package named like the game's own. Other table games
use the bots in `_anygame`, which need only the rules. Patiences have none.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Protocol, TypeVar, runtime_checkable

from trapoula.bots._observation import Imagined, Observation, imagine
from trapoula.catalogue.discovery import collection
from trapoula.catalogue.entries import find
from trapoula.core.errors import BadGame, BadOption, UnknownGame
from trapoula.core.game import Dice, Game, Json, Seat, View
from trapoula.machine.extras import naming_extras
from trapoula.patience import Patience

__all__ = [
    "Adviser",
    "Chooser",
    "Explainer",
    "Imagined",
    "Memory",
    "Observation",
    "Opinion",
    "Player",
    "Seated",
    "Talker",
    "levels",
    "memory",
    "observe",
    "player",
    "seated",
]

Seen = TypeVar("Seen", contravariant=True)  # the view type of one game


class Chooser(Protocol[Seen]):
    """A bot that chooses from a seat's view and its legal actions as text, never from a state."""

    def choose(self, view: Seen, legal: Sequence[str], dice: Dice) -> str:
        """Return one of the legal actions."""


class Player(Chooser[View], Protocol):
    """A bot for any game: its views are those of its table."""


@runtime_checkable
class Talker(Protocol):
    """A bot that also talks out of turn."""

    def remark(self, view: View) -> str | None:
        """Return talk as an action; None if it has nothing to say."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """A bot's opinion on an action: the chance of winning with it, and the reason."""

    action: str
    chance: float | None  # None if it cannot tell yet
    reason: str
    facts: dict[str, Json]


@runtime_checkable
class Adviser(Protocol):
    """A bot that also rates actions."""

    def consider(self, view: View, actions: Sequence[str], dice: Dice) -> list[Opinion]:
        """Return an opinion on each of some actions."""


@runtime_checkable
class Explainer(Protocol):
    """A bot that also explains its actions."""

    def explain(self, view: View, action: str) -> tuple[str, dict[str, Json]]:
        """Return a code for the reason for an action, from what everybody saw, and its facts."""


class Memory(Protocol):
    """A bot's memory at one table; it holds only what the views showed."""

    def recall(self, view: View) -> View:
        """Return the view, extended by what earlier views of the table showed."""


class Seated:
    """A bot at one table, with its memory."""

    def __init__(self, player: Player, memory: Memory) -> None:
        self._player, self._memory = player, memory
        self._talker = player if isinstance(player, Talker) else None

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """Return the bot's choice, with its memory."""
        return self._player.choose(self._memory.recall(view), legal, dice)

    def remark(self, view: View) -> str | None:
        """Return the bot's talk, after updating its memory."""
        seen = self._memory.recall(view)
        return self._talker.remark(seen) if self._talker is not None else None


def levels(game: str) -> tuple[str, ...]:
    """Return a game's levels, weakest first; none if it has no bots."""
    module = _module(game)
    return tuple(module.LEVELS) if module is not None else ()


@naming_extras
def player(game: str, level: str) -> Player:
    """Return a bot without memory, which can serve many tables at once."""
    module = _module(game)
    if module is None:
        raise BadOption("{game} has no bots.", game=game)
    known: Mapping[str, Callable[[], Player]] = module.LEVELS
    if level not in known:
        raise BadOption(
            "{game} has no bots of the level {level}: there are {levels}.",
            game=game,
            level=repr(level),
            levels=", ".join(known),
        )
    return known[level]()


def seated(game: str, level: str) -> Player:
    """Return a bot with memory for one seat of one table."""
    one, known = player(game, level), memory(game)
    return one if known is None else Seated(one, known)


def memory(game: str) -> Memory | None:
    """Return an empty memory for a game; None if there is nothing to remember."""
    remember: Callable[[], Memory] | None = getattr(_module(game), "remember", None)
    return None if remember is None else remember()


def observe(id_: str, game: Game[Any, Any], state: Any, seat: Seat) -> View:
    """Return what a game's bots get: a view; bots for any game can also imagine a state behind it."""
    if has_own(id_) or isinstance(game, Patience):
        return game.view(state, seat)
    return imagine(game, state, seat)


@cache
def has_own(game: str) -> bool:
    """Return whether a game has its own bots; they are not imported."""
    return game in collection() and find_spec(_name(game)) is not None


def _name(game: str) -> str:
    return f"{__name__}.{game.replace('-', '_')}"


def __getattr__(name: str) -> object:
    if name != "Searcher":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}._anygame").Searcher


def _module(game: str) -> ModuleType | None:
    """Return the module of a game's bots, or of those for any game."""
    if has_own(game):
        return import_module(_name(game))
    try:
        made = find(game).make()
    except (BadGame, UnknownGame):
        return None
    return None if isinstance(made, Patience) else import_module(f"{__name__}._anygame")
