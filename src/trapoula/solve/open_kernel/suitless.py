"""A search that forgets the suits of packed cards: what is lost even so is lost.

A column is then how many of its cards were never moved and do not lie packed, how many lie packed on
those, and the rank on top, in one number. The columns as they lay at first tell the rest.
"""

import numpy as np

from trapoula.compiled import fast
from trapoula.solve.kernel.piles import NIL
from trapoula.solve.open_kernel.depth_first import crowded, insert
from trapoula.solve.open_kernel.layout import *
from trapoula.solve.open_kernel.position import joins, words_of
from trapoula.solve.search_kernel.status import EMPTY, FULL_STACK, FULL_TABLE, GOING, WON

PACKED, RANK = 8, 16  # where the packed cards of a column are counted, and the rank on top
NO_RANK = NONE >> 2  # on top of an empty column
ALONE = 16  # added to the cards packed from the bottom of a column, which lie on no other
MOST_MOVES = 16 * (16 + 4) + 4 * 16  # of one position


@fast
def shaped(masks, state, column, size):
    """A column of which so many cards lie as they did at first."""
    base = CARD + column * HIGH
    first = size
    while first > 1 and joins(masks, PACK, state[base + first - 1], state[base + first]):
        first -= 1
    fixed = first if first > 1 else 0
    return fixed | (size - fixed) << PACKED | state[base + size] >> 2 << RANK


@fast
def less(masks, state, column, shape):
    """A column without its top card."""
    fixed, packed = shape & BYTE, shape >> PACKED & BYTE
    if packed == 0:
        return shaped(masks, state, column, fixed - 1)
    if fixed == 0 and packed == 1:
        return NO_RANK << RANK
    return fixed | (packed - 1) << PACKED | ((shape >> RANK) + 1) << RANK


@fast
def more(shape, rank):
    """A column with one more card, which it takes."""
    return shape & BYTE | ((shape >> PACKED & BYTE) + 1) << PACKED | rank << RANK


@fast
def first_met(code, masks, state, table, stack, info, place):
    """Remember a position; whether it is new."""
    one = two = NIL
    for column in range(code[N_COLUMNS]):
        shape = stack[place + column]
        fixed, packed = shape & BYTE, shape >> PACKED & BYTE
        if fixed:
            word = words_of(state[CARD + column * HIGH + fixed], packed)
        elif packed:
            word = words_of(shape >> RANK, ALONE + packed)
        else:
            continue
        one += masks[word]
        two += masks[word + 1]
    for suit in range(4):
        word = words_of(52 + suit, stack[place + SHAPED_HOME + suit])
        one += masks[word]
        two += masks[word + 1]
    if not insert(table, info[TABLE_ROOM], one, two):
        return False
    info[KEPT] += 1
    return True


@fast
def step(code, masks, state, table, stack, info, source, target):
    """Move a card of the position that is gone on from; what that leads to waits, if it is new."""
    after = info[HEIGHT]
    for i in range(SHAPE):
        stack[after + i] = stack[i]
    if source < CELLS:
        rank = stack[source] >> RANK
        stack[after + source] = less(masks, state, source, stack[source])
    else:
        rank = stack[SHAPED_HOME + source - HOMES] - 1
        stack[after + SHAPED_HOME + source - HOMES] = rank
    if target < CELLS:
        stack[after + target] = more(stack[after + target], rank)
    else:
        stack[after + SHAPED_HOME + target - HOMES] += 1
    info[STATES] += 1
    if first_met(code, masks, state, table, stack, info, after):
        info[HEIGHT] = after + SHAPE


@fast
def to_columns(code, masks, state, table, stack, info, source, rank):
    """Move a card of a rank to every column that takes it, and of several empty ones to the first."""
    empty = 0
    for column in range(code[N_COLUMNS]):
        under = stack[column] >> RANK
        if under == NO_RANK:
            empty += 1
            if empty > 1 or masks[PACK + NONE] >> np.uint64(4 * rank) & np.uint64(15) == NIL:
                continue
        elif under != rank + 1:
            continue
        step(code, masks, state, table, stack, info, source, column)


@fast
def loose(state, stack, card):
    """Whether a card that is not home lies packed, or from the bottom of a column on."""
    place = state[WHERE + card]
    return place != NOWHERE and (place >= CELLS or state[SPOT + card] > stack[place] & BYTE)


@fast
def spread(code, masks, state, table, stack, info):
    """Make every move from one position."""
    for column in range(code[N_COLUMNS]):
        shape = stack[column]
        rank, fixed = shape >> RANK, shape & BYTE
        if rank == NO_RANK:
            continue
        for suit in range(4):
            if stack[SHAPED_HOME + suit] == rank:
                card = 4 * rank + suit
                if shape >> PACKED & BYTE:
                    goes = loose(state, stack, card)
                else:
                    goes = state[CARD + column * HIGH + fixed] == card
                if goes:
                    step(code, masks, state, table, stack, info, column, HOMES + suit)
        to_columns(code, masks, state, table, stack, info, column, rank)
    if code[BACK_TO_COLUMNS]:
        for suit in range(4):
            if stack[SHAPED_HOME + suit] > code[LEAVES]:
                rank = stack[SHAPED_HOME + suit] - 1
                to_columns(code, masks, state, table, stack, info, HOMES + suit, rank)


@fast
def forget(code, masks, state, table, stack, info, budget):
    """Begin or go on for so many positions; a win tells nothing, since suits were forgotten."""
    if info[HEIGHT] == 0:  # the one that is gone on from lies lowest, and the start on it
        for column in range(code[N_COLUMNS]):
            stack[SHAPE + column] = shaped(masks, state, column, state[SIZES + column])
        for suit in range(4):
            stack[SHAPE + SHAPED_HOME + suit] = state[HOME + suit]
        info[HEIGHT] = 2 * SHAPE
    last = info[STATES] + budget
    while True:
        if info[HEIGHT] + MOST_MOVES * SHAPE > info[STACK_ROOM]:
            return FULL_STACK
        if crowded(info, MOST_MOVES):
            return FULL_TABLE
        if info[STATES] > last:
            return GOING
        now = info[HEIGHT] - SHAPE
        if now == 0:
            return EMPTY
        buried = 0
        for column in range(code[N_COLUMNS]):
            buried += stack[now + column] & BYTE
        if buried == 0:
            return WON
        for i in range(SHAPE):
            stack[i] = stack[now + i]
        info[HEIGHT] = now
        spread(code, masks, state, table, stack, info)
