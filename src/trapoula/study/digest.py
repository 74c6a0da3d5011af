"""Digests of code: which rules, solver and proofs a verdict was found by.

The rules of a game are what its file and all modules that it imports do. The digest is of their code, without
comments, docstrings, imports and file names: whatever changes no rule changes no digest.
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
DEALS = "trapoula.core.deals"  # which cards a number stands for is a part of the rules
ASIDE = ("trapoula.core.game", "trapoula.core.errors")  # they hold no rule of a game
SOLVER = ("trapoula.solve.search.decide", "trapoula.solve.simple_play")
LETTERS = 12  # of a digest
UNTOLD = ("ctx", "kind", "type_comment", "type_ignores", "annotation", "returns")


@cache  # of the source as it was when this process first asked
def rules_digest(game: str) -> str:
    """The digest of everything that the rules of a game are written in."""
    return digest_of(sources(game))


@cache
def solver_digest() -> str:
    """The digest of what judges a deal, beyond the words that rules are written in."""
    return digest_of(solver())


def sources(game: str) -> set[Path]:
    """The files that the rules of a game are written in."""
    return _reached([file_of(find(game).where), _file(DEALS)])


def solver() -> set[Path]:
    """The files that a deal is judged by, but for the words that rules are written in."""
    return _reached(map(_file, SOLVER)) - _reached([_file(DEALS), _file("trapoula.patience")])


def file_of(where: str) -> Path:
    """The file of a game, which may be told by the module that a package offers it in."""
    spec = None if where.endswith(".py") else find_spec(where)
    return Path((spec.origin if spec else None) or where)


def digest_of(files: Iterable[Path]) -> str:
    """The digest of the code in some files."""
    told = sorted(repr(_code(ast.parse(path.read_bytes()))) for path in files)
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:LETTERS]


def _code(node: object) -> object:
    """What a piece of code does: alike on every Python, and without what only people read."""
    if isinstance(node, list):
        return [_code(one) for one in node if not _is_aside(one)]
    if not isinstance(node, ast.AST):
        return node
    parts = ((name, _code(value)) for name, value in ast.iter_fields(node) if name not in UNTOLD)
    return type(node).__name__, [(name, part) for name, part in parts if part not in (None, [])]


def _is_aside(node: object) -> bool:
    """Whether a statement is a docstring, another bare string or an import."""
    bare = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return isinstance(node, ast.Import | ast.ImportFrom) or (
        bare and isinstance(node.value.value, str)  # type: ignore[attr-defined]
    )


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
