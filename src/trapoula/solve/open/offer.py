"""The moves of an open game that a search must try."""

import numpy as np

from trapoula.compiled import fast
from trapoula.solve.open.cards import exposed, joins, most
from trapoula.solve.open.layout import *
from trapoula.solve.piles import NIL, ONE


@fast
def offers(pg, mk, st, ks, out):
    """The moves; of several empty columns or cells only one is offered. How many there are."""
    columns, everyone, bare = pg[N_COLUMNS], NIL, -1
    for column in range(columns):
        size = st[SIZES + column]
        everyone |= mk[PACK + st[CARD + column * HIGH + size]]
        if size == 0 and bare < 0:
            bare = column
    cell = free_cell(pg, st)
    count = 0
    for suit in range(4):
        card = st[HOME + suit] * 4 + suit
        if card < 52 and exposed(st, card):
            out[count] = st[WHERE + card] | (HOMES + suit) << 8 | 1 << 16
            count += 1
    onto_cards = most(pg, st, 0)
    onto_bare = most(pg, st, 1) if bare >= 0 else 0
    for column in range(columns):
        size = st[SIZES + column]
        if size == 0:
            continue
        base = CARD + column * HIGH + size
        for lifted in range(1, size + 1):
            card = st[base - lifted + 1]
            if everyone >> np.uint64(card) & ONE != NIL:
                for target in range(columns):
                    under = st[CARD + target * HIGH + st[SIZES + target]]
                    if not joins(mk, PACK, under, card) or target == column:
                        continue
                    if under == NONE:
                        if target != bare or lifted == size or lifted > onto_bare:
                            continue
                    elif lifted > onto_cards:
                        continue
                    out[count] = column | target << 8 | lifted << 16
                    count += 1
            if lifted >= onto_cards or not joins(mk, RUNS, st[base - lifted], card):
                break
        if cell >= 0 and pg[TO_CELLS]:
            out[count] = column | cell << 8 | 1 << 16
            count += 1
    for place in range(CELLS, CELLS + pg[N_CELLS]):
        card = st[CELL + place - CELLS]
        if card != NONE and everyone >> np.uint64(card) & ONE != NIL:
            count = onto_columns(pg, mk, st, out, count, place, card, bare)
    if (pg[BACK_TO_COLUMNS] or pg[BACK_TO_CELLS]) and serves(pg, mk, st, ks):
        for suit in range(4):
            if st[HOME + suit] <= pg[LEAVES]:
                continue
            card = (st[HOME + suit] - 1) * 4 + suit
            if pg[BACK_TO_COLUMNS] and everyone >> np.uint64(card) & ONE != NIL:
                count = onto_columns(pg, mk, st, out, count, HOMES + suit, card, bare)
            if pg[BACK_TO_CELLS] and cell >= 0:
                out[count] = (HOMES + suit) | cell << 8 | 1 << 16
                count += 1
    return owed(st, out, count) if st[OWED] else count


@fast
def serves(pg, mk, st, ks):
    """Whether a card that may be lifted, alone or with a run on it, fits on one that is home."""
    if not pg[RETURNING]:
        return True
    takers = NIL
    for column in range(pg[N_COLUMNS]):
        base = CARD + column * HIGH + st[SIZES + column]
        takers |= mk[TAKERS + st[base]]
        while joins(mk, RUNS, st[base - 1], st[base]):
            base -= 1
            takers |= mk[TAKERS + st[base]]
    for i in range(pg[N_CELLS]):
        takers |= mk[TAKERS + st[CELL + i]]
    return takers & ks[HOME_MASK] != NIL


@fast
def free_cell(pg, st):
    """The first free cell; -1: none."""
    for i in range(pg[N_CELLS]):
        if st[CELL + i] == NONE:
            return CELLS + i
    return -1


@fast
def onto_columns(pg, mk, st, out, count, place, card, bare):
    """One card to every column that takes it."""
    for target in range(pg[N_COLUMNS]):
        under = st[CARD + target * HIGH + st[SIZES + target]]
        if joins(mk, PACK, under, card) and (under != NONE or target == bare):
            out[count] = place | target << 8 | 1 << 16
            count += 1
    return count


@fast
def owed(st, out, count):
    """Only those that build on the card that came back last, or bring another one back."""
    card, kept = st[OWED] - 1, 0
    for i in range(count):
        if out[i] >> 8 & 255 == st[WHERE + card] or out[i] & 255 >= HOMES:
            out[kept] = out[i]
            kept += 1
    return kept
