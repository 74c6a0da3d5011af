"""The search of an open game: how good a position looks, depth first with a table, and beams."""

import numpy as np

from trapoula.compiled import fast, once
from trapoula.solve.open.cards import joins, play, undo, wanted
from trapoula.solve.open.layout import *
from trapoula.solve.open.offer import offers
from trapoula.solve.piles import MIX_A, MIX_C, NIL, ONE

HALF = np.uint64(32)
OLD, DONE = 1 << 40, 1 << 41  # instead of a value: the position was met before, or is won


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


@once
def rehash(table, larger, info):
    """Copy all keys to a larger table."""
    for place in range(info[TABLE_ROOM]):
        if table[2 * place] != NIL:
            insert(larger, info[LARGER_ROOM], table[2 * place], table[2 * place + 1])


@fast
def weighed(st, wt, breaks, blocks, bare, free, deep):
    """How far from won a position with such figures looks."""
    return (
        wt[W_AWAY] * st[AWAY]
        + wt[W_BREAK] * breaks
        + wt[W_BLOCK] * blocks
        - wt[W_BARE] * bare
        - wt[W_FREE] * free
        + wt[W_DEEP] * deep
    )


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
    return weighed(st, wt, st[BREAKS], st[BLOCKS], st[BARE], st[FREE], deep)


@fast
def value_after(mk, st, wt, place, target, size):
    """How far from won a position looks after cards have changed piles and nothing followed."""
    breaks, blocks, bare, free, height = st[BREAKS], st[BLOCKS], st[BARE], st[FREE], 0
    low = 99
    if target < CELLS:
        low = st[LOW + target * HIGH + st[SIZES + target]]
        bare -= st[SIZES + target] == 0
    else:
        free -= 1
    if place < CELLS:
        height = st[SIZES + place] - size
        base = CARD + place * HIGH + height
        under = st[base]
        if under == NONE:
            bare += 1
        else:
            breaks -= not joins(mk, PACK, under, st[base + 1])
        for i in range(1, size + 1):
            rank = st[base + i] >> 2
            blocks += (rank > low) - (rank > st[base + i - 1 + LOW - CARD])
            low = min(low, rank)
    else:
        free += 1
        blocks += st[CELL + place - CELLS] >> 2 > low
    deep = 0
    for suit in range(4):
        card = st[HOME + suit] * 4 + suit
        if card >= 52:
            continue
        lies = st[WHERE + card]
        if lies < CELLS:
            under = st[SPOT + card]
            deep += st[SIZES + lies] - under
            if lies == target:
                deep += size
            elif lies == place:
                if under <= height:
                    deep -= size
                elif target >= CELLS:
                    deep -= st[SIZES + lies] - under
    return weighed(st, wt, breaks, blocks, bare, free, deep)


@fast
def noise(info, most):
    """A small number of chance."""
    word = np.uint64(info[DICE])
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    info[DICE] = np.int64(word)
    return np.int64((word >> HALF) * np.uint64(most) >> HALF)


@fast
def has_consequences(pg, mk, st, ks, move):
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
    return pg[FREE_RETURN] and st[HOME + (top & 3)] == top >> 2


@fast
def follows(pg, mk, st, ks, card, under):
    """Whether a wanted card would go home at once if it lay on top."""
    if pg[FREE_RETURN] and joins(mk, PACK, under, card):
        return True
    ready = ks[HOME_MASK]
    if pg[SWEEPS] and mk[SWEPT + card] & ~(ready | wanted(st)) == NIL:
        return True
    if not pg[STRICT]:
        ready |= wanted(st)
    return pg[SAFE] and mk[SAFER + card] & ~ready == NIL


@fast
def child(pg, mk, st, ks, wt, table, info, move, first):
    """Note what a move leads to: its value, or OLD, or DONE."""
    info[STATES] += 1
    worth = OLD
    if first or has_consequences(pg, mk, st, ks, move):
        mark, owed = st[TRAIL_LENGTH], st[OWED]
        play(pg, mk, st, ks, move)
        if st[AWAY] == 0:
            return DONE
        debt = np.uint64(st[OWED])
        if insert(table, info[TABLE_ROOM], ks[KEY] + debt * MIX_A, ks[OTHER_KEY] + debt * MIX_C):
            worth = value(st, wt)
        undo(pg, mk, st, ks, mark)
        st[OWED] = owed
    else:
        place, target, size = move & 255, move >> 8 & 255, move >> 16 & 255
        if place < CELLS:
            base = CARD + place * HIGH + st[SIZES + place] - size
            card, under = st[base + 1], st[base]
        else:
            card, under = st[CELL + place - CELLS], CELLED
        after = CELLED
        if target < CELLS:
            after = st[CARD + target * HIGH + st[SIZES + target]]
        one, two = WORDS + card * 64, MORE_WORDS + card * 64
        if insert(
            table,
            info[TABLE_ROOM],
            ks[KEY] - mk[one + under] + mk[one + after],
            ks[OTHER_KEY] - mk[two + under] + mk[two + after],
        ):
            worth = value_after(mk, st, wt, place, target, size)
    if worth != OLD:
        info[KEPT] += 1
        if wt[W_NOISE]:
            worth += noise(info, wt[W_NOISE])
    return worth


@once
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
        count, kept = offers(pg, mk, st, ks, out), 0
        for i in range(count):
            move = out[i]
            worth = child(pg, mk, st, ks, wt, table, info, move, deep == 0)
            if worth == OLD:
                continue
            if worth == DONE:
                return WON
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
