"""Beams over an open game: level after level, each keeping the best positions that the last one leads to."""

import numpy as np

from trapoula.compiled import fast, once
from trapoula.solve.open.cards import begin, lay, play
from trapoula.solve.open.layout import *
from trapoula.solve.open.offer import offers
from trapoula.solve.open.seek import DONE, OLD, child
from trapoula.solve.piles import NIL


@fast
def pack(pg, st, rows, place):
    """Write a position to bytes."""
    rows[place] = st[OWED]
    for suit in range(4):
        rows[place + 1 + suit] = st[HOME + suit]
    place += 5
    for i in range(pg[N_CELLS]):
        rows[place] = st[CELL + i]
        place += 1
    for column in range(pg[N_COLUMNS]):
        base, size = CARD + column * HIGH, st[SIZES + column]
        rows[place] = size
        for j in range(1, size + 1):
            rows[place + j] = st[base + j]
        place += size + 1


@fast
def unpack(pg, mk, st, ks, rows, place):
    """Take a position from bytes; its trail is empty."""
    st[TRAIL_LENGTH] = st[BREAKS] = st[BLOCKS] = 0
    st[BARE], st[FREE] = pg[N_COLUMNS], pg[N_CELLS]
    ks[KEY] = ks[OTHER_KEY] = ks[HOME_MASK] = NIL
    for card in range(52):
        st[WHERE + card] = NOWHERE
    st[OWED] = rows[place]
    for suit in range(4):
        st[HOME + suit] = 0
        for rank in range(np.int64(rows[place + 1 + suit])):
            lay(pg, mk, st, ks, HOMES + suit, rank * 4 + suit)
    place += 5
    st[AWAY] = 0
    for i in range(pg[N_CELLS]):
        card = np.int64(rows[place])
        st[CELL + i] = NONE
        if card != NONE:
            lay(pg, mk, st, ks, CELLS + i, card)
            st[AWAY] += 1
        place += 1
    for column in range(pg[N_COLUMNS]):
        size = np.int64(rows[place])
        st[SIZES + column] = 0
        for j in range(1, size + 1):
            lay(pg, mk, st, ks, column, np.int64(rows[place + j]))
        st[AWAY] += size
        place += size + 1


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


@once
def widen(pg, mk, st, ks, wt, table, level, after, log, info, out, vals, budget):
    """Go on with a beam for so many positions; `level` and `after` change places at every level."""
    last = info[STATES] + budget
    fill = info[TABLE_ROOM] - info[TABLE_ROOM] // 4 - MOST_OFFERS
    while True:
        if info[LEVELS] >= info[LOG_ROOM]:
            return FULL_LOG
        start = info[LEVELS] * info[WIDTH]
        here, there = (level, after) if info[LEVELS] & 1 == 0 else (after, level)
        while info[PARENT] < info[LEVEL]:
            if info[KEPT] > fill:
                return FULL_TABLE
            if info[STATES] > last:
                return GOING
            parent = info[PARENT]
            unpack(pg, mk, st, ks, here, parent * ROW)
            for i in range(offers(pg, mk, st, ks, out)):
                worth = child(pg, mk, st, ks, wt, table, info, out[i], info[LEVELS] == 0)
                if worth == DONE:
                    info[NEXT] = 1
                    log[start] = out[i] | parent << 32
                    info[LEVELS] += 1
                    return WON
                if worth != OLD:
                    keep(vals, log, start, info, worth, out[i] | parent << 32)
            info[PARENT] = parent + 1
        if info[NEXT] == 0:
            return EMPTY
        for i in range(info[NEXT]):
            unpack(pg, mk, st, ks, here, (log[start + i] >> 32) * ROW)
            play(pg, mk, st, ks, log[start + i] & 0xFFFFFFFF)
            pack(pg, st, there, i * ROW)
        info[LEVEL], info[NEXT], info[PARENT] = info[NEXT], 0, 0
        info[LEVELS] += 1


@once
def trace(pg, mk, st, ks, rows, log, info, stack):
    """Play the moves that lead to the winning position of a beam: its trail is the line."""
    levels, at = info[LEVELS], 0
    for number in range(levels - 1, -1, -1):
        step = log[number * info[WIDTH] + at]
        stack[number], at = step & 0xFFFFFFFF, step >> 32
    unpack(pg, mk, st, ks, rows, 0)
    begin(pg, mk, st, ks)
    for number in range(levels):
        play(pg, mk, st, ks, stack[number])
