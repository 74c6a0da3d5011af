"""The compiled kernel: one entrance with its signature, compiled once for all games.

What is compiled is kept in a cache directory named after the kernel's own source, so that a new version
never meets an old cache. Importing this module compiles what is not there yet. There is one entrance for
every task because each would be compiled with all that it calls.
"""

import hashlib
import os
import tempfile
from pathlib import Path

import numba
from numba import njit, types
from numba.extending import intrinsic

from trapoula.solve import offer, reckon, seek, steps

LEGAL, PLAY, WON, DEEPEN, WIDEN, ADVANCE, PACK, REHASH, WANDER, VALUE = range(10)

_SOURCES = ("layout", "piles", "reckon", "tidy", "offer", "steps", "doom", "seek", "kernel")
_I32, _I64 = types.Array(types.int32, 1, "C"), types.Array(types.int64, 1, "C")
_U64, _ROWS = types.Array(types.uint64, 1, "C"), types.Array(types.uint8, 2, "C")
_SIGNATURE = types.int64(
    types.int64,  # task
    *(_I32, _U64, _I32, _U64),  # pr, mk, st, hs
    *(_I32, _U64, _U64),  # weights, table, a larger table
    *(_I64, _I32, _I64, _I32),  # stack, depths, path, marks
    *(_I64, _I64, _U64, _I64),  # info, out, wants, vals
    *(_ROWS, _ROWS, _I32, _I64, _I64),  # level, the next level, parents, moves, chosen
    types.int64,  # a number
)


def cache_directory() -> Path:
    """Where the compiled kernel of this very source is kept."""
    folder = Path(__file__).parent
    digest = hashlib.sha256(numba.__version__.encode())
    for name in _SOURCES:
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


_before = numba.config.CACHE_DIR, numba.config.LOOP_VECTORIZE
numba.config.CACHE_DIR, numba.config.LOOP_VECTORIZE = str(cache_directory()), 0  # loops are short


def _pointer(kind):
    """How an array becomes a bare pointer, which costs nothing to hand on."""

    @intrinsic
    def pointer(context, address):
        def code(context, builder, signature, arguments):
            return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

        return types.CPointer(kind)(types.uintp), code

    return pointer


_ints, _longs = _pointer(types.int32), _pointer(types.int64)
_words, _bytes = _pointer(types.uint64), _pointer(types.uint8)


@njit(_SIGNATURE, nogil=True, cache=True, error_model="numpy")
def enter(
    task,
    pr_, mk_, st_, hs_,
    wt_, table_, larger_,
    stack_, depths_, path_, marks_,
    info_, out_, wants_, vals_,
    level_, after_, parents_, moves_, chosen_,
    number,
):  # fmt: skip
    """Do one task on the arrays it needs; the others are not looked at."""
    pr, mk = _ints(pr_.ctypes.data), _words(mk_.ctypes.data)
    st, hs = _ints(st_.ctypes.data), _words(hs_.ctypes.data)
    wt, table, larger = (
        _ints(wt_.ctypes.data),
        _words(table_.ctypes.data),
        _words(larger_.ctypes.data),
    )
    stack, depths = _longs(stack_.ctypes.data), _ints(depths_.ctypes.data)
    path, marks = _longs(path_.ctypes.data), _ints(marks_.ctypes.data)
    info, out = _longs(info_.ctypes.data), _longs(out_.ctypes.data)
    wants, vals = _words(wants_.ctypes.data), _longs(vals_.ctypes.data)
    level, after = _bytes(level_.ctypes.data), _bytes(after_.ctypes.data)
    parents, moves = _ints(parents_.ctypes.data), _longs(moves_.ctypes.data)
    chosen = _longs(chosen_.ctypes.data)
    if task == DEEPEN:
        return seek.deepen(
            pr, mk, st, hs, wt, table, stack, depths, path, marks, info, out, wants, vals, number
        )
    if task == WIDEN:
        return seek.widen(
            pr, mk, st, hs, wt, table, level, number, vals, parents, moves, info, out, wants
        )
    if task == ADVANCE:
        seek.advance(pr, mk, st, hs, level, parents, moves, chosen, after, info)
    elif task == LEGAL:
        return offer.legal(pr, mk, st, hs, out, wants, number == 1)
    elif task == PLAY:
        steps.play(pr, mk, st, hs, number)
    elif task == WON:
        return 1 if reckon.won(pr, mk, st) else 2 if reckon.over(pr, mk, st) else 0
    elif task == PACK:
        seek.pack(pr, st, level, 0)
    elif task == REHASH:
        seek.rehash(table, larger, info)
    elif task == WANDER:
        return seek.wander(pr, mk, st, hs, info, out, wants, number)
    elif task == VALUE:
        return seek.value(pr, mk, st, hs, wt)
    return 0


numba.config.CACHE_DIR, numba.config.LOOP_VECTORIZE = _before
