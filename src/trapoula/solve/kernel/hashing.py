"""Keys, which are the same for positions that differ in nothing that counts, and the table of them."""

import numpy as np

from trapoula.compiled import fast
from trapoula.solve.kernel.layout import *
from trapoula.solve.kernel.piles import MIX_A, MIX_B, MIX_C, NIL, ONE, joins, top

S30, S27, S31 = np.uint64(30), np.uint64(27), np.uint64(31)
LEFT_BITS = 6  # of a key: the turns left in a round, for each place within the cards of one turn
MOST_AHEAD = 2  # such places that a key has room for
# where a key in a table has room for the first of them, and for all
LEFT_FIRST = np.uint64((1 << LEFT_BITS) - 1)
LEFT = np.uint64((1 << LEFT_BITS * MOST_AHEAD) - 1)
PHASE_BITS = 8  # of the number that tells phases and what is owed apart
KNOWN, NEW, BETTER = range(3)  # what a table says of a position


@fast
def mixed(word):
    """A word that tells nothing of the one it was made from."""
    word = (word ^ (word >> S30)) * MIX_A
    word = (word ^ (word >> S27)) * MIX_B
    return word ^ (word >> S31)


@fast
def packed_on(code, masks, state, pile):
    """How many cards of a pile lie packed one on another, down from its top card but for the lowest."""
    row, count = code[ROW_PILES] + pile * PILE, 0
    base, size = code[row + BASE_AT], state[SIZES + pile]
    while count + 1 < size and joins(
        masks, code[row + PACKED], state[base + size - count - 2], state[base + size - count - 1]
    ):
        count += 1
    return count


@fast
def key(code, masks, state, hashes, out):
    """The key of a position, and what this round of the stock shows beyond the next.

    Piles that may trade places count the same in any order, and so do runs."""
    piles, salt = code[PILES], code[SALT]
    one, two = NIL, NIL
    left, packed = NIL, NIL
    dealing = code[DEALT] >= 0 and state[SIZES + code[DEALT]] > 0
    stock, waste = -1, -1
    if code[MACRO] >= 0 and code[MACRO_FREE]:
        row = code[ROW_MOVES] + code[MACRO] * MOVE
        stock, waste = code[code[row + FROM]], code[code[row + TO]]
        held, down = state[SIZES + waste], state[SIZES + stock]
        deep = code[DEPTH]
        w = code[code[ROW_PILES] + waste * PILE + BASE_AT]
        s = code[code[ROW_PILES] + stock * PILE + BASE_AT]
        x, y = NIL, NIL
        for i in range(held + down):
            card = state[w + i] if i < held else state[s + held + down - 1 - i] & FACE
            word = code[ZOBRIST] + card * deep + i
            x += masks[word]
            y += masks[word + TABLE * deep]
        ahead = held % code[row + BY]
        if ahead and down:  # elsewhere the next round shows the same cards
            if code[ROUNDS]:
                turns = (down + code[row + BY] - 1) // code[row + BY]
                left = np.uint64(turns << LEFT_BITS * (ahead - 1))
            else:
                x += MIX_C * np.uint64(held)
                y += MIX_B * np.uint64(held)
        one, two = mixed(x), mixed(y ^ MIX_C)
    for pile in range(piles + 1):
        if pile == stock or pile == waste:
            continue
        kind = code[code[ROW_PILES] + pile * PILE + SWAPS]
        x, y = hashes[pile], hashes[piles + 1 + pile]
        if kind == 0 and state[SIZES + pile] <= 1:  # where it lies is all that counts
            one += x * masks[salt + piles + 1 + pile]
            two += y * masks[salt + piles + 1 + pile]
            continue
        s = salt + pile
        if kind == 0 or (kind == 1 and dealing):
            s += piles + 1
        if code[code[ROW_PILES] + pile * PILE + BURIES] and state[SIZES + pile]:
            word = (
                code[ZOBRIST] + top(code, state, pile) * code[DEPTH]
            )  # the rest is what lies nowhere else
            x, y = masks[word], masks[word + TABLE * code[DEPTH]]
        if code[TRADED] and code[code[ROW_PILES] + pile * PILE + KIND] == COLUMN:
            base = code[code[ROW_PILES] + pile * PILE + BASE_AT]
            size = state[SIZES + pile]
            for i in range(size - packed_on(code, masks, state, pile), size):
                packed |= ONE << np.uint64(state[base + i])
                word = code[ZOBRIST] + state[base + i] * code[DEPTH] + i
                x -= masks[word]
                y -= masks[word + TABLE * code[DEPTH]]
        one += mixed(x + masks[s])
        two += mixed((y ^ masks[s]) + MIX_C)
    if stock < 0 and code[NUMBERED]:
        one += MIX_A * np.uint64(state[TURNED] + 1)
        two += MIX_B * np.uint64(state[TURNED] + 1)
    if code[TRADED]:
        one += mixed(packed + MIX_B)
        two += mixed(packed ^ MIX_C)
    number_ = np.uint64(state[PHASE] + 1 + (state[OWED] << PHASE_BITS))
    one += MIX_C * number_
    two += MIX_A * number_
    out[0] = one | ONE  # never nought, which marks a free place in a table
    out[1] = two
    out[2] = left


@fast
def insert(table, room, one, two, left):
    """Put a key into the table, with the turns left in a round; whether it is new, or has more of them."""
    places = np.uint64(room - 1)
    place = (one ^ one >> S31) & places
    two &= ~LEFT
    while True:
        at = np.int64(place) * 2
        if table[at] == NIL:
            table[at] = one
            table[at + 1] = two | left
            return NEW
        if table[at] == one and table[at + 1] & ~LEFT == two:
            known = table[at + 1] & LEFT
            more = max(known & ~LEFT_FIRST, left & ~LEFT_FIRST)
            more |= max(known & LEFT_FIRST, left & LEFT_FIRST)
            if more == known:
                return KNOWN
            table[at + 1] = two | more
            return BETTER
        place = (place + ONE) & places
