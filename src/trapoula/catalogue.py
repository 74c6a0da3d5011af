"""The catalogue: games are found by file name, their options read off their signatures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from inspect import signature
from typing import Any, Literal, get_args, get_origin

from trapoula.errors import BadOption, UnknownGame
from trapoula.game import Choice, Family, Game, Recipe
from trapoula.shelf import modules


@dataclass(frozen=True, slots=True)
class Option:
    """One keyword of a game: what it may be, and what it is unless said otherwise."""

    name: str
    choices: tuple[Choice, ...]
    default: Choice

    def read(self, text: str) -> Choice:
        """The choice that a text names."""
        wanted = text.strip().lower()
        for choice in self.choices:
            if write_choice(choice) == wanted:
                return choice
        raise self.refusal(text)

    def check(self, value: object) -> Choice:
        """The value itself, when it is a choice."""
        for choice in self.choices:
            if choice == value and type(choice) is type(value):
                return choice
        raise self.refusal(value)

    def refusal(self, value: object) -> BadOption:
        """What is said to a value that is no choice."""
        return BadOption(
            "{option} cannot be {value}: it is one of {choices}.",
            option=self.name,
            value=repr(value),
            choices=", ".join(map(write_choice, self.choices)),
        )


def write_choice(choice: Choice) -> str:
    """A choice as text: on, off, a number or a word."""
    return ("on" if choice else "off") if isinstance(choice, bool) else str(choice)


@dataclass(frozen=True, slots=True)
class Entry:
    """One game of the catalogue."""

    id: str
    family: Family
    summary: str  # the first line of its file
    options: tuple[Option, ...]
    presets: Mapping[str, Mapping[str, Choice]]
    recipe: Recipe[..., Any]

    def option(self, name: str) -> Option:
        """The option of a name."""
        for option in self.options:
            if option.name == name:
                return option
        if not self.options:
            raise BadOption(
                "{game} has no options, so not {option}.", game=self.id, option=repr(name)
            )
        raise BadOption(
            "{game} has no option {option}; it has {options}.",
            game=self.id,
            option=repr(name),
            options=", ".join(option.name for option in self.options),
        )

    def settle(self, options: Mapping[str, object]) -> dict[str, Choice]:
        """All options of the game, the given ones checked, the others as they come."""
        given = {name: self.option(name).check(value) for name, value in options.items()}
        return {option.name: given.get(option.name, option.default) for option in self.options}

    def make(self, options: Mapping[str, object] | None = None) -> Game[Any, Any]:
        """The game with these options."""
        return _make(self.id, tuple(self.settle(options or {}).items()))


@cache
def _make(game: str, options: tuple[tuple[str, Choice], ...]) -> Game[Any, Any]:
    made: Game[Any, Any] = find(game).recipe(**dict(options))
    return made


def ids() -> tuple[str, ...]:
    """The ids of all games."""
    return tuple(modules())


@cache
def find(game: str) -> Entry:
    """The game of an id."""
    try:
        module = import_module(modules()[game])
    except KeyError:
        near = get_close_matches(game, ids(), n=3, cutoff=0.6)
        if not near:
            raise UnknownGame("There is no game {game}.", game=repr(game)) from None
        raise UnknownGame(
            "There is no game {game}; the closest are {near}.",
            game=repr(game),
            near=", ".join(near),
        ) from None
    recipe: Recipe[..., Any] = getattr(module, module.__name__.rpartition(".")[2])
    return Entry(
        game,
        recipe.family,
        (module.__doc__ or "").partition("\n")[0],
        tuple(_options(recipe)),
        recipe.presets,
        recipe,
    )


def _options(recipe: Recipe[..., Any]) -> Iterator[Option]:
    """The keywords that a person can choose; others are for variations written in code."""
    for name, parameter in signature(recipe.make).parameters.items():
        if parameter.annotation is bool:
            yield Option(name, (False, True), parameter.default)
        elif get_origin(parameter.annotation) is Literal:
            yield Option(name, get_args(parameter.annotation), parameter.default)
