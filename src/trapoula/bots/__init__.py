"""Players that are not people. They see what a seat sees, and choose among what it may do.

    levels("golf")                       the levels that a game is played at, the weakest first: here none
    observe(id, game, state, seat)       what a player is handed: the view of its seat
    player(game, level).choose(...)      what one who remembers nothing does, given that
    seated(game, level)                  one who sits at a single table, and remembers what it saw there

The players of a game are in the file of this folder that is named like the game's own. A table game without
one has those of `_anygame`, which need nothing but the rules; a patience has none.
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

Seen = TypeVar("Seen", contravariant=True)  # the view of one game, by its names


class Chooser(Protocol[Seen]):
    """One who chooses: given a seat's view and its legal actions as text, never a state."""

    def choose(self, view: Seen, legal: Sequence[str], dice: Dice) -> str:
        """One of the legal actions."""


class Player(Chooser[View], Protocol):
    """One who chooses, whatever the game: its views are those of the table where it sits."""


@runtime_checkable
class Talker(Protocol):
    """One who also says something out of turn."""

    def remark(self, view: View) -> str | None:
        """What it has to say now, as an action; None when it has nothing to say."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a player thinks of an action: the chance of winning with it, and what speaks for it."""

    action: str
    chance: float | None  # None where it has no idea yet
    reason: str
    facts: dict[str, Json]


@runtime_checkable
class Adviser(Protocol):
    """One who also tells what it thinks of actions."""

    def consider(self, view: View, actions: Sequence[str], dice: Dice) -> list[Opinion]:
        """An opinion on each of some actions."""


@runtime_checkable
class Explainer(Protocol):
    """One who also says why it did something."""

    def explain(self, view: View, action: str) -> tuple[str, dict[str, Json]]:
        """A code for what speaks for an action, by what everybody saw, and its facts."""


class Memory(Protocol):
    """What a player at one table remembers: nothing but what its views showed."""

    def recall(self, view: View) -> View:
        """The view, with what earlier ones showed of the same table."""


class Seated:
    """A player who sits at one table and remembers what was seen there."""

    def __init__(self, player: Player, memory: Memory) -> None:
        self._player, self._memory = player, memory
        self._talker = player if isinstance(player, Talker) else None

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """What the player does who remembers."""
        return self._player.choose(self._memory.recall(view), legal, dice)

    def remark(self, view: View) -> str | None:
        """What the player says, who has looked again."""
        seen = self._memory.recall(view)
        return self._talker.remark(seen) if self._talker is not None else None


def levels(game: str) -> tuple[str, ...]:
    """The levels that a game is played at, the weakest first; none when it has no players."""
    module = _module(game)
    return tuple(module.LEVELS) if module is not None else ()


@naming_extras
def player(game: str, level: str) -> Player:
    """A player who remembers nothing, and so may sit at many tables at once."""
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
    """A player for one seat of one table, who remembers what it saw."""
    one, known = player(game, level), memory(game)
    return one if known is None else Seated(one, known)


def memory(game: str) -> Memory | None:
    """The memory of one who has just sat down; None where there is nothing to remember."""
    remember: Callable[[], Memory] | None = getattr(_module(game), "remember", None)
    return None if remember is None else remember()


def observe(id_: str, game: Game[Any, Any], state: Any, seat: Seat) -> View:
    """What the players of a game are handed: a view; those of any game may also imagine a table behind it."""
    if has_own(id_) or isinstance(game, Patience):
        return game.view(state, seat)
    return imagine(game, state, seat)


@cache
def has_own(game: str) -> bool:
    """Whether a game has players of its own; they are not loaded."""
    return game in collection() and find_spec(_name(game)) is not None


def _name(game: str) -> str:
    return f"{__name__}.{game.replace('-', '_')}"


def __getattr__(name: str) -> object:
    if name != "Searcher":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}._anygame").Searcher


def _module(game: str) -> ModuleType | None:
    """The file of this folder that is named like the game's own, or that of the players of any game."""
    if has_own(game):
        return import_module(_name(game))
    try:
        made = find(game).make()
    except (BadGame, UnknownGame):
        return None
    return None if isinstance(made, Patience) else import_module(f"{__name__}._anygame")
