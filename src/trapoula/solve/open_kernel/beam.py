"""Beams over an open game: level after level, each keeping the best positions that the last one leads to."""

from trapoula.machine.compiler import fast
from trapoula.solve.kernel.layout import Numbers
from trapoula.solve.open_kernel import layout as at
from trapoula.solve.open_kernel.depth_first import DONE, OLD, child, survey, table_full
from trapoula.solve.open_kernel.layout import Search
from trapoula.solve.open_kernel.legal_moves import offers
from trapoula.solve.open_kernel.position import begin, load, pack, play, unpack
from trapoula.solve.open_kernel.room import without_room
from trapoula.solve.search_kernel.layout import EMPTY, FULL_LOG, FULL_TABLE, GOING, WON


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
def trace(search: Search) -> None:
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
