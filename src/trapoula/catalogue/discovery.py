"""Find the games, and read their declarations without loading them.

A game's file starts with its title and a sentence, `Klondike: columns packed down...`. Its function
has `@game("family")` and its options. `entries` loads games; this module only reads what the files
declare, so listing them is cheap.

Games also come from the folder `games` in the user's data folder, from the folders and files in
TRAPOULA_GAMES, and from installed packages (entry points of the group `trapoula.games`). All
processes of a program find the same games, because they share the environment.
"""

import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from trapoula.core.errors import BadGame, UnknownGame
from trapoula.machine.folders import data_folder

SHELVES = ("games", "tables")  # the folders of the collection
VARIABLE = "TRAPOULA_GAMES"
GROUP = "trapoula.games"
_ROOT = Path(__file__).parents[1]
_TITLE = re.compile(r'\s*r?"""\s*(.+?): (.+?)(?:"""|\n)')
_FAMILY = re.compile(r'@game\(\s*"(\w+)"')
_DECLARED = re.compile(r"^@(?:\w+\.)*game\(", re.MULTILINE)
_OPTION = re.compile(r"(\w+): (bool|Literal\[[^\]]*\]) = ([^,)\n]+)")


class GameFile(NamedTuple):
    """Where a game is: its file, or the module that a package offers."""

    id: str
    file: Path | None
    module: str = ""  # its import name; a game outside the collection has only a file
    function: str = ""  # the function that makes it, if not named like the file

    @property
    def where(self) -> str:
        """The file or module, to show to a person."""
        return str(self.file or self.module)


class Declaration(NamedTuple):
    """What a game's file declares, read without loading it."""

    id: str
    title: str
    summary: str
    family: str
    options: dict[str, tuple[str, ...]]  # each option's choices, the default first


@cache
def collection() -> dict[str, GameFile]:
    """Return the games of the collection by id."""
    return {
        id_of(path): GameFile(id_of(path), path, f"trapoula.{shelf}.{path.stem}")
        for shelf in SHELVES
        for path in sorted((_ROOT / shelf).glob("[!_]*.py"))
    }


def game_files() -> dict[str, GameFile]:
    """Return all games by id, the collection first."""
    return {**collection(), **_guests()[0]}


def look_up(game: str) -> GameFile | None:
    """Return the file of a game, if there is one."""
    return collection().get(game) or _guests()[0].get(game)


def broken_files() -> dict[str, BadGame]:
    """Return the files that cannot be used, and why."""
    return _guests()[1]


def _guests() -> tuple[dict[str, GameFile], dict[str, BadGame]]:
    return _found(os.environ.get(VARIABLE, ""), str(data_folder() / "games"))


@cache
def _found(named: str, own: str) -> tuple[dict[str, GameFile], dict[str, BadGame]]:
    """Return the games from outside the collection, and the files whose id is already taken."""
    found: dict[str, GameFile] = {}
    broken_files: dict[str, BadGame] = {}
    paths = [Path(part) for part in (*named.split(os.pathsep), own) if part]
    files = [GameFile(id_of(file), file) for path in paths for file in _files(path)]
    for game_file in (*files, *_offered()):
        other = collection().get(game_file.id) or found.get(game_file.id)
        if other is None:
            found[game_file.id] = game_file
        elif other.file != game_file.file:
            broken_files[game_file.where] = BadGame(
                "there is a game called {game} already ({other}): give this file another name.",
                game=game_file.id,
                other=other.file.name if other.file else other.module,
            )
    return found, broken_files


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(file.resolve() for file in path.glob("[!_]*.py") if _declares_a_game(file))
    return [path.resolve()] if path.is_file() else []


def _declares_a_game(file: Path) -> bool:
    """Return whether a file uses `@game(...)`; other files in a folder are not run."""
    try:
        return _DECLARED.search(file.read_text("utf-8", errors="replace")) is not None
    except OSError:
        return False


def _offered() -> Iterator[GameFile]:
    """Yield the games of installed packages. Imports the machinery only if there are some."""
    marked = (
        f"[{GROUP}]" in file.read_text("utf-8", errors="replace")
        for folder in sys.path
        for file in Path(folder or ".").glob("*.*-info/entry_points.txt")
    )
    if any(marked):
        from importlib.metadata import entry_points

        for point in entry_points(group=GROUP):
            yield GameFile(point.name.replace("_", "-"), None, point.module, point.attr)


def put(path: str) -> list[str]:
    """Add a file, or all files of a folder; return the ids of their games."""
    place = Path(path).expanduser().resolve()
    if not (place.is_dir() or place.is_file()):
        raise UnknownGame("There is no file and no folder {path}.", path=repr(path))
    if place.is_file() and place.suffix != ".py":
        raise UnknownGame("{path} is not the file of a game: those end in .py.", path=repr(path))
    known = [part for part in os.environ.get(VARIABLE, "").split(os.pathsep) if part]
    if str(place) not in known:
        os.environ[VARIABLE] = os.pathsep.join([*known, str(place)])
    for file in _files(place):
        if broken := broken_files().get(str(file)):
            raise BadGame("{file}: {reason}", file=str(file), reason=broken)
    return [id_of(file) for file in _files(place)]


def id_of(file: Path) -> str:
    """Return the id of the game in a file."""
    return file.stem.rstrip("_").replace("_", "-")


def declarations() -> Iterator[Declaration]:
    """Yield every game. A game of the collection is not loaded; any other is."""
    for game_file in game_files().values():
        found = (
            declaration(game_file)
            if (_ROOT / "texts" / "en" / f"{game_file.id}.md").exists()
            else None
        )
        if found is None:
            from trapoula.catalogue.entries import opened

            found = opened(game_file)
        if found is not None:
            yield found


def declaration(game_file: GameFile) -> Declaration | None:
    """Read a game's declaration from its file; None if the file does not say enough."""
    if game_file.file is None:
        return None
    text = game_file.file.read_text("utf-8", errors="replace")
    title, family = _TITLE.match(text), _FAMILY.search(text)
    if not (title and family):
        return None
    head = text[family.end() :].partition("->")[0]
    options = {name: _choices(kind, first) for name, kind, first in _OPTION.findall(head)}
    return Declaration(game_file.id, title[1], title[2], family[1], options)


def _choices(kind: str, default: str) -> tuple[str, ...]:
    words = kind[8:-1].split(",") if kind != "bool" else ["False", "True"]
    first = _word(default)
    return (first, *(word for word in map(_word, words) if word != first))


def _word(literal: str) -> str:
    """Write a choice as people do."""
    return {"True": "on", "False": "off"}.get(literal.strip(), literal.strip().strip("\"'"))
