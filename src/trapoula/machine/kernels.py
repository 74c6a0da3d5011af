"""Kernels: machine code that is compiled once, cached on disk, and loaded without the compiler.

A kernel has a single entry point, which takes a task and a book; each further entry point would be
compiled with all its callees again. The cache directory is named by a digest of the sources, the
compiler and the processor, so a new version never loads old code. Loading the compiler takes longer
than most searches, so it happens only on a cache miss. A `Kernel` compiles in another process;
until it is ready, callers use their slower path.
"""

import hashlib
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from ctypes import CFUNCTYPE, addressof, byref, c_char, c_int32, c_int64, c_void_p
from functools import cached_property
from importlib.util import find_spec
from operator import is_
from pathlib import Path
from threading import Event, Thread
from time import sleep, time
from typing import Any, TypeAlias

import llvmlite
import llvmlite.binding

llvm: Any = llvmlite.binding  # it has no types
ENTRANCE = "enter"  # the symbol of the entry point
DIGEST = hashlib.sha256().digest_size
HERE = Path(__file__)
MAKERS = (HERE, HERE.with_name("compiler.py"))  # every kernel depends on these

Enter: TypeAlias = "Callable[..., int]"  # takes a task, a book or its address, and numbers


class Book:
    """A table of array addresses for a kernel to read.

    It skips arrays that did not change since the last call. It keeps references to its arrays, so
    none is freed while its address is in the table.
    """

    def __init__(self, length: int) -> None:
        self._arrays: tuple[Any, ...] = (None,) * length
        self._places = (c_int64 * length)()
        self._address = addressof(self._places)

    def tell(self, *arrays: Any) -> int:
        """Put these arrays into the book and return its address."""
        if not all(map(is_, arrays, self._arrays)):
            self._places[:] = [*map(address, arrays)]
            self._arrays = arrays
        return self._address


_begin = (c_char * 0).from_buffer  # works for empty arrays too


def address(array: Any) -> int:
    """Return the address of a contiguous array."""
    return addressof(_begin(array))


def written(length: int, entries: Mapping[int, Any]) -> Any:
    """Return a book for a single use: each place holds a number or the address of an array."""
    book = (c_int64 * length)()
    for place, entry in entries.items():
        book[place] = entry if isinstance(entry, int) else address(entry)
    return book


def kernel(
    entrance: Callable[[], Callable[..., int]], sources: Iterable[Path], numbers: int = 0
) -> Enter:
    """Return a kernel's entry point, which takes a task, a book and so many numbers.

    `entrance` imports the function to compile; it is called only on a cache miss.
    """
    place = cache_directory(sources) / ENTRANCE
    code = kept(place)
    if code is None:
        from trapoula.machine.compiler import machine_code

        code = machine_code(entrance(), numbers)
        keep(place, code)
    return loaded(code, numbers)


class Kernel:
    """A kernel that is loaded at its first use; another process compiles it if it is not cached.

    That process is detached. It continues when this one ends, so the next one finds the cached
    code.
    """

    def __init__(
        self, module: str, entrance: Callable[[], Enter], sources: Iterable[Path], numbers: int
    ) -> None:
        self._module = module  # the module that holds this kernel as `kernel`
        self.sources = [*sources]
        self._made_of = entrance, self.sources, numbers
        self._maker: subprocess.Popen[bytes] | None = None
        self._looked = 0.0  # when readiness was last checked
        self._found = False

    @cached_property
    def enter(self) -> Enter:
        """The entry point; waits until it is compiled."""
        while not self.ready:
            sleep(TICK)
        return kernel(*self._made_of)

    @cached_property
    def _place(self) -> Path:
        return cache_directory(self.sources) / ENTRANCE

    @property
    def ready(self) -> bool:
        """Whether `enter` can be used without waiting. If not, this starts the compilation."""
        if not self._found and (now := time()) - self._looked >= TICK:
            self._looked, self._found = now, self._look()
        return self._found

    def _look(self) -> bool:
        """Look for the machine code; start the compilation if nobody did."""
        if self._place.exists():
            return True
        if _progress(self._place) is not None:
            return False
        if self._maker is None:
            words = [sys.executable, "-c", MAKE, self._module, *sys.path]
            nowhere = subprocess.DEVNULL
            try:
                self._maker = subprocess.Popen(
                    words, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True
                )
            except OSError:  # no process available: compile here
                return True
        return self._maker.poll() is not None

    @property
    def done(self) -> float | None:
        """How much is compiled, from 0 to 1; None if no process is compiling it."""
        return 1.0 if self._place.exists() else _progress(self._place)

    def make(self) -> None:
        """Compile it and report progress, unless another process is compiling it already."""
        with _reporting(self._place) as claimed:
            if claimed:
                kernel(*self._made_of)


# the script of the other process: take over sys.path, lower the priority and compile
MAKE = """
import os, sys
from importlib import import_module
sys.path[:] = sys.argv[2:]
getattr(os, "nice", int)(5)
import_module(sys.argv[1]).kernel.make()
"""
TICK = 0.1  # seconds between two checks on another process
STALE = 10.0  # seconds without progress after which a compilation counts as dead


def _progress(place: Path) -> float | None:
    """Return the progress of the process that compiles this code; None if there is none."""
    note = place.with_name("compiling")
    with suppress(OSError, ValueError):
        if time() - note.stat().st_mtime < STALE:
            return float(note.read_text() or 0)
    return None


@contextmanager
def _reporting(place: Path) -> Iterator[bool]:
    """Claim the compilation and report its progress; yield False if another process has it."""
    note, ended = place.with_name("compiling"), Event()
    if _progress(place) is None:
        note.unlink(missing_ok=True)
    try:
        page = note.open("x")
    except FileExistsError:
        yield False
        return
    from trapoula.machine.compiler import progress

    def report() -> None:
        while not ended.wait(TICK):
            page.seek(0)  # overwrite: the length stays the same, so no reader finds an empty file
            page.write(f"{progress():.3f}")
            page.flush()

    reporter = Thread(target=report, daemon=True)
    reporter.start()
    try:
        yield True
    finally:
        ended.set()
        reporter.join()
        page.close()
        note.unlink(missing_ok=True)


def loaded(code: bytes, numbers: int) -> Enter:
    """Load machine code and return its entry point."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), processor())
    engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code))
    engine.finalize_object()
    # numba's calling convention: where to put the result, where to put an exception, then the
    # arguments
    kinds = (c_int32, c_void_p, c_void_p, c_int64, c_void_p, *[c_int64] * numbers)
    native = CFUNCTYPE(*kinds)(engine.get_function_address(ENTRANCE))

    def enter(task: int, book: Any, *given: int, _alive: object = engine) -> int:
        """Run one task; it releases the GIL."""
        answer = c_int64()
        native(byref(answer), None, task, book, *given)
        return answer.value

    return enter


def processor() -> Any:
    """Return the target machine of this processor."""
    features = llvm.get_host_cpu_features().flatten()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(llvm.get_host_cpu_name(), features, opt=3, jit=True)


def keep(place: Path, code: bytes) -> None:
    """Write machine code to the cache atomically, because another process may read it at any time."""
    beside = place.with_name(f"{place.name}-{os.getpid()}")
    try:
        beside.write_bytes(hashlib.sha256(code).digest() + code)
        os.replace(beside, place)
    except OSError:  # no space: it will be compiled again next time
        beside.unlink(missing_ok=True)


def kept(place: Path) -> bytes | None:
    """Return cached machine code if it exists and its checksum matches."""
    try:
        stored = place.read_bytes()
    except OSError:
        return None
    digest, code = stored[:DIGEST], stored[DIGEST:]
    return code if hashlib.sha256(code).digest() == digest else None


def cache_directory(sources: Iterable[Path]) -> Path:
    """Return the cache directory for exactly these sources and this compiler."""
    digest = hashlib.sha256(_compiler().encode())
    digest.update(f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}".encode())
    for source in (*MAKERS, *sources):
        digest.update(source.read_bytes())
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    passing = Path(tempfile.gettempdir())
    for own in (Path(home) / "trapoula", passing / f"trapoula-{_user()}"):
        place = own / f"kernel-{digest.hexdigest()[:16]}"
        try:
            own.mkdir(0o700, parents=True, exist_ok=True)
            place.mkdir(0o700, exist_ok=True)
        except OSError:
            continue
        if os.access(place, os.W_OK) and _private(place):
            return place
    return Path(tempfile.mkdtemp(prefix="trapoula-"))


def _private(place: Path) -> bool:
    """Return whether no other user could have written to this folder, because we run what is in it.

    Anyone who can write to a parent folder could replace the folders inside it.
    """
    if sys.platform == "win32":  # Windows has a temporary folder per user
        return True
    whole = place.resolve()
    private = (whole, whole.parent)
    for folder in (whole, *whole.parents):
        found = folder.stat()
        open_to_all = found.st_mode & 0o022
        if folder in private:
            trusted = found.st_uid == _user() and not open_to_all
        else:  # in a sticky folder, users cannot move each other's files
            trusted = found.st_uid in (_user(), 0) and not (
                open_to_all and not found.st_mode & stat.S_ISVTX
            )
        if not trusted:
            return False
    return True


def _user() -> int:
    """Return the user id of this process; 0 on Windows, which has none."""
    return 0 if sys.platform == "win32" else os.geteuid()


def _compiler() -> str:
    """Return the compiler's versions from the installed metadata, without importing numba."""
    found = find_spec("numba")
    beside = Path(found.origin).parents[1] if found and found.origin else HERE.parent
    return " ".join(
        [llvmlite.__version__, *sorted(path.name for path in beside.glob("numba-*-info"))]
    )
