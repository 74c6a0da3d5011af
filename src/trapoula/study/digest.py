"""Digests of code: they identify the rules, solver and proofs behind a verdict.

The rules of a game are the code of its file and of all modules it imports. Comments, docstrings,
imports and file names do not count, so only changes of the rules change the digest.
"""

import ast
import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import trapoula
from trapoula.catalogue.entries import find

ROOT = Path(trapoula.__file__).parent
DEALS = "trapoula.core.deals"  # the mapping from numbers to decks is part of the rules
ASIDE = ("trapoula.core.game", "trapoula.core.errors")  # these contain no rules of games
SOLVER = ("trapoula.solve.search.decide", "trapoula.solve.simple_play")
LETTERS = 12  # length of a digest
UNTOLD = ("ctx", "kind", "type_comment", "type_ignores", "annotation", "returns")


@cache  # of the source at the first call in this process
def rules_digest(game: str) -> str:
    """Return the digest of all code behind a game's rules."""
    return digest_of(sources(game))


@cache
def solver_digest() -> str:
    """Return the digest of all code that judges a deal, without the vocabulary of rules."""
    return digest_of(solver())


def sources(game: str) -> set[Path]:
    """Return the files with the rules of a game."""
    return _reached([file_of(find(game).where), _file(DEALS)])


def solver() -> set[Path]:
    """Return the files that judge a deal, without the vocabulary of rules."""
    return _reached(map(_file, SOLVER)) - _reached([_file(DEALS), _file("trapoula.patience")])


def file_of(where: str) -> Path:
    """Return a game's file, given the file or the module that a package offers."""
    spec = None if where.endswith(".py") else find_spec(where)
    return Path((spec.origin if spec else None) or where)


def digest_of(files: Iterable[Path]) -> str:
    """Return the digest of the code in some files."""
    told = sorted(repr(_code(ast.parse(path.read_bytes()))) for path in files)
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:LETTERS]


def _code(node: object) -> object:
    """Return code as plain data: the same on every Python, without docstrings or types."""
    if isinstance(node, list):
        return [_code(one) for one in node if not _is_aside(one)]
    if not isinstance(node, ast.AST):
        return node
    parts = ((name, _code(value)) for name, value in ast.iter_fields(node) if name not in UNTOLD)
    return type(node).__name__, [(name, part) for name, part in parts if part not in (None, [])]


def _is_aside(node: object) -> bool:
    """Return whether a statement is a docstring, another bare string or an import."""
    bare = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return isinstance(node, ast.Import | ast.ImportFrom) or (
        bare and isinstance(node.value.value, str)  # type: ignore[attr-defined]
    )


def _reached(first: Iterable[Path]) -> set[Path]:
    """Return all files of the package that these import, directly or indirectly."""
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
    """Return the files of the package that a file imports, at its top or inside functions."""
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
    """Return the file of a module of the package."""
    place = ROOT.joinpath(*module.split(".")[1:])
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
