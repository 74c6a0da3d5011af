"""The moves of an open game that a search must try."""

import numpy as np

from trapoula.compiled import fast, lowest
from trapoula.solve.kernel.piles import NIL, ONE
from trapoula.solve.open_kernel.layout import *
from trapoula.solve.open_kernel.position import (
    exposed,
    joins,
    most,
    place_of,
    step_of,
    taker,
    target_of,
)


@fast
def offers(code, masks, state, keys, out):
    """The moves; of several empty columns or cells only one is offered. How many there are."""
    columns, tops, wanted, bare = code[N_COLUMNS], NIL, NIL, -1
    for column in range(columns):
        size = state[SIZES + column]
        if size > 0:
            top = state[CARD + column * HIGH + size]
            tops |= ONE << np.uint64(top)
            wanted |= masks[PACK + top]
        elif bare < 0:
            bare = column
    cell = free_cell(code, state)
    count = 0
    for suit in range(4):
        card = state[HOME + suit] * 4 + suit
        if card < 52 and exposed(state, card):
            out[count] = step_of(state[WHERE + card], HOMES + suit, 1)
            count += 1
    onto_cards = most(code, state, 0)
    onto_bare = most(code, state, 1) if bare >= 0 else 0
    for column in range(columns):
        size = state[SIZES + column]
        if size == 0:
            continue
        base = CARD + column * HIGH + size
        others = tops & ~(ONE << np.uint64(state[base]))
        for lifted in range(1, size + 1):
            card = state[base - lifted + 1]
            if wanted >> np.uint64(card) & ONE != NIL:
                count = onto(masks, state, out, count, column, card, lifted, others)
            if lifted <= onto_bare and lifted < size and joins(masks, PACK, NONE, card):
                out[count] = step_of(column, bare, lifted)
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
            out[count] = step_of(column, cell, lifted)
            count += 1
    for place in range(CELLS, CELLS + code[N_CELLS]):
        card = state[CELL + place - CELLS]
        if card != NONE:
            count = onto_columns(masks, state, out, count, place, card, tops, bare)
    if (code[BACK_TO_COLUMNS] or code[BACK_TO_CELLS]) and serves(code, masks, state, keys):
        for suit in range(4):
            if state[HOME + suit] <= code[LEAVES]:
                continue
            card = (state[HOME + suit] - 1) * 4 + suit
            if code[BACK_TO_COLUMNS]:
                count = onto_columns(masks, state, out, count, HOMES + suit, card, tops, bare)
            if code[BACK_TO_CELLS] and cell >= 0:
                out[count] = step_of(HOMES + suit, cell, 1)
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
def onto(masks, state, out, count, place, card, size, tops):
    """So many cards, the lowest of which is given, onto every column with one of some cards on top."""
    takers = masks[TAKERS + card] & tops
    while takers != NIL:
        target = state[WHERE + lowest(takers)]
        out[count] = step_of(place, target, size)
        count += 1
        takers &= takers - ONE
    return count


@fast
def onto_columns(masks, state, out, count, place, card, tops, bare):
    """One card to every column that takes it."""
    count = onto(masks, state, out, count, place, card, 1, tops)
    if bare >= 0 and joins(masks, PACK, NONE, card):
        out[count] = step_of(place, bare, 1)
        count += 1
    return count


@fast
def owed(state, out, count):
    """Only those that build on the card that came back last, or bring another one back."""
    card, kept = state[OWED] - 1, 0
    for i in range(count):
        if target_of(out[i]) == state[WHERE + card] or place_of(out[i]) >= HOMES:
            out[kept] = out[i]
            kept += 1
    return kept
