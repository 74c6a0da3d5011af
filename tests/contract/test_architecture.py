"""The shape of the code: which way imports point, and where games are named."""

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import trapoula
from trapoula.catalogue.discovery import collection, declarations
from trapoula.catalogue.entries import find, ids

ROOT = Path(trapoula.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
KERNELS = [path for path in FILES if "layout import *" in path.read_text("utf-8")]
LAYERS = [  # each may import itself and what stands before it
    {"core"},
    {"machine"},
    {"patience"},
    {"games", "tables"},
    {"catalogue", "texts"},
    {"play"},
    {"solve", "bots", "room"},
    {"study"},
    {"thinking", "stats"},
    {"host"},
    {"local"},
    {"server", "terminal", "learn", "web"},
    {"__main__"},
]
PURE = {"core", "patience", "games", "tables"}  # below the session
UNCLEAN = {"time", "random", "logging", "os", "io", "socket", "secrets", "datetime", "sqlite3"}
APART = {
    "asyncio",
    "threading",
    "starlette",
    "uvicorn",
    "psycopg",
    "numba",
    "llvmlite",
    "polib",
} | UNCLEAN
RULES = PURE | {"catalogue", "texts", "play", "room"}  # what a room may ask


def room(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def level(name: str) -> int:
    return next(number for number, rooms in enumerate(LAYERS) if name in rooms)


@cache
def imported(path: Path) -> set[str]:
    """The modules that a file imports when it runs, not those it names for types only."""
    tree = ast.parse(path.read_text("utf-8"))
    found = set()
    for node in _running(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def _running(tree: ast.AST) -> list[ast.AST]:
    nodes = []
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        nodes += [node, *_running(node)]
    return nodes


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_one_way(path: Path) -> None:
    if path.parent == ROOT and path.stem == "__init__":
        return
    own = level(room(path))
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "trapoula" and len(parts) > 1:
            there = ROOT / parts[1]
            if there.is_dir() or there.with_suffix(".py").exists():
                assert level(parts[1]) <= own, f"{room(path)} imports {name}"


SOLVER = (  # each may import itself and what stands before it
    "verdict",
    "proofs",
    "kernel",
    "search_kernel",
    "open_kernel",
    "lowering",
    "search",
    "player_view",
    "lines",
    "two_cores",
    "hints",
    "simple_play",
    "deals",
    "autoplay",
    "__init__",
)


@pytest.mark.parametrize(
    "path", [p for p in FILES if room(p) == "solve"], ids=lambda path: str(path.relative_to(ROOT))
)
def test_imports_of_the_solver_point_one_way(path: Path) -> None:
    """Inside the solver too: arrays and proofs below, then kernels, searches, lines and hints."""
    own = SOLVER.index(path.relative_to(ROOT / "solve").parts[0].removesuffix(".py"))
    for name in imported(path):
        parts = name.split(".")
        if parts[:2] == ["trapoula", "solve"] and len(parts) > 2 and parts[2] in SOLVER:
            assert SOLVER.index(parts[2]) <= own, f"{path} imports {name}"


PUBLIC = {  # what other rooms may take from inside the solver; learn compiles its own loop over the kernel
    *("trapoula.solve", "trapoula.solve.lowering"),
    *("trapoula.solve.proofs", "trapoula.solve.two_cores"),
}
COMPILING = {"learn"}


@pytest.mark.parametrize(
    "path", [p for p in FILES if room(p) != "solve"], ids=lambda path: str(path.relative_to(ROOT))
)
def test_the_solver_is_asked_at_its_door(path: Path) -> None:
    """Other rooms import `trapoula.solve` and a few of its packages, never the modules inside."""
    for node in _running(ast.parse(path.read_text("utf-8"))):
        module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        if module.split(".")[:2] == ["trapoula", "solve"]:
            kernel = module.startswith("trapoula.solve.kernel") and room(path) in COMPILING
            assert module in PUBLIC or kernel, f"{path} imports {module}"


PACKAGES = sorted({path.parent for path in FILES if room(path) == "solve"})


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_package_of_the_solver_is_small(package: Path) -> None:
    """Ten modules at most, so that a newcomer finds the one that is meant."""
    assert len([path for path in package.glob("*.py") if path.stem != "__init__"]) <= 10


SHORT = ("solve",)  # rooms whose functions take no more than
MOST_PARAMETERS = 6


@pytest.mark.parametrize(
    "path", [p for p in FILES if room(p) in SHORT], ids=lambda path: str(path.relative_to(ROOT))
)
def test_a_function_takes_few_parameters(path: Path) -> None:
    """What belongs together is one value: a board, a search, limits."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef):
            names = [one.arg for one in (*node.args.args, *node.args.kwonlyargs)]
            own = [name for name in names if name not in ("self", "cls")]
            assert len(own) <= MOST_PARAMETERS, f"{node.name}({', '.join(own)})"


@pytest.mark.parametrize(
    "path", [p for p in FILES if room(p) in SHORT], ids=lambda path: str(path.relative_to(ROOT))
)
def test_a_name_says_where_it_comes_from(path: Path) -> None:
    """Nothing takes all names of a module."""
    assert not star(ast.parse(path.read_text("utf-8")))


@pytest.mark.parametrize(
    "path", [p for p in FILES if room(p) in PURE], ids=lambda path: str(path.relative_to(ROOT))
)
def test_nothing_below_the_session_touches_the_world(path: Path) -> None:
    """No clock, no die, no log, no file below the session."""
    assert not {name.split(".")[0] for name in imported(path)} & UNCLEAN


@pytest.mark.parametrize(
    "path", [p for p in FILES if room(p) == "room"], ids=lambda path: str(path.relative_to(ROOT))
)
def test_a_room_runs_wherever_the_rules_run(path: Path) -> None:
    """No server, no loop, no clock and no die in what a log is folded by."""
    names = imported(path)
    assert not {name.split(".")[0] for name in names} & APART
    ours = {name.split(".")[1] for name in names if name.startswith("trapoula.")}
    assert ours <= RULES


@pytest.mark.parametrize(
    "path",
    [p for p in FILES if room(p) in ("thinking", "stats", "host", "local")],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_a_host_needs_no_server(path: Path) -> None:
    """No server, no loop and no thread in what every host is made of, nor in one without a server."""
    names = imported(path)
    assert not {name.split(".")[0] for name in names} & (APART - UNCLEAN)
    assert not any(name.startswith("trapoula.server") for name in names)


def star(tree: ast.Module) -> list[str]:
    """The modules all of whose names a module takes."""
    return [
        node.module
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module and node.names[0].name == "*"
    ]


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_name_of_the_kernels_has_one_meaning(path: Path) -> None:
    """Where all names of a layout are taken, nothing else is called like one of them: the last counts."""
    tree = ast.parse(path.read_text("utf-8"))
    own = {
        name.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    }
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.names[0].name != "*":
            own |= {name.asname or name.name for name in node.names}
    for module in star(tree):
        twice = own & set(vars(import_module(module))) - {"np"}
        assert not twice, f"{module}: {twice}"


def test_no_game_is_named_outside_its_own_file() -> None:
    """Only a game's own file, its variations, its texts and its tests know its name."""
    names = "|".join(
        re.escape(id_).replace(r"\-", "[-_]") for id_ in ids() if id_ not in COMMON_WORDS
    )
    pattern = re.compile(rf"\b({names})\b")
    for path in FILES:
        if room(path) in ("games", "tables", "texts") or path.stem.replace("_", "-") in ids():
            continue  # a game's own files, whatever room they are in
        code = _without_docstrings(path)
        assert not pattern.search(code), f"{path.name} names {pattern.search(code)}"


COMMON_WORDS = {  # ids that are also plain words of English or of the code
    "clock",
    "cover",
    "cruel",
    "maze",
    "neighbor",
    "peek",
    "spider",
    "terrace",
    "valentine",
    "wall",
    "yield",
    "fourteen",
    "thirteen",
    "giant",
    "gaps",
}


def _without_docstrings(path: Path) -> str:
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        first = body[0] if isinstance(body, list) and body else None
        text = first.value if isinstance(first, ast.Expr) else None
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            text.value = ""
    return ast.unparse(tree)


@pytest.mark.parametrize(
    "declaration", list(declarations()), ids=lambda declaration: declaration.id
)
def test_a_declaration_says_what_the_game_says(declaration: object) -> None:
    """What is read off a file without loading it is what the loaded game says."""
    from trapoula.catalogue.entries import write_choice

    entry = find(declaration.id)  # type: ignore[attr-defined]
    assert declaration.family == entry.family  # type: ignore[attr-defined]
    assert f"{declaration.title}: {declaration.summary}" == entry.summary  # type: ignore[attr-defined]
    assert {name: set(choices) for name, choices in declaration.options.items()} == {  # type: ignore[attr-defined]
        option.name: set(map(write_choice, option.choices)) for option in entry.options
    }
    for option in entry.options:
        assert declaration.options[option.name][0] == write_choice(option.default)  # type: ignore[attr-defined]


def test_every_file_declares_its_game() -> None:
    assert {declaration.id for declaration in declarations()} == set(collection())


PATIENCE_FILES = sorted((ROOT / "games").glob("[!_]*.py"))


@pytest.mark.parametrize("path", PATIENCE_FILES, ids=lambda path: path.stem)
def test_a_patience_is_one_page(path: Path) -> None:
    """Sixty lines at the most; ninety patiences in under three thousand."""
    assert len(path.read_text("utf-8").splitlines()) <= 60


def test_all_patiences_together_are_a_booklet() -> None:
    """What several of them share, or one of them needs beside its page, is counted in."""
    files = (ROOT / "games").glob("*.py")
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) < 3000
