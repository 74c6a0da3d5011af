"""What compiled kernels have in common: where they are kept, and arrays as bare pointers.

What is compiled is kept in a cache directory named after the kernel's own source, so that a new version
never meets an old cache. Importing a kernel compiles what is not there yet. There is one entrance for
every task of a kernel because each would be compiled with all that it calls.
"""

import hashlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numba
from numba import types
from numba.extending import intrinsic

I32, I64 = types.Array(types.int32, 1, "C"), types.Array(types.int64, 1, "C")
U64, U8 = types.Array(types.uint64, 1, "C"), types.Array(types.uint8, 1, "C")


def cache_directory(sources: Sequence[str]) -> Path:
    """Where the compiled kernel of this very source is kept."""
    folder = Path(__file__).parent
    digest = hashlib.sha256(numba.__version__.encode())
    for name in sources:
        digest.update((folder / f"{name}.py").read_bytes())
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
def compiling(sources: Sequence[str]) -> Iterator[None]:
    """While a kernel is compiled: its cache directory, and no vectors, since loops are short."""
    before = numba.config.CACHE_DIR, numba.config.LOOP_VECTORIZE
    numba.config.CACHE_DIR, numba.config.LOOP_VECTORIZE = str(cache_directory(sources)), 0
    try:
        yield
    finally:
        numba.config.CACHE_DIR, numba.config.LOOP_VECTORIZE = before


def _pointer(kind):
    """How an array becomes a bare pointer, which costs nothing to hand on."""

    @intrinsic
    def pointer(context, address):
        def code(context, builder, signature, arguments):
            return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

        return types.CPointer(kind)(types.uintp), code

    return pointer


ints, longs = _pointer(types.int32), _pointer(types.int64)
words, octets = _pointer(types.uint64), _pointer(types.uint8)
