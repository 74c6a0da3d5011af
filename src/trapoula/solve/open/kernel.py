"""The compiled kernel of open games: one entrance with its signature, compiled once for all of them."""

from pathlib import Path

from numba import njit, types

from trapoula.compiled import I32, I64, U8, U64, compiling, ints, longs, octets, words
from trapoula.solve.open import beam, cards, seek

LOAD, OFFERS, PLAY, DEEPEN, WIDEN, TRACE, REHASH = range(7)

SOURCES = (
    "piles",
    "open/layout",
    "open/cards",
    "open/offer",
    "open/seek",
    "open/beam",
    "open/kernel",
)
_SIGNATURE = types.int64(
    types.int64,  # task
    *(I64, U64, I32, U64),  # pg, mk, st, ks
    *(I64, U64, U64),  # weights, table, a larger table
    *(I64, I32),  # stack, marks
    *(I64, I64, I64, I64),  # info, out, vals, log
    *(U8, U8, U8),  # the start, a level, the next level
    types.int64,  # a number
)

with compiling([Path(__file__).parents[1] / f"{name}.py" for name in SOURCES]):

    @njit(_SIGNATURE, nogil=True, cache=True, error_model="numpy")
    def enter(
        task,
        pg_, mk_, st_, ks_,
        wt_, table_, larger_,
        stack_, marks_,
        info_, out_, vals_, log_,
        start_, level_, after_,
        number,
    ):  # fmt: skip
        """Do one task on the arrays it needs; the others are not looked at."""
        pg, mk = longs(pg_.ctypes.data), words(mk_.ctypes.data)
        st, ks = ints(st_.ctypes.data), words(ks_.ctypes.data)
        wt, table, larger = (
            longs(wt_.ctypes.data),
            words(table_.ctypes.data),
            words(larger_.ctypes.data),
        )
        stack, marks = longs(stack_.ctypes.data), ints(marks_.ctypes.data)
        info, out = longs(info_.ctypes.data), longs(out_.ctypes.data)
        vals, log = longs(vals_.ctypes.data), longs(log_.ctypes.data)
        start, level, after = (
            octets(start_.ctypes.data),
            octets(level_.ctypes.data),
            octets(after_.ctypes.data),
        )
        if task == DEEPEN:
            return seek.deepen(pg, mk, st, ks, wt, table, stack, marks, info, out, vals, number)
        if task == WIDEN:
            return beam.widen(pg, mk, st, ks, wt, table, level, after, log, info, out, vals, number)
        if task == LOAD:
            beam.unpack(pg, mk, st, ks, start, 0)
            if number:
                cards.begin(pg, mk, st, ks)
                beam.pack(pg, st, level, 0)
        elif task == OFFERS:
            return seek.offers(pg, mk, st, ks, out)
        elif task == PLAY:
            cards.play(pg, mk, st, ks, number)
        elif task == TRACE:
            beam.trace(pg, mk, st, ks, start, log, info, stack)
        elif task == REHASH:
            seek.rehash(table, larger, info)
        return 0
