"""The kernel's search: depth first with a table, and one level of a beam."""

import numpy as np

from trapoula.compiled import fast
from trapoula.solve.kernel.goals import over, won
from trapoula.solve.kernel.hashing import LEFT, NEW, insert, key
from trapoula.solve.kernel.layout import *
from trapoula.solve.kernel.legal_moves import legal
from trapoula.solve.kernel.piles import NIL, ONE, at_home, undo
from trapoula.solve.kernel.play import play
from trapoula.solve.search_kernel.dead_ends import hopeless
from trapoula.solve.search_kernel.evaluation import value
from trapoula.solve.search_kernel.layout import (
    CHOSEN,
    CUT,
    DEEP,
    DICE,
    HEIGHT,
    KEPT,
    LARGER_ROOM,
    LEVEL,
    LEVEL_ROOM,
    LINE,
    OUT_ROOM,
    PATH_ROOM,
    ROW_WIDTH,
    STACK_ROOM,
    STATES,
    TABLE_ROOM,
    TRAIL_ROOM,
    W_NOISE,
    W_WHOLE,
    WIN_MOVE,
    WINNER,
)
from trapoula.solve.search_kernel.pruning import IN_FULL, choices, whole
from trapoula.solve.search_kernel.status import (
    EMPTY,
    FULL_STACK,
    FULL_TABLE,
    FULL_TRAIL,
    GOING,
    WON,
)


@fast
def rehash(table, larger, info):
    """Copy all keys to a larger table."""
    for place in range(info[TABLE_ROOM]):
        if table[2 * place] != NIL:
            one, two = table[2 * place], table[2 * place + 1]
            insert(larger, info[LARGER_ROOM], one, two, two & LEFT)


@fast
def noise(info, most):
    """A small number of chance."""
    if most <= 0:
        return 0
    word = np.uint64(info[DICE])
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    info[DICE] = np.int64(word)
    return np.int64((word >> np.uint64(33)) % np.uint64(most))


@fast
def deepen(
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
    budget,
):
    """Go on with a depth-first search for so many positions."""
    keys = wants
    last = info[STATES] + budget
    most = info[TABLE_ROOM] * 3 // 4
    margin = 8 * code[CARDS] + 64
    trail_room, out_room = info[TRAIL_ROOM], info[OUT_ROOM]
    while True:
        deep = info[DEEP]
        if marks[deep] + margin > trail_room:
            return FULL_TRAIL
        if info[HEIGHT] + out_room > info[STACK_ROOM] or deep + 2 > info[PATH_ROOM]:
            return FULL_STACK
        if info[KEPT] + out_room > most:
            return FULL_TABLE
        if info[STATES] > last:
            return GOING
        mark = marks[deep]
        count = choices(code, masks, state, hashes, out, wants)
        kept = 0
        for i in range(count):
            move = out[i]
            play(code, masks, state, hashes, move)
            if won(code, masks, state):
                path[deep] = move
                info[LINE] = deep + 1
                return WON
            info[STATES] += 1
            if not over(code, masks, state):
                key(code, masks, state, hashes, keys)
                fresh = insert(table, info[TABLE_ROOM], keys[0], keys[1], keys[2])
                info[KEPT] += fresh == NEW
                if fresh and not hopeless(code, masks, state, hashes):
                    worth = 0
                    if count > 1:  # else there is nothing to put in order
                        worth = value(code, masks, state, hashes, weights) + noise(
                            info, weights[W_NOISE]
                        )
                    j = kept
                    while j > 0 and vals[j - 1] < worth:
                        vals[j] = vals[j - 1]
                        out[j] = out[j - 1]
                        j -= 1
                    vals[j] = worth
                    out[j] = move
                    kept += 1
            undo(code, masks, state, hashes, mark)
        height = info[HEIGHT]
        for i in range(kept):
            stack[height + i] = out[i]
            depths[height + i] = deep
        height += kept
        if height == 0:
            info[HEIGHT] = 0
            return EMPTY
        height -= 1
        info[HEIGHT] = height
        deep = depths[height]
        undo(code, masks, state, hashes, marks[deep])
        play(code, masks, state, hashes, stack[height])
        path[deep] = stack[height]
        deep += 1
        marks[deep] = state[TRAIL_LENGTH]
        info[DEEP] = deep


# --- beams ---------------------------------------------------------------------------------------


@fast
def pack(code, state, row, place):
    """Write a position to bytes."""
    row[place], row[place + 1] = state[TURNED], state[PHASE]
    row[place + 2], row[place + 3] = state[OWED] & BYTE, state[OWED] >> DEBT_AT
    place += 4
    for pile in range(code[PILES] + 1):
        base, size = code[code[ROW_PILES] + pile * PILE + BASE_AT], state[SIZES + pile]
        row[place] = size
        place += 1
        for j in range(size):
            row[place + j] = state[base + j]
        place += size


@fast
def unpack(code, masks, state, hashes, row, place):
    """Take a position from bytes; its trail is empty."""
    deep = code[DEPTH]
    state[TURNED], state[PHASE] = row[place], row[place + 1]
    state[OWED] = row[place + 2] | np.int64(row[place + 3]) << DEBT_AT
    place += 4
    state[TRAIL_LENGTH] = 0
    home = NIL
    for pile in range(code[PILES] + 1):
        here = code[ROW_PILES] + pile * PILE
        base, size = code[here + BASE_AT], np.int64(row[place])
        ordered = 0 if code[here + KIND] == GONE else 1
        state[SIZES + pile] = size
        place += 1
        one, two = NIL, NIL
        for j in range(size):
            card = np.int64(row[place + j])
            state[base + j] = card
            word = code[ZOBRIST] + card * deep + j * ordered
            one += masks[word]
            two += masks[word + TABLE * deep]
            if code[here + KIND] == FOUNDATION:
                home |= ONE << np.uint64(card & FACE)
        hashes[pile] = one
        hashes[code[PILES] + 1 + pile] = two
        place += size
    hashes[at_home(code)] = home


@fast
def widen(
    code, masks, state, hashes, weights, table, level, count, vals, parents, moves, info, out, wants
):
    """All new positions that one level of a beam leads to, by value, parent and move."""
    keys = wants
    found = 0
    most = info[TABLE_ROOM] * 3 // 4
    for parent in range(count):
        if found + info[OUT_ROOM] > info[LEVEL_ROOM] or info[KEPT] + info[OUT_ROOM] > most:
            info[CUT] = 1
            break
        unpack(code, masks, state, hashes, level, parent * info[ROW_WIDTH])
        many = choices(code, masks, state, hashes, out, wants)
        if code[IN_SUIT] and weights[W_WHOLE]:
            kept = whole(code, masks, state, hashes, out, many)
            info[CUT] |= kept < many
            many = kept
        for i in range(many):
            move = out[i]
            play(code, masks, state, hashes, move)
            if won(code, masks, state):
                info[WINNER], info[WIN_MOVE] = parent, move
                info[LEVEL] = found
                return WON
            info[STATES] += 1
            if not over(code, masks, state):
                key(code, masks, state, hashes, keys)
                fresh = insert(table, info[TABLE_ROOM], keys[0], keys[1], keys[2])
                info[KEPT] += fresh == NEW
                if fresh and not hopeless(code, masks, state, hashes):
                    vals[found] = value(code, masks, state, hashes, weights) + noise(
                        info, weights[W_NOISE]
                    )
                    parents[found] = parent
                    stage = state[SIZES + code[STAGED]] if code[STAGED] >= 0 else 0
                    moves[found] = move | np.int64(stage) << STAGE_AT
                    found += 1
            undo(code, masks, state, hashes, 0)
    info[LEVEL] = found
    return GOING if found else EMPTY


@fast
def advance(code, masks, state, hashes, level, parents, moves, chosen, after, info):
    """Write the chosen positions of the next level."""
    width = info[ROW_WIDTH]
    for i in range(info[CHOSEN]):
        unpack(code, masks, state, hashes, level, parents[chosen[i]] * width)
        play(code, masks, state, hashes, moves[chosen[i]] & MOVE_ALONE)
        pack(code, state, after, i * width)


@fast
def wander(code, masks, state, hashes, info, out, wants, steps):
    """Play at random for so many steps, or to the end; how many were played."""
    for step in range(steps):
        if won(code, masks, state) or over(code, masks, state):
            return step
        count = legal(code, masks, state, hashes, out, wants, IN_FULL)
        if count == 0:
            return step
        state[TRAIL_LENGTH] = 0
        play(code, masks, state, hashes, out[noise(info, count)])
    return steps
