"""How far from won a position looks to the kernel."""

import numpy as np

from trapoula.compiled import fast
from trapoula.solve.kernel.chores import homes
from trapoula.solve.kernel.goals import scored
from trapoula.solve.kernel.layout import *
from trapoula.solve.kernel.piles import NIL, ONE, joins, rule_mask, takes
from trapoula.solve.search_kernel.layout import (
    W_AWAY,
    W_BARE,
    W_BLOCK,
    W_BREAK,
    W_BURY,
    W_DEPTH,
    W_FREE,
    W_HIDDEN,
    W_RUN,
    W_STOCK,
)

MOST_STEPS = 13  # cards of a foundation that are looked ahead
REDEAL = 2  # cards away from home that a spent redeal counts for
NO_LOWS = np.int64(0x7F7F_7F7F)  # the lowest card of each suit, where there is none yet


@fast
def value(code, masks, state, hashes, weights):
    """How far from won a position looks; all alike where a card away from home weighs nothing."""
    if weights[W_AWAY] == 0:
        return 0
    home, hidden, breaks, blocks, bare, free, left, runs = 0, 0, 0, 0, 0, 0, 0, 0
    buries, burying = 0, weights[W_BURY] != 0
    base_rank = 0
    for i in range(code[N_BASED]):
        pile = code[code[BASED] + i]
        if state[SIZES + pile]:
            base_rank = (state[code[code[ROW_PILES] + pile * PILE + BASE_AT]] & FACE) >> 2
            break
    wanted = NIL
    if weights[W_DEPTH]:
        wanted, _ = homes(code, masks, state, hashes, code[SAFE_TO], code[N_SAFE_TO])
    if code[SCORED]:
        home = scored(code, masks, state)
    if code[STEPPING]:
        count_steps(code, masks, state)
    depth, redeals = 0, state[TURNED] if code[NUMBERED] else 0
    for pile in range(code[PILES] + 1):
        row = code[ROW_PILES] + pile * PILE
        size, kind = state[SIZES + pile], code[row + KIND]
        if kind == FOUNDATION or kind == GONE:
            home += size
            runs += max(0, size - 1)  # what is home was in order first
            continue
        if code[SCORED] and code[row + ROOM] == 1:  # what stands well beside others, and what may
            fits = rule_mask(code, masks, state, code[row + START], pile, 0)
            if size == 0:
                bare += fits != NIL
            else:
                breaks += fits >> np.uint64(state[code[row + BASE_AT]] & FACE) & ONE == NIL
            continue
        if size == 0:
            bare += kind == COLUMN
            free += kind == CELL
            continue
        if kind == STOCK:
            left += size
            if code[row + PACKED] >= 0:
                ordered = dealt_in_order(code, masks, state, pile)
                runs += ordered
                breaks += size - 1 - ordered
            continue
        if kind == WASTE:
            left += size
            if code[STAGED] < 0:
                continue
        if kind == CELL:
            continue
        base, table = code[row + BASE_AT], code[row + PACKED] if kind != WASTE else -1
        lowest, under, lows = 99, -1, NO_LOWS
        for j in range(size):
            card = state[base + j]
            if card & HIDDEN:
                hidden += 1
            face = card & FACE
            if under >= 0 and table >= 0:
                if joins(masks, table, under, card):
                    runs += (under ^ card) & 3 == 0
                else:
                    breaks += 1
            if code[UPWARD] or code[STEPPING]:
                turn = ((face >> 2) + 13 - base_rank) % 13
                if code[STEPPING]:
                    turn = state[code[SCRATCH] + (face >> 2)]
                if turn > lowest:
                    blocks += 1
                else:
                    lowest = turn
                if burying:
                    suit = 8 * (face & 3)
                    if turn > lows >> suit & BYTE:
                        buries += 1
                    else:
                        lows = lows & ~(BYTE << suit) | turn << suit
            if (wanted >> np.uint64(face)) & ONE != NIL:
                depth += size - 1 - j
            under = card
    return (
        weights[W_AWAY] * (code[CARDS] - home + REDEAL * redeals)
        + weights[W_HIDDEN] * hidden
        + weights[W_BREAK] * breaks
        + weights[W_BLOCK] * blocks
        - weights[W_BARE] * bare
        - weights[W_FREE] * free
        + weights[W_STOCK] * left
        + weights[W_DEPTH] * depth
        - weights[W_RUN] * runs
        + weights[W_BURY] * buries
    )


@fast
def dealt_in_order(code, masks, state, pile):
    """How many cards of a stock come right after one that they may be packed on."""
    row = code[ROW_PILES] + pile * PILE
    base, table, ordered = code[row + BASE_AT], code[row + PACKED], 0
    for j in range(1, state[SIZES + pile]):
        ordered += joins(masks, table, state[base + j] & FACE, state[base + j - 1] & FACE)
    return ordered


@fast
def count_steps(code, masks, state):
    """For every rank, after how many cards it is the next that some foundation wants."""
    steps = code[SCRATCH]
    for rank in range(MOST_RANKS):
        state[steps + rank] = MOST_STEPS
    for i in range(code[N_SAFE_TO]):
        pile = code[code[SAFE_TO] + i]
        row = code[ROW_PILES] + pile * PILE
        wanted = takes(code, masks, state, pile)
        for step in range(MOST_STEPS):
            if wanted == NIL:
                break
            card = 0
            while (wanted >> np.uint64(card)) & ONE == NIL:
                card += 1
            rank = card >> 2
            state[steps + rank] = min(state[steps + rank], step)
            wanted = rule_mask(code, masks, state, code[row + BUILD], pile, card)
