"""The moves of an open game that a search must try."""

import numpy as np

from trapoula.compiled import fast
from trapoula.solve.open.cards import exposed, joins, most, taker
from trapoula.solve.open.layout import *
from trapoula.solve.piles import NIL, ONE


@fast
def offers(code, masks, state, keys, out):
    """The moves; of several empty columns or cells only one is offered. How many there are."""
    columns, everyone, bare = code[N_COLUMNS], NIL, -1
    for column in range(columns):
        size = state[SIZES + column]
        everyone |= masks[PACK + state[CARD + column * HIGH + size]]
        if size == 0 and bare < 0:
            bare = column
    cell = free_cell(code, state)
    count = 0
    for suit in range(4):
        card = state[HOME + suit] * 4 + suit
        if card < 52 and exposed(state, card):
            out[count] = state[WHERE + card] | (HOMES + suit) << 8 | 1 << 16
            count += 1
    onto_cards = most(code, state, 0)
    onto_bare = most(code, state, 1) if bare >= 0 else 0
    for column in range(columns):
        size = state[SIZES + column]
        if size == 0:
            continue
        base = CARD + column * HIGH + size
        for lifted in range(1, size + 1):
            card = state[base - lifted + 1]
            if everyone >> np.uint64(card) & ONE != NIL:
                for target in range(columns):
                    under = state[CARD + target * HIGH + state[SIZES + target]]
                    if not joins(masks, PACK, under, card) or target == column:
                        continue
                    if under == NONE:
                        if target != bare or lifted == size or lifted > onto_bare:
                            continue
                    elif lifted > onto_cards:
                        continue
                    out[count] = column | target << 8 | lifted << 16
                    count += 1
            if lifted >= onto_cards or not joins(masks, RUNS, state[base - lifted], card):
                break
        if cell >= 0 and code[TO_CELLS]:
            lifted = 1
            if code[PARKED]:
                while joins(masks, RUNS, state[base - lifted], state[base - lifted + 1]):
                    lifted += 1
                if lifted > state[FREE] or taker(state, state[base - lifted + 1]) >= 0:
                    continue
            out[count] = column | cell << 8 | lifted << 16
            count += 1
    for place in range(CELLS, CELLS + code[N_CELLS]):
        card = state[CELL + place - CELLS]
        if card != NONE and everyone >> np.uint64(card) & ONE != NIL:
            count = onto_columns(code, masks, state, out, count, place, card, bare)
    if (code[BACK_TO_COLUMNS] or code[BACK_TO_CELLS]) and serves(code, masks, state, keys):
        for suit in range(4):
            if state[HOME + suit] <= code[LEAVES]:
                continue
            card = (state[HOME + suit] - 1) * 4 + suit
            if code[BACK_TO_COLUMNS] and everyone >> np.uint64(card) & ONE != NIL:
                count = onto_columns(code, masks, state, out, count, HOMES + suit, card, bare)
            if code[BACK_TO_CELLS] and cell >= 0:
                out[count] = (HOMES + suit) | cell << 8 | 1 << 16
                count += 1
    return owed(state, out, count) if state[OWED] else count


@fast
def serves(code, masks, state, keys):
    """Whether a card that may be lifted, alone or with a run on it, fits on one that is home."""
    if not code[RETURNING]:
        return True
    takers = NIL
    for column in range(code[N_COLUMNS]):
        base = CARD + column * HIGH + state[SIZES + column]
        takers |= masks[TAKERS + state[base]]
        while joins(masks, RUNS, state[base - 1], state[base]):
            base -= 1
            takers |= masks[TAKERS + state[base]]
    for i in range(code[N_CELLS]):
        takers |= masks[TAKERS + state[CELL + i]]
    return takers & keys[HOME_MASK] != NIL


@fast
def free_cell(code, state):
    """The first free cell; -1: none."""
    for i in range(code[N_CELLS]):
        if state[CELL + i] == NONE:
            return CELLS + i
    return -1


@fast
def onto_columns(code, masks, state, out, count, place, card, bare):
    """One card to every column that takes it."""
    for target in range(code[N_COLUMNS]):
        under = state[CARD + target * HIGH + state[SIZES + target]]
        if joins(masks, PACK, under, card) and (under != NONE or target == bare):
            out[count] = place | target << 8 | 1 << 16
            count += 1
    return count


@fast
def owed(state, out, count):
    """Only those that build on the card that came back last, or bring another one back."""
    card, kept = state[OWED] - 1, 0
    for i in range(count):
        if out[i] >> 8 & 255 == state[WHERE + card] or out[i] & 255 >= HOMES:
            out[kept] = out[i]
            kept += 1
    return kept
