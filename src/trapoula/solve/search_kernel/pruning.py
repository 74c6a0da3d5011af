"""The moves that a search must try: what goes home first, what is owed, and else what is legal."""

import numpy as np

from trapoula.compiled import fast
from trapoula.solve.kernel.chores import homes, safe
from trapoula.solve.kernel.layout import *
from trapoula.solve.kernel.legal_moves import legal, serves
from trapoula.solve.kernel.moves import move_of, row_of, size_of, source_of, target_of
from trapoula.solve.kernel.piles import (
    NIL,
    ONE,
    joins,
    may_lie,
    rank_mask,
    rule_mask,
    strays,
    top,
    wanted_by,
)
from trapoula.solve.search_kernel.dead_ends import N_RANKS

LEAN, IN_FULL = (
    np.bool_(True),
    np.bool_(False),
)  # with their type: bare ones are compiled one by one


@fast
def choices(code, masks, state, hashes, out, wants):
    """The moves that a search must try."""
    if code[SAFE] >= 0 and forced(code, masks, state, hashes, out):
        return 1
    if code[FROM_RUNS] and not state[OWED] and from_runs(code, masks, state, hashes, out):
        return 1
    count = legal(code, masks, state, hashes, out, wants, LEAN)
    if code[PARTING] >= 0:
        return at_once(code, masks, state, out, count)
    if code[SETTLING]:
        for i in range(count):
            if settles_down(code, masks, state, out[i]):
                out[0] = out[i]
                return 1
    if state[OWED]:
        kept = 0
        for i in range(count):
            if settles(code, state, out[i]):
                out[kept] = out[i]
                kept += 1
        count = kept
    return whole(code, masks, state, hashes, out, count) if code[WHOLE_RUNS] else count


@fast
def whole(code, masks, state, hashes, out, count):
    """The moves but for those that split a run to no purpose, in front; how many they are."""
    wanted, _ = homes(code, masks, state, hashes, code[SAFE_TO], code[N_SAFE_TO])
    kept = 0
    for i in range(count):
        if not pointless(code, masks, state, out[i], wanted):
            out[kept] = out[i]
            kept += 1
    return kept


@fast
def forced(code, masks, state, hashes, out):
    """The move that brings a card home which nothing will need, if there is one."""
    wanted, ready = safe(code, masks, state, hashes)
    for i in range(code[N_SAFE_FROM]):
        pile = code[code[SAFE_FROM] + i]
        if state[SIZES + pile] == 0:
            continue
        card = top(code, state, pile)
        if card >= HIDDEN or wanted >> np.uint64(card) & ONE == NIL:
            continue
        if masks[code[SAFE] * TABLE + card] & ~ready == NIL and legal_home(
            code, masks, state, pile, card, out
        ):
            return True
    if code[SAFE_WASTE]:
        return forced_waste(code, masks, state, wanted, ready, out)
    return False


@fast
def forced_waste(code, masks, state, wanted, ready, out):
    """The same for any card of stock and waste, where turning them over is free and shows all."""
    row = code[ROW_MOVES] + code[MACRO] * MOVE
    stock, waste = code[code[row + FROM]], code[code[row + TO]]
    held, down = state[SIZES + waste], state[SIZES + stock]
    w = code[code[ROW_PILES] + waste * PILE + BASE_AT]
    s = code[code[ROW_PILES] + stock * PILE + BASE_AT]
    for place in range(1, held + down + 1):
        card = state[w + place - 1] if place <= held else state[s + held + down - place] & FACE
        if (
            wanted >> np.uint64(card) & ONE == NIL
            or masks[code[SAFE] * TABLE + card] & ~ready != NIL
        ):
            continue
        if legal_home(code, masks, state, waste, card, out):
            turns = place - held if place >= held else down + 1 + place
            out[0] |= np.int64(turns) << TURNS_AT
            return True
    return False


@fast
def from_runs(code, masks, state, hashes, out):
    """The move that brings a card home which may come back to the card that it lies on, if there is one."""
    wanted, _ = homes(code, masks, state, hashes, code[SAFE_TO], code[N_SAFE_TO])
    for pile in range(code[PILES]):
        row, size = code[ROW_PILES] + pile * PILE, state[SIZES + pile]
        if code[row + KIND] != COLUMN or size < 2:
            continue
        card, under = state[code[row + BASE_AT] + size - 1], state[code[row + BASE_AT] + size - 2]
        if (
            card < HIDDEN
            and wanted >> np.uint64(card) & ONE != NIL
            and joins(masks, code[row + PACKED], under, card)
            and legal_home(code, masks, state, pile, card, out)
        ):
            return True
    return False


@fast
def legal_home(code, masks, state, pile, card, out):
    """The move that carries a card to the foundation that wants it; 1 when there is one."""
    for move in range(code[N_MOVES]):
        row = code[ROW_MOVES] + move * MOVE
        if code[row + OP] != M_CARRY and code[row + OP] != M_LAYOFF:
            continue
        if not serves(code, row, pile):
            continue
        for i in range(code[row + N_TO]):
            target = code[code[row + TO] + i]
            if (
                code[code[ROW_PILES] + target * PILE + KIND] == FOUNDATION
                and wanted_by(code, masks, state, row, target) >> np.uint64(card) & ONE != NIL
                and may_lie(code, state, pile, target, 1)
            ):
                out[0] = move_of(move, pile, target, 1)
                return 1
    return 0


@fast
def settles(code, state, move):
    """Whether a move does what must be done next with a card."""
    card, debt = (state[OWED] & BYTE) - 1, state[OWED] >> DEBT_AT
    source, target = source_of(move), target_of(move)
    if target == NO_PILE:
        return False
    from_kind = code[code[ROW_PILES] + source * PILE + KIND]
    to_kind = code[code[ROW_PILES] + target * PILE + KIND]
    if debt == GOES_HOME:
        return to_kind == FOUNDATION and top(code, state, source) == card
    if state[SIZES + target] and top(code, state, target) == card:
        return True
    if debt != RETURNED:
        return False
    return from_kind == FOUNDATION or (
        code[WAITING] != 0 and from_kind == WASTE and to_kind == COLUMN
    )


@fast
def pointless(code, masks, state, move, wanted):
    """Whether a move splits a run although the card beneath cannot go home."""
    row = code[ROW_MOVES] + row_of(move) * MOVE
    if code[row + OP] != M_CARRY:
        return False
    source, target, size = source_of(move), target_of(move), size_of(move)
    here, there = code[ROW_PILES] + source * PILE, code[ROW_PILES] + target * PILE
    if code[here + KIND] != COLUMN or code[there + KIND] != COLUMN:
        return False
    height = state[SIZES + source]
    if size == height:
        return False
    under = state[code[here + BASE_AT] + height - size - 1]
    if not joins(masks, code[here + PACKED], under, state[code[here + BASE_AT] + height - size]):
        return False
    return wanted >> np.uint64(under) & ONE == NIL


@fast
def settles_down(code, masks, state, move):
    """Whether a card comes to stay, and was of no more use where it lay."""
    source, target = source_of(move), target_of(move)
    lift = code[ROW_LIFTS] + code[code[ROW_PILES] + target * PILE + LIFT] * LIFT_ROW
    first, many = code[lift + LIFTED_BY] + 1, code[lift + ENDS] - 1  # from its left to the edge
    if many == 0 or strays(code, masks, state, first, many):
        return False
    right = source + 1
    if right % N_RANKS == 0:
        return True
    row = code[ROW_PILES] + right * PILE
    fits = rule_mask(code, masks, state, code[row + START], right, 0)
    if state[SIZES + right] == 0:
        return fits == NIL
    return fits == NIL or fits >> np.uint64(state[code[row + BASE_AT]] & FACE) & ONE != NIL


@fast
def at_once(code, masks, state, out, count):
    """The first move by which a card leaves alone, or the last two of their ranks together, in front."""
    left = NIL
    for pile in range(code[PILES]):
        base = code[code[ROW_PILES] + pile * PILE + BASE_AT]
        for j in range(state[SIZES + pile]):
            left |= ONE << np.uint64(state[base + j] & FACE)
    for i in range(count):
        row = code[ROW_MOVES] + row_of(out[i]) * MOVE
        last = code[row + OP] == M_DROP
        if code[row + OP] == M_PAIR:
            mates = left & rank_mask(top(code, state, source_of(out[i])) >> 2)
            others = left & masks[code[PARTING] * TABLE + top(code, state, source_of(out[i]))]
            last = mates & (mates - ONE) == NIL and others & (others - ONE) == NIL
        if last:
            out[0] = out[i]
            return 1
    return count
