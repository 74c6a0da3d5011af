"""Cards on and off the piles of an open game, the way back, and what follows a move without choice."""

import numpy as np

from trapoula.compiled import fast
from trapoula.solve.kernel.piles import NIL, ONE
from trapoula.solve.open_kernel.layout import *


@fast
def joins(masks, table, under, card):
    """Whether a table lets a card lie on another."""
    return masks[table + under] >> np.uint64(card) & ONE != NIL


@fast
def words_of(card, under):
    """Where the two words are that a card on another adds to the key."""
    return WORDS + 2 * (BENEATH * card + under)


@fast
def step_of(place, target, size):
    """A move of so many cards from one place to another, as one number."""
    return place | target << TARGET_AT | size << SIZE_AT


@fast
def place_of(step):
    """Where cards are taken from."""
    return step & BYTE


@fast
def target_of(step):
    """Where cards are laid."""
    return step >> TARGET_AT & BYTE


@fast
def size_of(step):
    """How many cards are taken."""
    return step >> SIZE_AT & BYTE


@fast
def lay(code, masks, state, keys, place, card):
    """Lay a card on a pile."""
    if place < CELLS:
        size = state[SIZES + place] + 1
        base = CARD + place * HIGH + size
        under = state[base - 1]
        state[base] = card
        state[SIZES + place] = size
        low, rank = state[base - 1 + LOW - CARD], card >> 2
        if rank > low:
            state[BLOCKS] += 1
            state[base + LOW - CARD] = low
        else:
            state[base + LOW - CARD] = rank
        if under == NONE:
            state[BARE] -= 1
        else:
            state[BREAKS] += not joins(masks, PACK, under, card)
        state[SPOT + card] = size
    elif place < HOMES:
        under = CELLED
        state[CELL + place - CELLS] = card
        state[FREE] -= 1
    else:
        state[HOME + place - HOMES] += 1
        state[AWAY] -= 1
        keys[HOME_MASK] |= ONE << np.uint64(card)
        state[WHERE + card] = place
        return
    state[WHERE + card] = place
    word = words_of(card, under)
    keys[KEY] += masks[word]
    keys[OTHER_KEY] += masks[word + 1]


@fast
def lift(code, masks, state, keys, place):
    """Take the top card off a pile."""
    if place < CELLS:
        size = state[SIZES + place]
        base = CARD + place * HIGH + size
        card, under = state[base], state[base - 1]
        state[SIZES + place] = size - 1
        state[BLOCKS] -= card >> 2 > state[base - 1 + LOW - CARD]
        if under == NONE:
            state[BARE] += 1
        else:
            state[BREAKS] -= not joins(masks, PACK, under, card)
    elif place < HOMES:
        card, under = state[CELL + place - CELLS], CELLED
        state[CELL + place - CELLS] = NONE
        state[FREE] += 1
    else:
        suit = place - HOMES
        state[HOME + suit] -= 1
        state[AWAY] += 1
        card = state[HOME + suit] * 4 + suit
        keys[HOME_MASK] &= ~(ONE << np.uint64(card))
        return card
    word = words_of(card, under)
    keys[KEY] -= masks[word]
    keys[OTHER_KEY] -= masks[word + 1]
    return card


@fast
def carry(code, masks, state, keys, place, target, size):
    """Carry cards from one pile to another."""
    if size == 1:
        card = lift(code, masks, state, keys, place)
        lay(code, masks, state, keys, target, card)
        return
    first = CARD + place * HIGH + state[SIZES + place] - size + 1
    for _ in range(size):
        lift(code, masks, state, keys, place)
    for i in range(size):
        lay(code, masks, state, keys, target, state[first + i])


@fast
def note(state, move):
    """Write a step on the trail."""
    state[TRAIL + state[TRAIL_LENGTH]] = move
    state[TRAIL_LENGTH] += 1


@fast
def undo(code, masks, state, keys, mark):
    """Take everything back to a mark on the trail."""
    trail = state[TRAIL_LENGTH]
    while trail > mark:
        trail -= 1
        step = state[TRAIL + trail]
        carry(code, masks, state, keys, target_of(step), place_of(step), size_of(step))
    state[TRAIL_LENGTH] = mark


@fast
def play(code, masks, state, keys, move):
    """Do a move, and all that follows without choice."""
    place, target, size = place_of(move), target_of(move), size_of(move)
    if size > 1 and target >= CELLS:
        into_cells(code, masks, state, keys, place, size)
    else:
        carry(code, masks, state, keys, place, target, size)
        note(state, move)
    state[OWED] = 0
    if place < HOMES or code[SWEEPS]:  # then no proof brings home what came back
        follow(code, masks, state, keys)
    elif code[RETURNING]:
        suit = place - HOMES
        state[OWED] = state[HOME + suit] * 4 + suit + 1


@fast
def exposed(state, card):
    """Whether a card lies on top of a column or in a cell."""
    place = state[WHERE + card]
    return place < HOMES and (place >= CELLS or state[SPOT + card] == state[SIZES + place])


@fast
def wanted(state):
    """The next cards to go home."""
    mask = NIL
    for suit in range(4):
        if state[HOME + suit] < 13:
            mask |= ONE << np.uint64(state[HOME + suit] * 4 + suit)
    return mask


@fast
def returns(code, masks, state, card):
    """Whether a card on top lies where it could come back to."""
    place = state[WHERE + card]
    if card >> 2 < code[LEAVES]:
        return False
    return place >= CELLS or joins(
        masks, PACK, state[CARD + place * HIGH + state[SPOT + card] - 1], card
    )


@fast
def homeward(code, masks, state, keys, sweeping):
    """Bring a card home that does no harm there; whether there was one."""
    ready = keys[HOME_MASK]
    if sweeping or not code[STRICT]:
        ready |= wanted(state)
    best, first = -1, 32
    for suit in range(4):
        card = state[HOME + suit] * 4 + suit
        if card >= 52 or not exposed(state, card):
            continue
        if sweeping:
            goes = masks[SWEPT + card] & ~ready == NIL
        else:
            goes = (code[SAFE] and masks[SAFER + card] & ~ready == NIL) or (
                code[FREE_RETURN] and returns(code, masks, state, card)
            )
        order = (state[WHERE + card] - code[SWEPT_FIRST]) & 31
        if goes and order < first:
            best, first = suit, order
    if best < 0:
        return False
    size, home = state[HOME + best], HOMES + best
    place = state[WHERE + size * 4 + best]
    carry(code, masks, state, keys, place, home, 1)
    mark = 0
    if sweeping:
        mark = BY_ITSELF | (ADDED if size > 0 else 0)
    note(state, step_of(place, home, 1) | mark)
    return True


@fast
def begin(code, masks, state, keys):
    """What a search does before it chooses; the table sweeps only after a first move."""
    if homeward(code, masks, state, keys, False) or (
        code[PARKED] and out_of_cell(code, masks, state, keys)
    ):
        follow(code, masks, state, keys)


@fast
def follow(code, masks, state, keys):
    """What the table does by itself after a move, and what a search does because it can do no harm."""
    while (
        some_home(state)
        and (
            (code[SWEEPS] and homeward(code, masks, state, keys, True))
            or homeward(code, masks, state, keys, False)
        )
    ) or (code[PARKED] and out_of_cell(code, masks, state, keys)):
        pass


@fast
def into_cells(code, masks, state, keys, place, size):
    """Carry so many cards of a column to cells, one after another."""
    for cell in range(CELLS, CELLS + code[N_CELLS]):
        if state[CELL + cell - CELLS] == NONE and size > 0:
            carry(code, masks, state, keys, place, cell, 1)
            note(state, step_of(place, cell, 1))
            size -= 1


@fast
def taker(state, card):
    """The column on top of which the one card lies that takes another; -1: none."""
    over = card + 4
    if over >= 52:
        return -1
    place = state[WHERE + over]
    return place if place < CELLS and state[SPOT + over] == state[SIZES + place] else -1


@fast
def out_of_cell(code, masks, state, keys):
    """Pack a card from a cell on the one that takes it; whether there was such a card."""
    if state[FREE] == code[N_CELLS]:
        return False
    for place in range(CELLS, CELLS + code[N_CELLS]):
        card = state[CELL + place - CELLS]
        if card != NONE:
            target = taker(state, card)
            if target >= 0:
                carry(code, masks, state, keys, place, target, 1)
                note(state, step_of(place, target, 1))
                return True
    return False


@fast
def some_home(state):
    """Whether some card could go home now."""
    for suit in range(4):
        card = state[HOME + suit] * 4 + suit
        if card < 52 and exposed(state, card):
            return True
    return False


@fast
def most(code, state, onto_bare):
    """How many cards may be carried together."""
    if not code[LIMITED]:
        return 52
    room = 1 + (state[FREE] if code[BY_CELLS] else 0)
    if code[BY_COLUMNS]:
        room <<= state[BARE] - onto_bare
    return room
