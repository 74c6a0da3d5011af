"""Positions of an open game as rows of bytes: what they are searched by, and where the cards lie."""

import numpy as np

from trapoula.compiled import fast
from trapoula.solve.kernel.piles import NIL, ONE
from trapoula.solve.open_kernel.layout import *
from trapoula.solve.open_kernel.position import joins, words_of

LAST_BYTE = np.uint64(BYTE)


@fast
def write_word(rows, place, word):
    """Write a word as bytes."""
    for i in range(8):
        rows[place + i] = word >> np.uint64(8 * i) & LAST_BYTE


@fast
def read_word(rows, place):
    """The word that some bytes are."""
    word = NIL
    for i in range(8):
        word |= np.uint64(rows[place + i]) << np.uint64(8 * i)
    return word


@fast
def pack(code, state, keys, rows, place):
    """Write a position to bytes."""
    write_word(rows, place + ROW_KEY, keys[KEY])
    write_word(rows, place + ROW_OTHER_KEY, keys[OTHER_KEY])
    rows[place + ROW_BREAKS], rows[place + ROW_BLOCKS] = state[BREAKS], state[BLOCKS]
    rows[place + ROW_OWED] = state[OWED]
    place += ROW_CARDS
    for suit in range(4):
        rows[place + suit] = state[HOME + suit]
    place += 4
    for i in range(code[N_CELLS]):
        rows[place] = state[CELL + i]
        place += 1
    for column in range(code[N_COLUMNS]):
        base, size = CARD + column * HIGH, state[SIZES + column]
        rows[place] = size
        for j in range(1, size + 1):
            rows[place + j] = state[base + j]
        place += size + 1


@fast
def unpack(code, state, keys, rows, place):
    """Take a position from bytes; its trail is empty."""
    keys[KEY] = read_word(rows, place + ROW_KEY)
    keys[OTHER_KEY] = read_word(rows, place + ROW_OTHER_KEY)
    state[BREAKS], state[BLOCKS] = rows[place + ROW_BREAKS], rows[place + ROW_BLOCKS]
    state[OWED] = rows[place + ROW_OWED]
    state[TRAIL_LENGTH] = 0
    place += ROW_CARDS
    home = NIL
    for suit in range(4):
        size = np.int64(rows[place + suit])
        state[HOME + suit] = size
        for rank in range(size):
            own = rank * 4 + suit
            home |= ONE << np.uint64(own)
            state[WHERE + own] = HOMES + suit
    keys[HOME_MASK] = home
    place += 4
    away = free = bare = np.int64(0)
    for i in range(code[N_CELLS]):
        card = np.int64(rows[place])
        state[CELL + i] = card
        if card == NONE:
            free += 1
        else:
            state[WHERE + card] = CELLS + i
            away += 1
        place += 1
    for column in range(code[N_COLUMNS]):
        size, base = np.int64(rows[place]), CARD + column * HIGH
        low = state[base + LOW - CARD]
        for j in range(1, size + 1):
            card = np.int64(rows[place + j])
            low = min(low, card >> 2)
            state[base + j], state[base + j + LOW - CARD] = card, low
            state[WHERE + card], state[SPOT + card] = column, j
        state[SIZES + column] = size
        away += size
        bare += size == 0
        place += size + 1
    state[AWAY], state[FREE], state[BARE] = away, free, bare


@fast
def load(code, masks, state, keys, rows):
    """Take a position from bytes that say only where the cards lie, and find out the rest."""
    for card in range(52):
        state[WHERE + card] = NOWHERE
    unpack(code, state, keys, rows, 0)
    key = other = NIL
    breaks = blocks = 0
    for i in range(code[N_CELLS]):
        card = state[CELL + i]
        if card != NONE:
            key += masks[words_of(card, CELLED)]
            other += masks[words_of(card, CELLED) + 1]
    for column in range(code[N_COLUMNS]):
        base = CARD + column * HIGH
        for at in range(base + 1, base + state[SIZES + column] + 1):
            card, under = state[at], state[at - 1]
            key += masks[words_of(card, under)]
            other += masks[words_of(card, under) + 1]
            breaks += under != NONE and not joins(masks, PACK, under, card)
            blocks += card >> 2 > state[at - 1 + LOW - CARD]
    keys[KEY], keys[OTHER_KEY] = key, other
    state[BREAKS], state[BLOCKS] = breaks, blocks
