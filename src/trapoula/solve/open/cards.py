"""Cards on and off the piles of an open game, the way back, and what follows a move without choice."""

import numpy as np

from trapoula.compiled import fast
from trapoula.solve.open.layout import *
from trapoula.solve.piles import NIL, ONE


@fast
def joins(mk, table, under, card):
    """Whether a table lets a card lie on another."""
    return mk[table + under] >> np.uint64(card) & ONE != NIL


@fast
def lay(pg, mk, st, ks, place, card):
    """Lay a card on a pile."""
    if place < CELLS:
        size = st[SIZES + place] + 1
        base = CARD + place * HIGH + size
        under = st[base - 1]
        st[base] = card
        st[SIZES + place] = size
        low, rank = st[base - 1 + LOW - CARD], card >> 2
        if rank > low:
            st[BLOCKS] += 1
            st[base + LOW - CARD] = low
        else:
            st[base + LOW - CARD] = rank
        if under == NONE:
            st[BARE] -= 1
        else:
            st[BREAKS] += not joins(mk, PACK, under, card)
        st[SPOT + card] = size
    elif place < HOMES:
        under = CELLED
        st[CELL + place - CELLS] = card
        st[FREE] -= 1
    else:
        st[HOME + place - HOMES] += 1
        st[AWAY] -= 1
        ks[HOME_MASK] |= ONE << np.uint64(card)
        st[WHERE + card] = place
        return
    st[WHERE + card] = place
    ks[KEY] += mk[WORDS + card * 64 + under]
    ks[OTHER_KEY] += mk[MORE_WORDS + card * 64 + under]


@fast
def lift(pg, mk, st, ks, place):
    """Take the top card off a pile."""
    if place < CELLS:
        size = st[SIZES + place]
        base = CARD + place * HIGH + size
        card, under = st[base], st[base - 1]
        st[SIZES + place] = size - 1
        st[BLOCKS] -= card >> 2 > st[base - 1 + LOW - CARD]
        if under == NONE:
            st[BARE] += 1
        else:
            st[BREAKS] -= not joins(mk, PACK, under, card)
    elif place < HOMES:
        card, under = st[CELL + place - CELLS], CELLED
        st[CELL + place - CELLS] = NONE
        st[FREE] += 1
    else:
        suit = place - HOMES
        st[HOME + suit] -= 1
        st[AWAY] += 1
        card = st[HOME + suit] * 4 + suit
        ks[HOME_MASK] &= ~(ONE << np.uint64(card))
        return card
    ks[KEY] -= mk[WORDS + card * 64 + under]
    ks[OTHER_KEY] -= mk[MORE_WORDS + card * 64 + under]
    return card


@fast
def carry(pg, mk, st, ks, place, target, size):
    """Carry cards from one pile to another."""
    if size == 1:
        card = lift(pg, mk, st, ks, place)
        lay(pg, mk, st, ks, target, card)
        return
    first = CARD + place * HIGH + st[SIZES + place] - size + 1
    for _ in range(size):
        lift(pg, mk, st, ks, place)
    for i in range(size):
        lay(pg, mk, st, ks, target, st[first + i])


@fast
def note(st, move):
    """Write a step on the trail."""
    st[TRAIL + st[TRAIL_LENGTH]] = move
    st[TRAIL_LENGTH] += 1


@fast
def undo(pg, mk, st, ks, mark):
    """Take everything back to a mark on the trail."""
    trail = st[TRAIL_LENGTH]
    while trail > mark:
        trail -= 1
        step = st[TRAIL + trail]
        carry(pg, mk, st, ks, step >> 8 & 255, step & 255, step >> 16 & 255)
    st[TRAIL_LENGTH] = mark


@fast
def play(pg, mk, st, ks, move):
    """Do a move, and all that follows without choice."""
    place, target = move & 255, move >> 8 & 255
    carry(pg, mk, st, ks, place, target, move >> 16 & 255)
    note(st, move)
    st[OWED] = 0
    if place < HOMES:
        follow(pg, mk, st, ks)
    elif pg[RETURNING]:
        suit = place - HOMES
        st[OWED] = st[HOME + suit] * 4 + suit + 1


@fast
def exposed(st, card):
    """Whether a card lies on top of a column or in a cell."""
    place = st[WHERE + card]
    return place < HOMES and (place >= CELLS or st[SPOT + card] == st[SIZES + place])


@fast
def wanted(st):
    """The next cards to go home."""
    mask = NIL
    for suit in range(4):
        if st[HOME + suit] < 13:
            mask |= ONE << np.uint64(st[HOME + suit] * 4 + suit)
    return mask


@fast
def returns(pg, mk, st, card):
    """Whether a card on top lies where it could come back to."""
    place = st[WHERE + card]
    if card >> 2 < pg[LEAVES]:
        return False
    return place >= CELLS or joins(mk, PACK, st[CARD + place * HIGH + st[SPOT + card] - 1], card)


@fast
def homeward(pg, mk, st, ks, sweeping):
    """Bring a card home that does no harm there; whether there was one."""
    ready = ks[HOME_MASK]
    if sweeping or not pg[STRICT]:
        ready |= wanted(st)
    best, first = -1, 32
    for suit in range(4):
        card = st[HOME + suit] * 4 + suit
        if card >= 52 or not exposed(st, card):
            continue
        if sweeping:
            goes = mk[SWEPT + card] & ~ready == NIL
        else:
            goes = (pg[SAFE] and mk[SAFER + card] & ~ready == NIL) or (
                pg[FREE_RETURN] and returns(pg, mk, st, card)
            )
        order = (st[WHERE + card] - pg[SWEPT_FIRST]) & 31
        if goes and order < first:
            best, first = suit, order
    if best < 0:
        return False
    place, home = st[WHERE + st[HOME + best] * 4 + best], HOMES + best
    carry(pg, mk, st, ks, place, home, 1)
    note(st, place | home << 8 | 1 << 16 | (BY_ITSELF if sweeping else 0))
    return True


@fast
def begin(pg, mk, st, ks):
    """What a search does before it chooses; the table sweeps only after a first move."""
    if homeward(pg, mk, st, ks, False):
        follow(pg, mk, st, ks)


@fast
def follow(pg, mk, st, ks):
    """What the table does by itself after a move, and what a search does because it can do no harm."""
    while (pg[SWEEPS] and homeward(pg, mk, st, ks, True)) or homeward(pg, mk, st, ks, False):
        pass


@fast
def most(pg, st, onto_bare):
    """How many cards may be carried together."""
    if not pg[LIMITED]:
        return 52
    room = 1 + (st[FREE] if pg[BY_CELLS] else 0)
    if pg[BY_COLUMNS]:
        room <<= st[BARE] - onto_bare
    return room
