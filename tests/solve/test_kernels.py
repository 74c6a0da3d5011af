"""Machine code that is made once, kept, and loaded without the compiler."""

import ast
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module, invalidate_caches
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pytest

import trapoula
from trapoula.learn import kernel as learning
from trapoula.machine import kernels
from trapoula.machine.compiler import NotSelfContained, longs, machine_code
from trapoula.machine.kernels import Book, Enter, Kernel, kernel, written
from trapoula.play.session import Session
from trapoula.solve import hint, verdict
from trapoula.solve import open_kernel as opening
from trapoula.solve import search_kernel as general
from trapoula.solve.search import decide
from trapoula.solve.search.arrays import SearchArrays

EVERYTHING = """
import sys
from trapoula import solve
from trapoula.bots import _kernel, _round_kernel
from trapoula.learn import kernel
solve.warm()
print(sorted({"numba", "trapoula.machine.compiler"} & set(sys.modules)))
"""


PACKAGE = Path(trapoula.__file__).parent
ENTRANCES = {
    "solve/search_kernel/entrance.py": {f"solve/{name}.py" for name in general.SOURCES},
    "solve/open_kernel/entrance.py": {f"solve/{name}.py" for name in opening.SOURCES},
    "learn/batch.py": {
        *(f"solve/{name}.py" for name in learning.SOURCES),
        *(f"learn/{name}.py" for name in learning.OWN),
    },
}


def imported(source: Path) -> set[Path]:
    """The modules of this package that one of them takes names from."""
    found = set()
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("trapoula"):
            own = PACKAGE.joinpath(*(node.module or "").split(".")[1:])
            beneath = {own / f"{name.name}.py" for name in node.names}
            found |= {path for path in beneath if path.is_file()} or {own.with_suffix(".py")}
    return found


@pytest.mark.parametrize("entrance", ENTRANCES)
def test_a_kernel_is_named_after_all_that_it_is_compiled_from(entrance: str) -> None:
    """What is compiled, and where it takes its numbers from: else it would be run as it was before."""
    waiting, met = [PACKAGE / entrance], set[Path]()
    while waiting:
        source = waiting.pop()
        if source in met or source in kernels.MAKERS:
            continue
        met.add(source)
        if any(path in kernels.MAKERS for path in imported(source)):  # it is compiled
            waiting += imported(source)
    assert met == {Path(os.path.normpath(PACKAGE / name)) for name in ENTRANCES[entrance]}


def told(task: Any, book_: Any, number: Any) -> Any:
    """An entrance that tells what it was told: the first of the first array, and then the second."""
    book = longs(book_)
    return (
        1_000 * task
        + 100 * longs(book[0])[0]
        + 10 * (book[1] if task == 2 else longs(book[1])[0])
        + number
    )


def spoken(task: Any, book_: Any) -> Any:
    """An entrance that calls for somebody outside."""
    print(task)
    return 0


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], tuple[Enter, int]]:
    """A small kernel that is kept in a folder of its own, and how often it was compiled so far."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    source, times = tmp_path / "source.py", list[int]()
    source.write_text("the first version", "utf-8")

    def entrance() -> Enter:
        times.append(1)
        return told

    return lambda: (kernel(entrance, [source], numbers=1), len(times))


def test_whoever_finds_machine_code_loads_no_compiler() -> None:
    """Neither for the solver, nor for bots, nor for learners: loading it takes longer than most answers."""
    for _ in range(2):  # the first may have to compile
        ran = subprocess.run(
            [sys.executable, "-c", EVERYTHING], capture_output=True, text=True, check=True
        )
    assert ran.stdout.strip() == "[]"


def test_what_was_compiled_is_kept(made: Callable[[], tuple[Enter, int]], tmp_path: Path) -> None:
    """Until its source changes."""
    assert [made()[1], made()[1]] == [1, 1]
    (tmp_path / "source.py").write_text("another version", "utf-8")
    assert [made()[1], made()[1]] == [2, 2]


@pytest.mark.parametrize(
    "damage", [lambda code: code[:-9], lambda code: b"", lambda code: code + b"?"]
)
def test_what_is_damaged_is_made_anew(
    made: Callable[[], tuple[Enter, int]], tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    """Half a file would be run as if it were whole."""
    made()
    (stored,) = tmp_path.rglob(kernels.ENTRANCE)
    stored.write_bytes(damage(stored.read_bytes()))
    enter, times = made()
    assert times == 2
    ones = np.ones(1, np.int64)
    assert enter(1, written(2, {0: ones, 1: ones}), 1) == 1_111
    assert made()[1] == 2


def test_what_cannot_be_kept_is_used_all_the_same(
    made: Callable[[], tuple[Enter, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk costs time, no more."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert [made()[1], made()[1]] == [1, 2]


@pytest.mark.parametrize("above", [0, 1, 2, 3])
def test_what_others_may_write_to_is_not_run(
    made: Callable[[], tuple[Enter, int]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    above: int,
) -> None:
    """Machine code might be anybody's if its folder or one above is open to everybody."""
    home, passing = tmp_path / "home" / "cache", tmp_path / "passing"
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    monkeypatch.setattr("tempfile.tempdir", str(passing))
    passing.mkdir()
    made()
    (stored,) = tmp_path.rglob(kernels.ENTRANCE)
    stored.parents[above].chmod(0o777)
    assert made()[1] == 2
    assert len([*tmp_path.rglob(kernels.ENTRANCE)]) == 2


def test_a_sticky_folder_above_is_trusted(
    made: Callable[[], tuple[Enter, int]], tmp_path: Path
) -> None:
    """As /tmp is: nobody can move there what is another's."""
    tmp_path.chmod(0o1777)
    assert [made()[1], made()[1]] == [1, 1]


def test_a_book_tells_where_its_arrays_stand_now(made: Callable[[], tuple[Enter, int]]) -> None:
    """Another array in the same place is looked up again."""
    enter, book = made()[0], Book(2)
    one, two = np.array([1], np.int64), np.array([2], np.int64)
    assert enter(3, book.tell(one, two), 5) == 3_125
    one[0] = 7
    assert enter(3, book.tell(one, two), 5) == 3_725
    assert enter(3, book.tell(two, one), 5) == 3_275
    assert enter(3, book.tell(two, one.copy()), 5) == 3_275
    book.tell(two, one[:0])  # an array may be empty, if nobody looks
    with pytest.raises((TypeError, BufferError)):
        book.tell(two, np.arange(9)[::2])


def test_a_book_that_is_read_once_has_numbers_too(made: Callable[[], tuple[Enter, int]]) -> None:
    """As they are, and nought where nothing is told."""
    one = np.array([1], np.int64)
    assert made()[0](2, written(3, {0: one, 1: 4}), 5) == 2_145


def test_compiled_code_needs_nothing_that_is_not_compiled_with_it() -> None:
    """Where it is loaded there is nothing else: that would end the process."""
    with pytest.raises(
        NotSelfContained, match=r"test_kernels may call only what is compiled with it"
    ):
        machine_code(spoken, 0)


MODULE = """
from pathlib import Path
from trapoula.machine.compiler import fast
from trapoula.machine.kernels import Kernel

@fast
def more(number):
    return number + 1

def entrance():
    def enter(task, book, number):
        return more(number)
    return enter

kernel = Kernel(__name__, entrance, [Path(__file__)], numbers=1)
"""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], Kernel]:
    """A small kernel in a module of its own, each time as another process would find it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "small_kernel.py").write_text(MODULE, "utf-8")

    def found() -> Kernel:
        sys.modules.pop("small_kernel", None)
        invalidate_caches()
        kernel: Kernel = import_module("small_kernel").kernel
        return kernel

    return found


def test_another_process_compiles_while_this_one_goes_on(small: Callable[[], Kernel]) -> None:
    """It is used as soon as it is there, and by whoever comes later at once."""
    kernel = small()
    assert not kernel.ready
    assert kernel.enter(0, None, 6) == 7
    assert kernel.ready
    assert small().ready


def test_what_was_ready_stays_so(small: Callable[[], Kernel]) -> None:
    """Two questions in a row get one answer; a search that had two went on for ever."""
    assert small().enter(0, None, 6) == 7
    kernel = small()
    assert [kernel.ready, kernel.ready] == [True, True]


def test_a_process_that_sees_another_compile_waits_for_it(
    small: Callable[[], Kernel], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until that one falls silent: then it does it itself."""
    kernel, begun = small(), list[object]()

    class Maker:
        """A process that never ends."""

        def __init__(self, words: object, **_: object) -> None:
            begun.append(words)

        def poll(self) -> None:
            """It goes on."""

    monkeypatch.setattr(subprocess, "Popen", Maker)
    monkeypatch.setattr(kernels, "TICK", 0.0)
    note = kernels.cache_directory(kernel.sources) / "compiling"
    note.write_text("0.400")
    assert (kernel.ready, kernel.done, begun) == (False, 0.4, [])
    os.utime(note, (0, 0))
    assert kernel.done is None
    assert not kernel.ready
    assert len(begun) == 1


# --- while the solver is compiled ------------------------------------------------------------------


@dataclass
class Compiled:
    """A kernel that is ready when it has been asked so often."""

    asked: int

    @property
    def ready(self) -> bool:
        """Whether it is."""
        self.asked -= 1
        return self.asked < 0


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Have the kernels be ready only after so many questions."""

    def after(asked: int) -> None:
        kernel = Compiled(asked)
        monkeypatch.setattr(decide, "kernels", lambda: (kernel,))

    return after


@pytest.mark.parametrize("id_", ["klondike", "freecell", "golf", "spider", "maze"])
def test_the_first_hint_waits_for_no_compiler(
    id_: str, compiling: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes within two seconds of processor time."""
    compiling(1 << 40)
    monkeypatch.setattr(SearchArrays, "do", lambda *_: pytest.fail("that is not compiled yet"))
    session, since = Session(id_, {}, deal=3), process_time()
    found = hint(session)
    assert process_time() - since < 2
    assert found is not None
    session.play(found.action)


def test_an_easy_verdict_waits_for_no_compiler(compiling: Callable[[int], None]) -> None:
    compiling(1 << 40)
    found = verdict(Session("freecell", {}, deal=70_003), seconds=10)  # no other test has its line
    assert (found.finding, found.compiled) == ("winnable", False)


def test_a_hard_verdict_comes_when_the_compiler_is_done(compiling: Callable[[int], None]) -> None:
    """However short the time for it: that begins when there is something to search with."""
    compiling(3)
    found = verdict(Session("freecell", {"autoplay": False}, deal=12), seconds=5)
    assert (found.finding, found.compiled) == ("winnable", True)
