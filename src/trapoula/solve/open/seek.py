"""The search of an open game: how good a position looks, depth first with a table, and beams."""

import numpy as np

from trapoula.solve.open.cards import joins, play, undo, wanted
from trapoula.solve.open.layout import *
from trapoula.solve.open.offer import offers
from trapoula.solve.piles import MIX_A, MIX_C, NIL, ONE, fast

HALF = np.uint64(32)


@fast
def insert(table, room, one, two):
    """Put a key into the table; whether it is new."""
    place = np.int64((one >> HALF) * np.uint64(room) >> HALF)
    one |= ONE  # never nought, which marks a free place
    while True:
        held = table[2 * place]
        if held == NIL:
            table[2 * place] = one
            table[2 * place + 1] = two
            return True
        if held == one and table[2 * place + 1] == two:
            return False
        place += 1
        if place == room:
            place = 0


@fast
def rehash(table, larger, info):
    """Copy all keys to a larger table."""
    for place in range(info[TABLE_ROOM]):
        if table[2 * place] != NIL:
            insert(larger, info[LARGER_ROOM], table[2 * place], table[2 * place + 1])


@fast
def value(st, wt):
    """How far from won a position looks."""
    deep = 0
    for suit in range(4):
        card = st[HOME + suit] * 4 + suit
        if card < 52:
            place = st[WHERE + card]
            if place < CELLS:
                deep += st[SIZES + place] - st[SPOT + card]
    return (
        wt[W_AWAY] * st[AWAY]
        + wt[W_BREAK] * st[BREAKS]
        + wt[W_BLOCK] * st[BLOCKS]
        - wt[W_BARE] * st[BARE]
        - wt[W_FREE] * st[FREE]
        + wt[W_DEEP] * deep
    )


@fast
def noise(info, most):
    """A small number of chance."""
    word = np.uint64(info[DICE])
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    info[DICE] = np.int64(word)
    return np.int64((word >> np.uint64(33)) % np.uint64(most))


@fast
def stirs(pg, mk, st, ks, move):
    """Whether more may follow a move than the cards changing piles, or a foundation has part in it."""
    place, target, size = move & 255, move >> 8 & 255, move >> 16 & 255
    if place >= HOMES or target >= HOMES or st[OWED]:
        return True
    if place < CELLS:
        base = CARD + place * HIGH + st[SIZES + place] - size
        under = st[base]
        if st[HOME + (under & 3)] == under >> 2 and follows(pg, mk, st, ks, under, st[base - 1]):
            return True
        top = st[base + size]
    else:
        top = st[CELL + place - CELLS]
    return pg[FREELY] and st[HOME + (top & 3)] == top >> 2


@fast
def follows(pg, mk, st, ks, card, under):
    """Whether a wanted card would go home at once if it lay on top."""
    if pg[FREELY] and joins(mk, PACK, under, card):
        return True
    ready = ks[HOME_MASK]
    if pg[SWEEPS] and mk[SWEPT + card] & ~(ready | wanted(st)) == NIL:
        return True
    if not pg[STRICT]:
        ready |= wanted(st)
    return pg[SAFE] and mk[SAFER + card] & ~ready == NIL


@fast
def child(pg, mk, st, ks, table, info, move, first):
    """Play a move if what it leads to is new: 1, or 2 when it is won; else 0, and nothing is changed."""
    mark = st[TRAIL_LENGTH]
    info[STATES] += 1
    if first or stirs(pg, mk, st, ks, move):
        owed = st[OWED]
        play(pg, mk, st, ks, move)
        if st[AWAY] == 0:
            return 2
        debt = np.uint64(st[OWED])
        if insert(table, info[TABLE_ROOM], ks[KEY] + debt * MIX_A, ks[OTHER_KEY] + debt * MIX_C):
            info[KEPT] += 1
            return 1
        undo(pg, mk, st, ks, mark)
        st[OWED] = owed
        return 0
    place, target, size = move & 255, move >> 8 & 255, move >> 16 & 255
    if place < CELLS:
        base = CARD + place * HIGH + st[SIZES + place] - size
        card, under = st[base + 1], st[base]
    else:
        card, under = st[CELL + place - CELLS], CELLED
    after = CELLED
    if target < CELLS:
        after = st[CARD + target * HIGH + st[SIZES + target]]
    word = WORDS + card * 64
    one = ks[KEY] - mk[word + under] + mk[word + after]
    word += MORE_WORDS - WORDS
    two = ks[OTHER_KEY] - mk[word + under] + mk[word + after]
    if not insert(table, info[TABLE_ROOM], one, two):
        return 0
    info[KEPT] += 1
    play(pg, mk, st, ks, move)
    return 1


@fast
def deepen(pg, mk, st, ks, wt, table, stack, marks, info, out, vals, budget):
    """Go on with a depth-first search for so many positions."""
    last = info[STATES] + budget
    fill = info[TABLE_ROOM] - info[TABLE_ROOM] // 4 - MOST_OFFERS
    while True:
        deep = info[DEEP]
        if marks[deep] + 256 > info[TRAIL_ROOM]:
            return FULL_TRAIL
        if info[HEIGHT] + MOST_OFFERS > info[STACK_ROOM] or deep + 2 > info[DEPTH_ROOM]:
            return FULL_STACK
        if info[KEPT] > fill:
            return FULL_TABLE
        if info[STATES] > last:
            return GOING
        mark, owed = marks[deep], st[OWED]
        count, kept = offers(pg, mk, st, ks, out), 0
        for i in range(count):
            move = out[i]
            found = child(pg, mk, st, ks, table, info, move, deep == 0)
            if found == 0:
                continue
            if found == 2:
                return WON
            worth = value(st, wt)
            if wt[W_NOISE]:
                worth += noise(info, wt[W_NOISE])
            undo(pg, mk, st, ks, mark)
            st[OWED] = owed
            j = kept
            while j > 0 and vals[j - 1] < worth:
                vals[j] = vals[j - 1]
                out[j] = out[j - 1]
                j -= 1
            vals[j] = worth
            out[j] = move
            kept += 1
        height = info[HEIGHT]
        for i in range(kept):
            stack[height + i] = out[i] | deep << 32
        height += kept - 1
        info[HEIGHT] = height
        if height < 0:
            return EMPTY
        deep = stack[height] >> 32
        undo(pg, mk, st, ks, marks[deep])
        play(pg, mk, st, ks, stack[height] & 0xFFFFFFFF)
        marks[deep + 1] = st[TRAIL_LENGTH]
        info[DEEP] = deep + 1
