"""Best first over an open game: of all positions met so far, the one that looks best is gone on from."""

from trapoula.machine.compiler import fast
from trapoula.solve.kernel.layout import Numbers
from trapoula.solve.open_kernel import layout as at
from trapoula.solve.open_kernel.beam import retrace
from trapoula.solve.open_kernel.depth_first import (
    DONE,
    OLD,
    child,
    survey,
    table_full,
    worth_trying,
)
from trapoula.solve.open_kernel.layout import Search
from trapoula.solve.open_kernel.position import begin, load, pack, play, unpack
from trapoula.solve.search_kernel.layout import EMPTY, FULL_STACK, FULL_TABLE, GOING, WON


@fast
def push(vals: Numbers, stack: Numbers, info: Numbers, worth: int, step: int) -> None:
    """Lay a step that waits into the heap, whose root is the best of them."""
    spot = info[at.HEIGHT]
    info[at.HEIGHT] = spot + 1
    while spot > 0 and vals[(spot - 1) // 2] > worth:
        vals[spot], stack[spot] = vals[(spot - 1) // 2], stack[(spot - 1) // 2]
        spot = (spot - 1) // 2
    vals[spot], stack[spot] = worth, step


@fast
def pop(vals: Numbers, stack: Numbers, info: Numbers) -> int:
    """Take the best step that waits."""
    best, size, spot = stack[0], info[at.HEIGHT] - 1, 0
    info[at.HEIGHT] = size
    worth, step = vals[size], stack[size]
    while True:
        under = 2 * spot + 1
        if under >= size:
            break
        if under + 1 < size and vals[under + 1] < vals[under]:
            under += 1
        if vals[under] >= worth:
            break
        vals[spot], stack[spot] = vals[under], stack[under]
        spot = under
    vals[spot], stack[spot] = worth, step
    return best


@fast
def trace(search: Search) -> None:
    """Play the moves that lead to the winning position: its trail is the line."""
    log, info, stack, marks = search.log, search.info, search.stack, search.marks
    spot = info[at.NEXT]
    moves = marks[spot]
    for number in range(moves - 1, -1, -1):
        stack[number], spot = log[spot] & at.MOVE_ALONE, log[spot] >> at.FROM_AT
    retrace(search, moves)


@fast
def advance(search: Search, budget: int) -> int:
    """Begin or go on for so many positions; those gone on from, and how each was come to, are kept."""
    board, weights, rooms, stack = search.board, search.weights, search.rooms, search.stack
    marks, start, level, log = search.marks, search.start, search.level, search.log
    info, out, vals = search.info, search.out, search.vals
    state = board.state
    if info[at.NEXT] == 0:
        load(board, start)
        begin(board)
        marks[0] = 0
        if state[at.AWAY] == 0:
            return WON
        pack(board, level, 0)
        info[at.NEXT] = 1
    last = info[at.STATES] + budget
    while True:
        if (
            info[at.HEIGHT] + at.MOST_OFFERS > info[at.STACK_ROOM]
            or info[at.NEXT] >= info[at.WIDTH]
        ):
            return FULL_STACK
        if info[at.STATES] > last:
            return GOING
        count, here = worth_trying(board, rooms, out), info[at.PARENT]
        if table_full(info, count):
            return FULL_TABLE
        moves = weights[at.W_MOVE] * marks[here]
        survey(board, weights)
        for i in range(count):
            worth = child(search, out[i], here == 0, weights[at.W_WORSE])
            if worth == DONE:
                log[info[at.NEXT]], marks[info[at.NEXT]] = (
                    out[i] | here << at.FROM_AT,
                    marks[here] + 1,
                )
                return WON
            if worth != OLD:
                push(vals, stack, info, worth + moves, out[i] | here << at.FROM_AT)
        if info[at.HEIGHT] == 0:
            return EMPTY
        step, now = pop(vals, stack, info), info[at.NEXT]
        parent = step >> at.FROM_AT
        if parent != here:
            unpack(board, level, parent * at.ROW)
        play(board, step & at.MOVE_ALONE)
        state[at.TRAIL_LENGTH] = 0  # nothing before it is taken back
        pack(board, level, now * at.ROW)
        log[now], marks[now] = step, marks[parent] + 1
        info[at.PARENT], info[at.NEXT] = now, now + 1
