"""What is compiled, for solver and bots alike: where it is kept, and arrays as bare pointers.

What is compiled is kept in a cache directory named after all the source it comes from, so that a new version
never meets an old cache, and numbers may be imported from the rules. Importing a kernel compiles what is not
there yet. There is one entrance for every task of a kernel because each would be compiled with all that it
calls.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])
njit: Any = numba.njit  # the compiler has no types that say what it does
types: Any = numba.types
_config: Any = numba.config

I32, I64 = types.Array(types.int32, 1, "C"), types.Array(types.int64, 1, "C")
U64, U8 = types.Array(types.uint64, 1, "C"), types.Array(types.uint8, 1, "C")


class _Part(JITCodeLibrary):
    """What only compiled code calls: handed to its callers as it is, since it is optimised once, with them.

    Left to itself the compiler optimises every function with all that it calls, and makes machine code of it
    that nobody runs.
    """

    def finalize(self) -> None:
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True

    @property
    def codegen(self) -> "_Part":
        return self

    def set_env(self, name: str, env: object) -> None:
        """Nothing: what is never run by itself needs no surroundings."""


class _Parts(Compiler):
    """The compiler for what only compiled code calls."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        part: Any = _Part
        self.state.library = part(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)  # type: ignore[no-untyped-call]


# for what is called from compiled code only
_INSIDE = {
    "nogil": True,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}


def fast(function: F) -> F:
    """For what compiled code calls: compiled once, since all whole numbers are taken as wide ones."""
    return _part(function)


def bare(function: F) -> F:
    """The same for what makes no array: nobody counts who holds one, which costs its callers less."""
    return _part(function, _nrt=False)


def _part(function: F, **flags: bool) -> F:
    made = njit(pipeline_class=_Parts, **_INSIDE, **flags)(function)
    template = made.get_call_template
    made.get_call_template = lambda given, named: template(tuple(map(_wide, given)), named)
    return made  # type: ignore[no-any-return]


def _wide(kind: Any) -> Any:
    plain = types.unliteral(kind)
    return types.int64 if plain == types.int32 else plain


def cache_directory(sources: Sequence[Path]) -> Path:
    """Where what is compiled from this very source is kept."""
    digest = hashlib.sha256(numba.__version__.encode())
    for source in (Path(__file__), *sources):
        digest.update(source.read_bytes())
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    for root in (Path(home), Path(tempfile.gettempdir())):
        place = root / "trapoula" / f"kernel-{digest.hexdigest()[:16]}"
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(place, os.W_OK):
            return place
    return Path(tempfile.mkdtemp(prefix="trapoula-"))


@contextmanager
def compiling(sources: Sequence[Path]) -> Iterator[None]:
    """While a kernel is compiled: its cache directory, and no vectors, since loops are short."""
    before = _config.CACHE_DIR, _config.LOOP_VECTORIZE
    _config.CACHE_DIR, _config.LOOP_VECTORIZE = str(cache_directory(sources)), 0
    try:
        yield
    finally:
        _config.CACHE_DIR, _config.LOOP_VECTORIZE = before


def kept(*sources: str) -> Callable[[F], F]:
    """For functions that are compiled when first called, and kept as long as these files stay as they are."""
    place = str(cache_directory([Path(source) for source in sources]))

    def compiled(function: F) -> F:
        before = _config.CACHE_DIR
        _config.CACHE_DIR = place
        try:
            made: F = njit(cache=True)(function)
        finally:
            _config.CACHE_DIR = before
        return made

    return compiled


def _pointer(kind: Any) -> Any:
    """How an array becomes a bare pointer, which costs nothing to hand on."""

    @intrinsic
    def pointer(context, address):  # type: ignore[no-untyped-def]
        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

        return types.CPointer(kind)(types.uintp), code

    return pointer


ints, longs = _pointer(types.int32), _pointer(types.int64)
words, octets = _pointer(types.uint64), _pointer(types.uint8)
