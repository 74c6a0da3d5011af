"""Best first over an open game: of all positions met so far, the one that looks best is gone on from."""

from trapoula.compiled import fast
from trapoula.solve.open_kernel.beam import retrace
from trapoula.solve.open_kernel.depth_first import DONE, OLD, child, crowded, survey, worth_trying
from trapoula.solve.open_kernel.layout import *
from trapoula.solve.open_kernel.position import begin, play
from trapoula.solve.open_kernel.rows import load, pack, unpack
from trapoula.solve.search_kernel.status import EMPTY, FULL_STACK, FULL_TABLE, GOING, WON


@fast
def push(vals, stack, info, worth, step):
    """Lay a step that waits into the heap, whose root is the best of them."""
    at = info[HEIGHT]
    info[HEIGHT] = at + 1
    while at > 0 and vals[(at - 1) // 2] > worth:
        vals[at], stack[at] = vals[(at - 1) // 2], stack[(at - 1) // 2]
        at = (at - 1) // 2
    vals[at], stack[at] = worth, step


@fast
def pop(vals, stack, info):
    """Take the best step that waits."""
    best, size, at = stack[0], info[HEIGHT] - 1, 0
    info[HEIGHT] = size
    worth, step = vals[size], stack[size]
    while True:
        under = 2 * at + 1
        if under >= size:
            break
        if under + 1 < size and vals[under + 1] < vals[under]:
            under += 1
        if vals[under] >= worth:
            break
        vals[at], stack[at] = vals[under], stack[under]
        at = under
    vals[at], stack[at] = worth, step
    return best


@fast
def trace(code, masks, state, keys, rows, log, info, stack, marks):
    """Play the moves that lead to the winning position: its trail is the line."""
    at = info[NEXT]
    moves = marks[at]
    for number in range(moves - 1, -1, -1):
        stack[number], at = log[at] & MOVE_ALONE, log[at] >> FROM_AT
    retrace(code, masks, state, keys, rows, stack, moves)


@fast
def advance(
    code,
    masks,
    state,
    keys,
    weights,
    table,
    rooms,
    stack,
    marks,
    start,
    level,
    log,
    info,
    out,
    vals,
    budget,
):
    """Begin or go on for so many positions; those gone on from, and how each was come to, are kept."""
    if info[NEXT] == 0:
        load(code, masks, state, keys, start)
        begin(code, masks, state, keys)
        marks[0] = 0
        if state[AWAY] == 0:
            return WON
        pack(code, state, keys, level, 0)
        info[NEXT] = 1
    last = info[STATES] + budget
    while True:
        if info[HEIGHT] + MOST_OFFERS > info[STACK_ROOM] or info[NEXT] >= info[WIDTH]:
            return FULL_STACK
        if info[STATES] > last:
            return GOING
        count, here = worth_trying(code, masks, state, keys, rooms, out), info[PARENT]
        if crowded(info, count):
            return FULL_TABLE
        moves = weights[W_MOVE] * marks[here]
        survey(code, state, weights)
        for i in range(count):
            worth = child(
                code, masks, state, keys, weights, table, info, out[i], here == 0, weights[W_WORSE]
            )
            if worth == DONE:
                log[info[NEXT]], marks[info[NEXT]] = out[i] | here << FROM_AT, marks[here] + 1
                return WON
            if worth != OLD:
                push(vals, stack, info, worth + moves, out[i] | here << FROM_AT)
        if info[HEIGHT] == 0:
            return EMPTY
        step, now = pop(vals, stack, info), info[NEXT]
        parent = step >> FROM_AT
        if parent != here:
            unpack(code, state, keys, level, parent * ROW)
        play(code, masks, state, keys, step & MOVE_ALONE)
        state[TRAIL_LENGTH] = 0  # nothing before it is taken back
        pack(code, state, keys, level, now * ROW)
        log[now], marks[now] = step, marks[parent] + 1
        info[PARENT], info[NEXT] = now, now + 1
