"""Beams over an open game: level after level, each keeping the best positions that the last one leads to."""

from trapoula.compiled import fast
from trapoula.solve.open_kernel.depth_first import DONE, OLD, child, crowded, survey
from trapoula.solve.open_kernel.layout import *
from trapoula.solve.open_kernel.legal_moves import offers
from trapoula.solve.open_kernel.position import begin, play
from trapoula.solve.open_kernel.room import cramped
from trapoula.solve.open_kernel.rows import load, pack, unpack
from trapoula.solve.search_kernel.status import EMPTY, FULL_LOG, FULL_TABLE, GOING, WON


@fast
def sift(vals, log, start, size, worth, step):
    """Let a step into the heap of the best, whose root is the worst of them; it takes the root's place."""
    at = 0
    while True:
        under = 2 * at + 1
        if under >= size:
            break
        if under + 1 < size and vals[under + 1] > vals[under]:
            under += 1
        if vals[under] <= worth:
            break
        vals[at], log[start + at] = vals[under], log[start + under]
        at = under
    vals[at], log[start + at] = worth, step


@fast
def keep(vals, log, start, info, worth, step):
    """Remember a step to the next level, if it is among the best so far."""
    size = info[NEXT]
    if size == info[WIDTH]:
        info[CUT] = 1
        if worth < vals[0]:
            sift(vals, log, start, size, worth, step)
        return
    at = size
    while at > 0 and vals[(at - 1) // 2] < worth:
        vals[at], log[start + at] = vals[(at - 1) // 2], log[start + (at - 1) // 2]
        at = (at - 1) // 2
    vals[at], log[start + at] = worth, step
    info[NEXT] = size + 1


@fast
def widen(
    code, masks, state, keys, weights, table, rooms, level, after, log, info, out, vals, budget
):
    """Go on with a beam for so many positions; `level` and `after` change places at every level."""
    last = info[STATES] + budget
    while True:
        if info[LEVELS] >= info[LOG_ROOM] or info[LEVELS] - info[BETTER] > NO_BETTER:
            return FULL_LOG
        start = info[LEVELS] * info[WIDTH]
        here, there = (level, after) if info[LEVELS] & 1 == 0 else (after, level)
        while info[PARENT] < info[LEVEL]:
            if info[STATES] > last:
                return GOING
            parent = info[PARENT]
            unpack(code, state, keys, here, parent * ROW)
            count = offers(code, masks, state, keys, out)
            if crowded(info, count):
                return FULL_TABLE
            survey(code, state, weights)
            for i in range(count):
                worth = child(
                    code, masks, state, keys, weights, table, info, out[i], info[LEVELS] == 0, 0
                )
                if worth == DONE:
                    info[NEXT] = 1
                    log[start] = out[i] | parent << FROM_AT
                    info[LEVELS] += 1
                    return WON
                if worth != OLD:
                    keep(vals, log, start, info, worth, out[i] | parent << FROM_AT)
            info[PARENT] = parent + 1
        if info[NEXT] == 0:
            return EMPTY
        if info[LEVELS] == 0:
            info[BEST] = vals[0]
        kept = 0
        for i in range(info[NEXT]):
            step = log[start + i]
            unpack(code, state, keys, here, (step >> FROM_AT) * ROW)
            play(code, masks, state, keys, step & MOVE_ALONE)
            if code[ROOMY] and cramped(code, masks, state, rooms, out):
                continue
            if vals[i] < info[BEST]:
                info[BEST], info[BETTER] = vals[i], info[LEVELS]
            pack(code, state, keys, there, kept * ROW)
            log[start + kept] = step
            kept += 1
        info[LEVEL], info[NEXT], info[PARENT] = kept, 0, 0
        info[LEVELS] += 1


@fast
def trace(code, masks, state, keys, rows, log, info, stack):
    """Play the moves that lead to the winning position of a beam: its trail is the line."""
    levels, at = info[LEVELS], 0
    for number in range(levels - 1, -1, -1):
        step = log[number * info[WIDTH] + at]
        stack[number], at = step & MOVE_ALONE, step >> FROM_AT
    retrace(code, masks, state, keys, rows, stack, levels)


@fast
def retrace(code, masks, state, keys, rows, stack, moves):
    """Play so many moves from the start: its trail is the line."""
    load(code, masks, state, keys, rows)
    begin(code, masks, state, keys)
    for number in range(moves):
        play(code, masks, state, keys, stack[number])
