"""Digests of source: which rules, and which solver, a verdict was found by.

A verdict depends on the modules that the game's file imports, and on those that judging a deal imports, one
after another; so these are digested, byte for byte, but for the two that hold no rule. What the rules need
is told apart from what only the solver needs: new rules make old results wrong, a new solver only old.
"""

import ast
import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import trapoula
from trapoula.catalogue import find

ROOT = Path(trapoula.__file__).parent
DEALS = "trapoula.deals"  # which cards a number stands for is a part of the rules
ASIDE = (
    "trapoula.game",
    "trapoula.errors",
)  # how rules are asked and refusals told: no rule is in them
SOLVER = ("trapoula.solve.search.decide", "trapoula.solve.simple_play")
LETTERS = 12  # of a digest


@cache  # of the source as it was when this process first asked
def rules_digest(game: str) -> str:
    """The digest of everything that the rules of a game are written in."""
    return digest_of(sources(game))


@cache
def table_digest(game: str) -> str:
    """The digest of everything that may change what a table of a game is by its log: all of our source."""
    own = _own(find(game).where)
    return _ours() if own.is_relative_to(ROOT) else f"{_ours()} {digest_of([own])}"


@cache
def _ours() -> str:
    return digest_of(ROOT.rglob("*.py"))


@cache
def solver_digest() -> str:
    """The digest of what judges a deal, beyond the words that rules are written in."""
    return digest_of(solver())


def sources(game: str) -> set[Path]:
    """The files that the rules of a game are written in."""
    return _reached([_own(find(game).where), _file(DEALS)])


def solver() -> set[Path]:
    """The files that a deal is judged by, but for the words that rules are written in."""
    return _reached(map(_file, SOLVER)) - _reached([_file(DEALS), _file("trapoula.patience")])


def _own(where: str) -> Path:
    """The file of a game, which may be told by the module that a package offers it in."""
    spec = None if where.endswith(".py") else find_spec(where)
    return Path((spec.origin if spec else None) or where)


def digest_of(files: Iterable[Path]) -> str:
    """The digest of some files: of their names too, for a file that moves may mean something else."""
    digest = hashlib.sha256()
    for name, path in sorted(
        (path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name, path)
        for path in files
    ):
        source = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{name}\n{len(source)}\n".encode() + source)
    return digest.hexdigest()[:LETTERS]


def _reached(first: Iterable[Path]) -> set[Path]:
    """The files of ours that these import, and those that they import, and so on."""
    aside = set(map(_file, ASIDE))
    found: set[Path] = set()
    ahead = [*first]
    while ahead:
        path = ahead.pop()
        if path not in found | aside:
            found.add(path)
            ahead += _imports(path)
    return found


@cache
def _imports(path: Path) -> tuple[Path, ...]:
    """The files of ours that a file imports, at its head or where they are needed."""
    names = (name for node in ast.walk(ast.parse(path.read_bytes())) for name in _named(node))
    return tuple(file for name in names if (file := _file(name)).exists())


def _named(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name.startswith("trapoula."))
    elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "trapoula":
        for alias in node.names:  # a module of a package, or a name in a module
            inner = f"{node.module}.{alias.name}"
            yield inner if _file(inner).exists() else str(node.module)


def _file(module: str) -> Path:
    """The file of one of our modules."""
    place = ROOT.joinpath(*module.split(".")[1:])
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
