"""The compiled kernel: one entrance with its signature, compiled once for all games."""

from pathlib import Path

from numba import njit, types

from trapoula.compiled import I32, I64, U64, compiling, ints, longs, octets, words
from trapoula.solve import dead_ends, goals, offer, seek, steps, worth

LEGAL, PLAY, WON, DEEPEN, WIDEN, ADVANCE, PACK, REHASH, WANDER, VALUE, HOPELESS = range(11)

SOURCES = (
    "ends",
    "layout",
    "piles",
    "keys",
    "goals",
    "chores",
    "offer",
    "steps",
    "dead_ends",
    "worth",
    "choices",
    "seek",
    "kernel",
)
_ROWS = types.Array(types.uint8, 2, "C")
_SIGNATURE = types.int64(
    types.int64,  # task
    *(I32, U64, I32, U64),  # code, masks, state, hashes
    *(I32, U64, U64),  # weights, table, a larger table
    *(I64, I32, I64, I32),  # stack, depths, path, marks
    *(I64, I64, U64, I64),  # info, out, wants, vals
    *(_ROWS, _ROWS, I32, I64, I64),  # level, the next level, parents, moves, chosen
    types.int64,  # a number
)

with compiling([Path(__file__).parent / f"{name}.py" for name in SOURCES]):

    @njit(_SIGNATURE, nogil=True, cache=True, error_model="numpy")
    def enter(
        task,
        code_, masks_, state_, hashes_,
        weights_, table_, larger_,
        stack_, depths_, path_, marks_,
        info_, out_, wants_, vals_,
        level_, after_, parents_, moves_, chosen_,
        number,
    ):  # fmt: skip
        """Do one task on the arrays it needs; the others are not looked at."""
        code, masks = ints(code_.ctypes.data), words(masks_.ctypes.data)
        state, hashes = ints(state_.ctypes.data), words(hashes_.ctypes.data)
        weights, table, larger = (
            ints(weights_.ctypes.data),
            words(table_.ctypes.data),
            words(larger_.ctypes.data),
        )
        stack, depths = longs(stack_.ctypes.data), ints(depths_.ctypes.data)
        path, marks = longs(path_.ctypes.data), ints(marks_.ctypes.data)
        info, out = longs(info_.ctypes.data), longs(out_.ctypes.data)
        wants, vals = words(wants_.ctypes.data), longs(vals_.ctypes.data)
        level, after = octets(level_.ctypes.data), octets(after_.ctypes.data)
        parents, moves = ints(parents_.ctypes.data), longs(moves_.ctypes.data)
        chosen = longs(chosen_.ctypes.data)
        if task == DEEPEN:
            return seek.deepen(
                code,
                masks,
                state,
                hashes,
                weights,
                table,
                stack,
                depths,
                path,
                marks,
                info,
                out,
                wants,
                vals,
                number,
            )
        if task == WIDEN:
            return seek.widen(
                code,
                masks,
                state,
                hashes,
                weights,
                table,
                level,
                number,
                vals,
                parents,
                moves,
                info,
                out,
                wants,
            )
        if task == ADVANCE:
            seek.advance(code, masks, state, hashes, level, parents, moves, chosen, after, info)
        elif task == LEGAL:
            return offer.legal(code, masks, state, hashes, out, wants, number == 1)
        elif task == PLAY:
            steps.play(code, masks, state, hashes, number)
        elif task == WON:
            return (
                1 if goals.won(code, masks, state) else 2 if goals.over(code, masks, state) else 0
            )
        elif task == HOPELESS:
            return 1 if dead_ends.hopeless(code, masks, state, hashes) else 0
        elif task == PACK:
            seek.pack(code, state, level, 0)
        elif task == REHASH:
            seek.rehash(table, larger, info)
        elif task == WANDER:
            return seek.wander(code, masks, state, hashes, info, out, wants, number)
        elif task == VALUE:
            return worth.value(code, masks, state, hashes, weights)
        return 0
