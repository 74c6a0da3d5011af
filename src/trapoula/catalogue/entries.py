"""The catalogue's entries: games by id, with options read from their function's signature."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import cleandoc, formatannotation, signature
from traceback import extract_tb
from types import ModuleType
from typing import Any, Literal, get_args, get_origin
from zlib import crc32

from trapoula.catalogue.discovery import Declaration, GameFile, broken_files, game_files, look_up
from trapoula.core.deals import deck
from trapoula.core.errors import BadGame, BadOption, Phrase, TrapoulaError, UnknownGame
from trapoula.core.game import Choice, Family, Game, Recipe
from trapoula.texts.languages import ENGLISH, language


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: its choices and its default."""

    name: str  # the keyword
    choices: tuple[Choice, ...]  # all allowed values
    default: Choice  # the value if you choose none

    @property
    def others(self) -> tuple[Choice, ...]:
        """The choices other than the default."""
        return tuple(choice for choice in self.choices if choice != self.default)

    def read(self, text: str) -> Choice:
        """Read a choice from its text."""
        wanted = text.strip().lower()
        for choice in self.choices:
            if write_choice(choice) == wanted:
                return choice
        raise self.refusal(text)

    def check(self, value: object) -> Choice:
        """Return the value if it is one of the choices."""
        for choice in self.choices:
            if choice == value and type(choice) is type(value):
                return choice
        raise self.refusal(value)

    def refusal(self, value: object) -> BadOption:
        """Return the error for a value that is not a choice."""
        return BadOption(
            "{option} cannot be {value}: it is one of {choices}.",
            option=self.name,
            value=repr(value),
            choices=", ".join(map(write_choice, self.choices)),
        )


def write_choice(choice: Choice) -> str:
    """Write a choice as text: on, off, a number or a word."""
    return ("on" if choice else "off") if isinstance(choice, bool) else str(choice)


@dataclass(frozen=True, slots=True)
class Entry:
    """One game of the catalogue."""

    id: str  # its name in code
    family: Family  # the family it is listed under
    text: str  # the docstring of its file
    options: tuple[Option, ...]  # what a player may choose
    presets: Mapping[str, Mapping[str, Choice]]  # named combinations of options
    recipe: Recipe[..., Any]  # the function that makes it
    where: str  # its file

    @property
    def summary(self) -> str:
        """The first line of its file: the title and one sentence."""
        return self.text.partition("\n")[0]

    def told(self, lang: str) -> str:
        """Return its file's introduction in a language, or else in English."""
        own = self.recipe.texts.get(lang)
        return self.text if own is None else cleandoc(own.page)

    def option(self, name: str) -> Option:
        """Return an option by name."""
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
        """Return all options: the given ones checked, the others by default."""
        given = {name: self.option(name).check(value) for name, value in options.items()}
        return {option.name: given.get(option.name, option.default) for option in self.options}

    def recorded(self, options: Mapping[str, object]) -> dict[str, Choice]:
        """Return all options of a recorded game; those added later get the value they had before."""
        return self.settle({**self.recipe.before, **options})

    def make(self, options: Mapping[str, object] | None = None) -> Game[Any, Any]:
        """Make the game with these options."""
        return _make(self.id, self.where, tuple(self.settle(options or {}).items()))


@cache
def _make(game: str, where: str, options: tuple[tuple[str, Choice], ...]) -> Game[Any, Any]:
    entry = find(game)
    with _blaming(where):
        made: Game[Any, Any] = entry.recipe(**dict(options))
        missing = [word for word in _SPOKEN if not hasattr(made, word)]
        if missing:
            raise BadGame(
                "{function} should make a game, and what it makes has no {word}.",
                function=f"{entry.recipe.make.__name__}()",
                word=missing[0],
            )
    return made


_SPOKEN = tuple(word for word in vars(Game) if not word.startswith("_"))  # the protocol's methods


def ids() -> tuple[str, ...]:
    """Return the ids of all games."""
    return tuple(game_files())


def entries() -> Iterator[Entry]:
    """Yield every playable game; `faults` explains the others."""
    for game_file in game_files().values():
        try:
            yield _tried(game_file)
        except BadGame:
            continue


def faults() -> dict[str, BadGame]:
    """Return the files of games that cannot be played, and why."""
    found = {where: _blamed(where, broken) for where, broken in broken_files().items()}
    for game_file in game_files().values():
        try:
            _tried(game_file)
        except BadGame as fault:
            found[game_file.where] = fault
    return found


def opened(game_file: GameFile) -> Declaration | None:
    """Load a game and return its declaration; None if it cannot be played."""
    try:
        entry = _tried(game_file)
    except BadGame:
        return None
    options = {
        option.name: tuple(map(write_choice, (option.default, *option.others)))
        for option in entry.options
    }
    return Declaration(game_file.id, *introduced(entry, ENGLISH), entry.family, options)


def introduced(entry: Entry, lang: str) -> tuple[str, str]:
    """Return a game's title and one sentence, from its file in a language."""
    line = entry.told(lang).partition("\n")[0]
    title, colon, summary = line.partition(": ")
    return (title, summary) if colon else (entry.id.replace("-", " ").title(), line)


@cache
def _tried(game_file: GameFile) -> Entry:
    """Return the entry of a game after dealing it once as a check."""
    entry = _entry(game_file)
    made = entry.make()
    with _blaming(entry.where):
        state = made.start(deck(made.pack, 1), made.seats[0])
        made.view(state, None)
        made.legal(state)
        made.outcome(state)
    return entry


def find(game: str) -> Entry:
    """Return the game with an id."""
    if game in _ADOPTED:
        return _ADOPTED[game]
    found = look_up(game)
    if found is not None:
        return _entry(found)
    near = get_close_matches(game, ids(), n=3, cutoff=0.6)
    if not near:
        raise UnknownGame("There is no game {game}.", game=repr(game))
    raise UnknownGame(
        "There is no game {game}; the closest are {near}.",
        game=repr(game),
        near=", ".join(near),
    )


def adopt(game: Game[Any, Any] | Recipe[..., Any]) -> Entry:
    """Return an entry for a game outside the catalogue; this process then finds it by its id."""
    value = game if isinstance(game, Recipe) else None
    id_ = (
        value.make.__name__.replace("_", "-") if value else f"own-{crc32(repr(game).encode()):08x}"
    )
    while (found := _ADOPTED.get(id_) or (find(id_) if id_ in game_files() else None)) is not None:
        if found.recipe is value or (value is None and found.make() == game):
            return found
        id_ += "-too"  # another game with the same name
    with _blaming(id_):
        recipe = value or _single(game)
        options = tuple(_options(recipe))
    return _ADOPTED.setdefault(
        id_, Entry(id_, recipe.family, "", options, recipe.presets, recipe, id_)
    )


_ADOPTED: dict[str, Entry] = {}


def _single(game: object) -> Recipe[..., Any]:
    """Return a recipe for a game without options."""
    return Recipe(lambda: game, "grids", {})


@cache
def _entry(game_file: GameFile) -> Entry:
    with _blaming(game_file.where):
        module = _load(game_file)
        recipe = _recipe(module, game_file)
        options = tuple(_options(recipe))
        _check_presets(recipe, options)
    text = cleandoc(module.__doc__ or "")
    for code, translation in recipe.texts.items():
        language(code).learn(translation.messages)
    return Entry(
        game_file.id, recipe.family, text, options, recipe.presets, recipe, game_file.where
    )


# --- loading a game file -------------------------------------------------------------------------


@contextmanager
def _blaming(where: str) -> Iterator[None]:
    """Convert every error inside to a `BadGame` that names the file."""
    try:
        yield
    except (BadGame, BadOption) as fault:
        raise _blamed(where, fault) from fault
    except (Exception, SystemExit) as error:
        at = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == where]
        line = error.lineno if isinstance(error, SyntaxError) else at[-1] if at else None
        raise _blamed(where, _told(error, line)) from error


def _blamed(where: str, fault: TrapoulaError | Phrase) -> BadGame:
    return BadGame("{file}: {reason}", file=where, reason=fault)


def _told(error: BaseException, line: int | None) -> Phrase:
    """Describe Python's error for a file that it cannot run."""
    words = error.msg if isinstance(error, SyntaxError) else str(error)
    said = f"{type(error).__name__}: {words}" if words else type(error).__name__
    if line is None:
        return Phrase("Python stops at it: {error}.", error=said)
    return Phrase("Python stops at line {line}: {error}.", line=line, error=said)


def _load(game_file: GameFile) -> ModuleType:
    if game_file.module:
        return import_module(game_file.module)
    name = f"own_game_{game_file.id.replace('-', '_')}"
    found = spec_from_file_location(name, game_file.file)
    assert found is not None
    assert found.loader is not None
    module = module_from_spec(found)
    sys.modules[name] = module  # dataclasses look up their module while they are created
    try:
        found.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _recipe(module: ModuleType, game_file: GameFile) -> Recipe[..., Any]:
    """Return what makes the game: the function named like the file, or the only one there."""
    name = game_file.function or (
        game_file.file.stem if game_file.file else game_file.id.replace("-", "_")
    )
    found = getattr(module, name, None)
    if not isinstance(found, Recipe) and not game_file.function:
        here = [one for one in vars(module).values() if isinstance(one, Recipe)]
        own = [one for one in here if one.make.__module__ == module.__name__]
        found = own[0] if len(own) == 1 else found
    if not isinstance(found, Recipe):
        raise BadGame(
            'no function here makes a game: head the one called {name} by @game("family").',
            name=repr(name),
        )
    if found.family not in get_args(Family):
        raise BadGame(
            "there is no family {family}: it is one of {families}.",
            family=repr(found.family),
            families=", ".join(get_args(Family)),
        )
    return found


def _options(recipe: Recipe[..., Any]) -> Iterator[Option]:
    """Yield the options a player can choose. Other keyword-only parameters are for variants in code."""
    for name, parameter in signature(recipe.make, eval_str=True).parameters.items():
        kind, default = parameter.annotation, parameter.default
        choices = (False, True) if kind is bool else get_args(kind)
        if kind is not bool and get_origin(kind) is not Literal:
            if parameter.kind is parameter.KEYWORD_ONLY and default is not parameter.empty:
                continue
            raise BadGame(
                "the option {option} is of the type {kind}, so that nobody can choose it: make it bool"
                " or Literal[...], or put it after * if only code is to set it.",
                option=name,
                kind=formatannotation(kind),
            )
        if default is parameter.empty:
            raise BadGame(
                "the option {option} needs a default, one of {choices}.",
                option=name,
                choices=", ".join(map(repr, choices)),
            )
        option = Option(name, choices, default)
        option.check(default)
        yield option


def _check_presets(recipe: Recipe[..., Any], options: Iterable[Option]) -> None:
    known = {option.name: option for option in options}
    for preset, chosen in recipe.presets.items():
        for name, value in chosen.items():
            if name not in known:
                raise BadGame(
                    "the preset {preset} sets {option}, which is not an option of the game.",
                    preset=repr(preset),
                    option=repr(name),
                )
            known[name].check(value)
