"""The search of an open game: how good a position looks, depth first with a table, and beams."""

import numpy as np

from trapoula.compiled import fast
from trapoula.solve.kernel.piles import MIX_A, MIX_C, NIL, ONE
from trapoula.solve.open_kernel.layout import *
from trapoula.solve.open_kernel.legal_moves import offers
from trapoula.solve.open_kernel.position import (
    joins,
    place_of,
    play,
    size_of,
    target_of,
    undo,
    wanted,
    words_of,
)
from trapoula.solve.open_kernel.room import cramped
from trapoula.solve.search_kernel.status import (
    EMPTY,
    FULL_STACK,
    FULL_TABLE,
    FULL_TRAIL,
    GOING,
    WON,
)

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
            place = np.int64(0)


@fast
def crowded(info, more):
    """Whether so many more keys would fill the table too far."""
    return info[KEPT] + more > info[TABLE_ROOM] - info[TABLE_ROOM] // 4


@fast
def rehash(table, larger, info):
    """Copy all keys to a larger table."""
    for place in range(info[TABLE_ROOM]):
        if table[2 * place] != NIL:
            insert(larger, info[LARGER_ROOM], table[2 * place], table[2 * place + 1])


@fast
def value(state, weights):
    """How far from won a position looks."""
    deep = 0
    for suit in range(4):
        card = state[HOME + suit] * 4 + suit
        if card < 52:
            place = state[WHERE + card]
            if place < CELLS:
                deep += state[SIZES + place] - state[SPOT + card]
    return (
        weights[W_AWAY] * state[AWAY]
        + weights[W_BREAK] * state[BREAKS]
        + weights[W_BLOCK] * state[BLOCKS]
        - weights[W_BARE] * state[BARE]
        - weights[W_FREE] * state[FREE]
        + weights[W_DEEP] * deep
    )


@fast
def survey(code, state, weights):
    """Note what the values of all positions one move on are reckoned from."""
    for column in range(code[N_COLUMNS]):
        state[NEXTS + column] = 0
    for suit in range(4):
        card = state[HOME + suit] * 4 + suit
        if card < 52 and state[WHERE + card] < CELLS:
            state[NEXTS + state[WHERE + card]] += 1
    state[VALUE] = value(state, weights)


@fast
def value_after(masks, state, weights, place, target, size):
    """How far from won a position looks after cards have changed piles and nothing followed."""
    breaks = blocks = bare = free = 0
    deep, low = state[NEXTS + target] * size, 99  # what they come to lie over
    if target < CELLS:
        low = state[LOW + target * HIGH + state[SIZES + target]]
        bare -= state[SIZES + target] == 0
    else:
        free -= 1
    if place < CELLS:
        base = CARD + place * HIGH + state[SIZES + place] - size
        under, over = state[base], state[NEXTS + place]  # and what they lay over
        bare += under == NONE
        breaks -= (under != NONE) & (not joins(masks, PACK, under, state[base + 1]))
        for at in range(base + 1, base + size + 1):
            card = state[at]
            rank = card >> 2
            blocks += (rank > low) - (rank > state[at - 1 + LOW - CARD])
            over -= state[HOME + (card & 3)] == rank
            low = min(low, rank)
        deep -= over * size
    else:
        free += 1
        blocks += state[CELL + place - CELLS] >> 2 > low
    return (
        state[VALUE]
        + weights[W_BREAK] * breaks
        + weights[W_BLOCK] * blocks
        - weights[W_BARE] * bare
        - weights[W_FREE] * free
        + weights[W_DEEP] * deep
    )


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
def has_consequences(code, masks, state, keys, move):
    """Whether more may follow a move than the cards changing piles, or a foundation has part in it."""
    place, target, size = place_of(move), target_of(move), size_of(move)
    if place >= HOMES or target >= HOMES or state[OWED]:
        return True
    if place < CELLS:
        base = CARD + place * HIGH + state[SIZES + place] - size
        under = state[base]
        if state[HOME + (under & 3)] == under >> 2 and follows(
            code, masks, state, keys, under, state[base - 1]
        ):
            return True
        top = state[base + size]
    else:
        top = state[CELL + place - CELLS]
    if code[FREE_RETURN] and state[HOME + (top & 3)] == top >> 2:
        return True
    return code[PARKED] and packs_more(state, place, target, size)


@fast
def packs_more(state, place, target, size):
    """Whether a card would leave its cell after a move."""
    if place < CELLS:
        if target >= CELLS and size > 1:
            return True
        over = state[CARD + place * HIGH + state[SIZES + place] - size]
    else:
        over = state[CELL + place - CELLS]
    return over < 52 and over >= 4 and CELLS <= state[WHERE + over - 4] < HOMES


@fast
def follows(code, masks, state, keys, card, under):
    """Whether a wanted card would go home at once if it lay on top."""
    if code[FREE_RETURN] and joins(masks, PACK, under, card):
        return True
    ready = keys[HOME_MASK]
    if code[SWEEPS] and masks[SWEPT + card] & ~(ready | wanted(state)) == NIL:
        return True
    if not code[STRICT]:
        ready |= wanted(state)
    return code[SAFE] and masks[SAFER + card] & ~ready == NIL


@fast
def child(code, masks, state, keys, weights, table, info, move, first, worse):
    """Note what a move leads to: its value, or DONE, or OLD, also of what looks too much worse."""
    info[STATES] += 1
    worth = OLD
    if first or has_consequences(code, masks, state, keys, move):
        mark, owed = state[TRAIL_LENGTH], state[OWED]
        play(code, masks, state, keys, move)
        if state[AWAY] == 0:
            return DONE
        debt = np.uint64(state[OWED])
        if insert(
            table, info[TABLE_ROOM], keys[KEY] + debt * MIX_A, keys[OTHER_KEY] + debt * MIX_C
        ):
            worth = value(state, weights)
        undo(code, masks, state, keys, mark)
        state[OWED] = owed
    else:
        place, target, size = place_of(move), target_of(move), size_of(move)
        if place < CELLS:
            base = CARD + place * HIGH + state[SIZES + place] - size
            card, under = state[base + 1], state[base]
        else:
            card, under = state[CELL + place - CELLS], CELLED
        after = CELLED
        if target < CELLS:
            after = state[CARD + target * HIGH + state[SIZES + target]]
        looks = 0
        if worse:
            looks = value_after(masks, state, weights, place, target, size)
            if looks > state[VALUE] + worse:
                info[CUT] = 1
                return OLD
        old, new = words_of(card, under), words_of(card, after)
        if insert(
            table,
            info[TABLE_ROOM],
            keys[KEY] - masks[old] + masks[new],
            keys[OTHER_KEY] - masks[old + 1] + masks[new + 1],
        ):
            worth = looks or value_after(masks, state, weights, place, target, size)
    if worth != OLD:
        info[KEPT] += 1
        if weights[W_NOISE]:
            worth += noise(info, weights[W_NOISE])
    return worth


@fast
def worth_trying(code, masks, state, keys, rooms, out):
    """The moves, and none where packed cards find no room; how many there are."""
    if code[ROOMY] and cramped(code, masks, state, rooms, out):
        return 0
    return offers(code, masks, state, keys, out)


@fast
def deepen(code, masks, state, keys, weights, table, rooms, stack, marks, info, out, vals, budget):
    """Go on with a depth-first search for so many positions."""
    last = info[STATES] + budget
    while True:
        deep = info[DEEP]
        if marks[deep] + MOST_STEPS > info[TRAIL_ROOM]:
            return FULL_TRAIL
        if info[HEIGHT] + MOST_OFFERS > info[STACK_ROOM] or deep + 2 > info[DEPTH_ROOM]:
            return FULL_STACK
        if info[STATES] > last:
            return GOING
        count, kept = worth_trying(code, masks, state, keys, rooms, out), 0
        if crowded(info, count):
            return FULL_TABLE
        survey(code, state, weights)
        for i in range(count):
            move = out[i]
            worth = child(code, masks, state, keys, weights, table, info, move, deep == 0, 0)
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
            stack[height + i] = out[i] | deep << FROM_AT
        height += kept - 1
        info[HEIGHT] = height
        if height < 0:
            return EMPTY
        deep = stack[height] >> FROM_AT
        undo(code, masks, state, keys, marks[deep])
        play(code, masks, state, keys, stack[height] & MOVE_ALONE)
        marks[deep + 1] = state[TRAIL_LENGTH]
        info[DEEP] = deep + 1
