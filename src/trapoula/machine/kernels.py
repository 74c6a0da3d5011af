"""Kernels: machine code that is made once, kept, and loaded without the compiler that made it.

A kernel has one entrance, a task and a book, since each way in would be compiled with all that it calls. What
is made of it is kept in a directory that is named after all the source it comes from, the compiler and the
processor, so that a new version never meets an old one. The compiler takes longer to load than most questions
take to answer: only whoever finds nothing kept calls it in. A `Kernel` is compiled by another process:
until it is ready, questions can be answered without it.
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

llvm: Any = llvmlite.binding  # which has no types
ENTRANCE = "enter"  # what the way in is called in machine code
DIGEST = hashlib.sha256().digest_size
HERE = Path(__file__)
MAKERS = (HERE, HERE.with_name("compiler.py"))  # what all machine code depends on

Enter: TypeAlias = "Callable[..., int]"  # a task, a book or its address, and some numbers


class Book:
    """Where arrays stand, as a kernel reads it: an address after another.

    What is handed in again is not looked up again. It keeps its arrays, so that none goes while one is in it.
    """

    def __init__(self, length: int) -> None:
        self._arrays: tuple[Any, ...] = (None,) * length
        self._places = (c_int64 * length)()
        self._address = addressof(self._places)

    def tell(self, *arrays: Any) -> int:
        """The address of the book, in which these arrays stand now."""
        if not all(map(is_, arrays, self._arrays)):
            self._places[:] = [*map(address, arrays)]
            self._arrays = arrays
        return self._address


_begin = (c_char * 0).from_buffer  # of an array, which may be empty


def address(array: Any) -> int:
    """Where the numbers of an array begin, which must lie side by side."""
    return addressof(_begin(array))


def written(length: int, entries: Mapping[int, Any]) -> Any:
    """A book that is read once: in each place a number as it is, or where an array stands."""
    book = (c_int64 * length)()
    for place, entry in entries.items():
        book[place] = entry if isinstance(entry, int) else address(entry)
    return book


def kernel(
    entrance: Callable[[], Callable[..., int]], sources: Iterable[Path], numbers: int = 0
) -> Enter:
    """The way in to a kernel, which takes a task, a book and so many numbers.

    `entrance` imports what is to be compiled, if nothing is kept that was made of these sources.
    """
    place = cache_directory(sources) / ENTRANCE
    code = kept(place)
    if code is None:
        from trapoula.machine.compiler import machine_code

        code = machine_code(entrance(), numbers)
        keep(place, code)
    return loaded(code, numbers)


class Kernel:
    """A kernel that is loaded when it is first entered; what is not kept yet, another process compiles.

    The other process is nobody's: it goes on when this one ends, so that the next one finds its work done.
    """

    def __init__(
        self, module: str, entrance: Callable[[], Enter], sources: Iterable[Path], numbers: int
    ) -> None:
        self._module = module  # which holds this kernel, as `kernel`
        self.sources = [*sources]
        self._made_of = entrance, self.sources, numbers
        self._maker: subprocess.Popen[bytes] | None = None
        self._looked = 0.0  # when it was last looked for

    @cached_property
    def enter(self) -> Enter:
        """The way in, for which this waits."""
        while not self.ready:
            sleep(TICK)
        return kernel(*self._made_of)

    @cached_property
    def _place(self) -> Path:
        return cache_directory(self.sources) / ENTRANCE

    @property
    def ready(self) -> bool:
        """Whether nobody has to wait for the way in; else it is being compiled from now on."""
        if "enter" in self.__dict__:
            return True
        if (now := time()) - self._looked < TICK:
            return False
        self._looked = now
        if self._place.exists():
            return True
        if _told(self._place) is not None:
            return False
        if self._maker is None:
            words = [sys.executable, "-c", MAKE, self._module, *sys.path]
            nowhere = subprocess.DEVNULL
            try:
                self._maker = subprocess.Popen(
                    words, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True
                )
            except OSError:  # no process can be had: then it is compiled here
                return True
        return self._maker.poll() is not None

    @property
    def done(self) -> float | None:
        """How much of it is compiled, from 0 to 1; None while nobody compiles it."""
        return 1.0 if self._place.exists() else _told(self._place)

    def make(self) -> None:
        """Compile it, unless another process does already, and tell how far that is."""
        with _telling(self._place) as alone:
            if alone:
                kernel(*self._made_of)


# what another process is to do: find what this one finds, give way to it, and compile
MAKE = """
import os, sys
from importlib import import_module
sys.path[:] = sys.argv[2:]
getattr(os, "nice", int)(5)
import_module(sys.argv[1]).kernel.make()
"""
TICK = 0.1  # seconds between two looks at what others compile,
SILENT = 10.0  # and after so many without news they do not compile any more


def _told(place: Path) -> float | None:
    """How much of what belongs there is compiled, as whoever compiles it tells; None where nobody does."""
    note = place.with_name("compiling")
    with suppress(OSError, ValueError):
        if time() - note.stat().st_mtime < SILENT:
            return float(note.read_text() or 0)
    return None


@contextmanager
def _telling(place: Path) -> Iterator[bool]:
    """Tell every moment how far the compiler is; False where somebody else does."""
    note, ended = place.with_name("compiling"), Event()
    if _told(place) is None:
        note.unlink(missing_ok=True)
    try:
        page = note.open("x")
    except FileExistsError:
        yield False
        return
    from trapoula.machine.compiler import share

    def tell() -> None:
        while not ended.wait(
            TICK
        ):  # over what stands there, which is as long: nobody finds it empty
            page.seek(0)
            page.write(f"{share():.3f}")
            page.flush()

    teller = Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield True
    finally:
        ended.set()
        teller.join()
        page.close()
        note.unlink(missing_ok=True)


def loaded(code: bytes, numbers: int) -> Enter:
    """The way in to machine code."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), processor())
    engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code))
    engine.finalize_object()
    # as the compiler hands over: where the answer goes, where an error would go, and what is given
    kinds = (c_int32, c_void_p, c_void_p, c_int64, c_void_p, *[c_int64] * numbers)
    native = CFUNCTYPE(*kinds)(engine.get_function_address(ENTRANCE))

    def enter(task: int, book: Any, *given: int, _alive: object = engine) -> int:
        """Do one task; other threads go on meanwhile."""
        answer = c_int64()
        native(byref(answer), None, task, book, *given)
        return answer.value

    return enter


def processor() -> Any:
    """The processor that machine code is for: this one."""
    features = llvm.get_host_cpu_features().flatten()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(llvm.get_host_cpu_name(), features, opt=3, jit=True)


def keep(place: Path, code: bytes) -> None:
    """Put machine code where it is looked for, all of it at once: another may look at any time."""
    beside = place.with_name(f"{place.name}-{os.getpid()}")
    try:
        beside.write_bytes(hashlib.sha256(code).digest() + code)
        os.replace(beside, place)
    except OSError:  # no room for it: then it is made again the next time
        beside.unlink(missing_ok=True)


def kept(place: Path) -> bytes | None:
    """The machine code that was put there, if it is there and whole."""
    try:
        stored = place.read_bytes()
    except OSError:
        return None
    digest, code = stored[:DIGEST], stored[DIGEST:]
    return code if hashlib.sha256(code).digest() == digest else None


def cache_directory(sources: Iterable[Path]) -> Path:
    """Where what is made from this very source by this very compiler is kept."""
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
        if os.access(place, os.W_OK) and _ours_alone(place):
            return place
    return Path(tempfile.mkdtemp(prefix="trapoula-"))


def _ours_alone(place: Path) -> bool:
    """Whether nobody else can have put anything there, since what is kept there is run.

    A folder that others may write to lets them put another one in the place of those in it."""
    if sys.platform == "win32":  # where every user has a folder for what passes
        return True
    whole = place.resolve()
    private = (whole, whole.parent)
    for folder in (whole, *whole.parents):
        found = folder.stat()
        open_to_all = found.st_mode & 0o022
        if folder in private:
            trusted = found.st_uid == _user() and not open_to_all
        else:  # in a sticky folder nobody can move what is another's
            trusted = found.st_uid in (_user(), 0) and not (
                open_to_all and not found.st_mode & stat.S_ISVTX
            )
        if not trusted:
            return False
    return True


def _user() -> int:
    """The number of whoever runs this; Windows knows none."""
    return 0 if sys.platform == "win32" else os.geteuid()


def _compiler() -> str:
    """The versions of the compiler, read off what is installed: asking it would load it."""
    found = find_spec("numba")
    beside = Path(found.origin).parents[1] if found and found.origin else HERE.parent
    return " ".join(
        [llvmlite.__version__, *sorted(path.name for path in beside.glob("numba-*-info"))]
    )
