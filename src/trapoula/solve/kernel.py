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

from trapoula.solve import seek, steps

LEGAL, PLAY, WON, DEEPEN, WIDEN, ADVANCE, PACK, REHASH, WANDER, VALUE = range(10)

_SOURCES = ("layout.py", "piles.py", "steps.py", "seek.py", "kernel.py")
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
        digest.update((folder / name).read_bytes())
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


_before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(cache_directory())


@njit(_SIGNATURE, nogil=True, cache=True, error_model="numpy")
def enter(
    task,
    pr, mk, st, hs,
    wt, table, larger,
    stack, depths, path, marks,
    info, out, wants, vals,
    level, after, parents, moves, chosen,
    number,
):  # fmt: skip
    """Do one task on the arrays it needs; the others are not looked at."""
    if task == DEEPEN:
        return seek.deepen(
            pr, mk, st, hs, wt, table, stack, depths, path, marks, info, out, wants, vals, number
        )
    if task == WIDEN:
        return seek.widen(
            pr, mk, st, hs, wt, table, level, number, vals, parents, moves, info, out, wants
        )
    if task == ADVANCE:
        seek.advance(pr, mk, st, hs, level, parents, moves, chosen, after)
    elif task == LEGAL:
        return steps.legal(pr, mk, st, hs, out, wants, number == 1)
    elif task == PLAY:
        steps.play(pr, mk, st, hs, number)
    elif task == WON:
        return 1 if steps.won(pr, mk, st) else 2 if steps.over(pr, mk, st) else 0
    elif task == PACK:
        seek.pack(pr, st, level[0])
    elif task == REHASH:
        seek.rehash(table, larger)
    elif task == WANDER:
        return seek.wander(pr, mk, st, hs, info, out, wants, number)
    elif task == VALUE:
        return seek.value(pr, mk, st, wt)
    return 0


numba.config.CACHE_DIR = _before
