"""Searches of an open game that keep a frontier: beams, level after level, and best first."""

from trapoula.machine.compiler import fast
from trapoula.solve.kernel.layout import Numbers
from trapoula.solve.open_kernel import layout as at
from trapoula.solve.open_kernel.depth_first import (
    DONE,
    OLD,
    child,
    survey,
    table_full,
    worth_trying,
)
from trapoula.solve.open_kernel.layout import Search
from trapoula.solve.open_kernel.legal_moves import offers
from trapoula.solve.open_kernel.position import begin, load, pack, play, unpack
from trapoula.solve.open_kernel.room import without_room
from trapoula.solve.search_kernel.layout import EMPTY, FULL_LOG, FULL_STACK, FULL_TABLE, GOING, WON


@fast
def sift(vals: Numbers, log: Numbers, start: int, size: int, worth: int, step: int) -> None:
    """Let a step into the heap of the best, whose root is the worst of them; it takes the root's place."""
    spot = 0
    while True:
        under = 2 * spot + 1
        if under >= size:
            break
        if under + 1 < size and vals[under + 1] > vals[under]:
            under += 1
        if vals[under] <= worth:
            break
        vals[spot], log[start + spot] = vals[under], log[start + under]
        spot = under
    vals[spot], log[start + spot] = worth, step


@fast
def keep(vals: Numbers, log: Numbers, start: int, info: Numbers, worth: int, step: int) -> None:
    """Remember a step to the next level, if it is among the best so far."""
    size = info[at.NEXT]
    if size == info[at.WIDTH]:
        info[at.CUT] = 1
        if worth < vals[0]:
            sift(vals, log, start, size, worth, step)
        return
    spot = size
    while spot > 0 and vals[(spot - 1) // 2] < worth:
        vals[spot], log[start + spot] = vals[(spot - 1) // 2], log[start + (spot - 1) // 2]
        spot = (spot - 1) // 2
    vals[spot], log[start + spot] = worth, step
    info[at.NEXT] = size + 1


@fast
def widen(search: Search, budget: int) -> int:
    """Go on with a beam for so many positions; `level` and `after` change places at every level."""
    board, weights, rooms, level = search.board, search.weights, search.rooms, search.level
    after, log, info, out, vals = search.after, search.log, search.info, search.out, search.vals
    code = board.code
    last = info[at.STATES] + budget
    while True:
        if info[at.LEVELS] >= info[at.LOG_ROOM] or info[at.LEVELS] - info[at.BETTER] > at.NO_BETTER:
            return FULL_LOG
        start = info[at.LEVELS] * info[at.WIDTH]
        here, there = (level, after) if info[at.LEVELS] & 1 == 0 else (after, level)
        while info[at.PARENT] < info[at.LEVEL]:
            if info[at.STATES] > last:
                return GOING
            parent = info[at.PARENT]
            unpack(board, here, parent * at.ROW)
            count = offers(board, out)
            if table_full(info, count):
                return FULL_TABLE
            survey(board, weights)
            for i in range(count):
                worth = child(search, out[i], info[at.LEVELS] == 0, 0)
                if worth == DONE:
                    info[at.NEXT] = 1
                    log[start] = out[i] | parent << at.FROM_AT
                    info[at.LEVELS] += 1
                    return WON
                if worth != OLD:
                    keep(vals, log, start, info, worth, out[i] | parent << at.FROM_AT)
            info[at.PARENT] = parent + 1
        if info[at.NEXT] == 0:
            return EMPTY
        if info[at.LEVELS] == 0:
            info[at.BEST] = vals[0]
        kept = 0
        for i in range(info[at.NEXT]):
            step = log[start + i]
            unpack(board, here, (step >> at.FROM_AT) * at.ROW)
            play(board, step & at.MOVE_ALONE)
            if code[at.ROOMY] and without_room(board, rooms, out):
                continue
            if vals[i] < info[at.BEST]:
                info[at.BEST], info[at.BETTER] = vals[i], info[at.LEVELS]
            pack(board, there, kept * at.ROW)
            log[start + kept] = step
            kept += 1
        info[at.LEVEL], info[at.NEXT], info[at.PARENT] = kept, 0, 0
        info[at.LEVELS] += 1


@fast
def trace_beam(search: Search) -> None:
    """Play the moves that lead to the winning position of a beam: its trail is the line."""
    log, info, stack = search.log, search.info, search.stack
    levels, spot = info[at.LEVELS], 0
    for number in range(levels - 1, -1, -1):
        step = log[number * info[at.WIDTH] + spot]
        stack[number], spot = step & at.MOVE_ALONE, step >> at.FROM_AT
    retrace(search, levels)


@fast
def retrace(search: Search, moves: int) -> None:
    """Play so many moves from the start: its trail is the line."""
    board, stack = search.board, search.stack
    load(board, search.start)
    begin(board)
    for number in range(moves):
        play(board, stack[number])


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
def trace_best_first(search: Search) -> None:
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
