"""The compiled kernel of open games: one entrance with its signature, compiled once for all of them."""

from pathlib import Path

from numba import njit, types

from trapoula.compiled import I32, I64, U8, U64, compiling, ints, longs, octets, words
from trapoula.solve.open import beam, cards, front, rows, seek, suitless

LOAD, OFFERS, PLAY, DEEPEN, WIDEN, TRACE_BEAM, REHASH, ADVANCE, TRACE_FRONT, FORGET = range(10)

SOURCES = (
    "ends",
    "piles",
    "open/layout",
    "open/cards",
    "open/offer",
    "open/room",
    "open/seek",
    "open/rows",
    "open/beam",
    "open/front",
    "open/suitless",
    "open/kernel",
)
_SIGNATURE = types.int64(
    types.int64,  # task
    *(I64, U64, I32, U64),  # code, masks, state, keys
    *(I64, U64, U64),  # weights, table, a larger table
    I64,  # what is remembered of room
    *(I64, I32),  # stack, marks
    *(I64, I64, I64, I64),  # info, out, vals, log
    *(U8, U8, U8),  # the start, a level, the next level
    types.int64,  # a number
)

with compiling([Path(__file__).parents[1] / f"{name}.py" for name in SOURCES]):

    @njit(_SIGNATURE, nogil=True, cache=True, error_model="numpy")
    def enter(
        task,
        code_, masks_, state_, keys_,
        weights_, table_, larger_,
        rooms_,
        stack_, marks_,
        info_, out_, vals_, log_,
        start_, level_, after_,
        number,
    ):  # fmt: skip
        """Do one task on the arrays it needs; the others are not looked at."""
        code, masks = longs(code_.ctypes.data), words(masks_.ctypes.data)
        state, keys = ints(state_.ctypes.data), words(keys_.ctypes.data)
        weights, table, larger = (
            longs(weights_.ctypes.data),
            words(table_.ctypes.data),
            words(larger_.ctypes.data),
        )
        rooms = longs(rooms_.ctypes.data)
        stack, marks = longs(stack_.ctypes.data), ints(marks_.ctypes.data)
        info, out = longs(info_.ctypes.data), longs(out_.ctypes.data)
        vals, log = longs(vals_.ctypes.data), longs(log_.ctypes.data)
        start, level, after = (
            octets(start_.ctypes.data),
            octets(level_.ctypes.data),
            octets(after_.ctypes.data),
        )
        if task == DEEPEN:
            return seek.deepen(
                code,
                masks,
                state,
                keys,
                weights,
                table,
                rooms,
                stack,
                marks,
                info,
                out,
                vals,
                number,
            )
        if task == WIDEN:
            return beam.widen(
                code, masks, state, keys, weights, table, rooms, level, after, log, info, out, vals,
                number,
            )  # fmt: skip
        if task == ADVANCE:
            return front.advance(
                code, masks, state, keys, weights, table, rooms, stack, marks, start, level, log, info,
                out, vals, number,
            )  # fmt: skip
        if task == FORGET:
            return suitless.forget(code, masks, state, table, stack, info, number)
        if task == LOAD:
            rows.load(code, masks, state, keys, start)
            if number:
                cards.begin(code, masks, state, keys)
                rows.pack(code, state, keys, level, 0)
        elif task == OFFERS:
            return seek.offers(code, masks, state, keys, out)
        elif task == PLAY:
            cards.play(code, masks, state, keys, number)
        elif task == TRACE_BEAM:
            beam.trace(code, masks, state, keys, start, log, info, stack)
        elif task == TRACE_FRONT:
            front.trace(code, masks, state, keys, start, log, info, stack, marks)
        elif task == REHASH:
            seek.rehash(table, larger, info)
        return 0
