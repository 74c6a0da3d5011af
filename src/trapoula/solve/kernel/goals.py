"""The kernel's goals: whether a game is won, and what of a score a goal asks for."""

import numpy as np

from trapoula.compiled import fast
from trapoula.solve.kernel.layout import *
from trapoula.solve.kernel.piles import NIL, ONE, alone, joins, lift_of, lifted, may_lie, wanted_by

BITS = 64  # of a word: as many piles as one holds


@fast
def is_met(code, masks, state, start, count):
    """Whether a goal is met."""
    stack, height, score = 0, 0, 0
    for step in range(count):
        row = code[ROW_GOALS] + (start + step) * GOAL_ROW
        op = code[row + ASKS]
        if op == G_NOT:
            stack ^= 1 << (height - 1)
        elif op == G_AND or op == G_OR:
            height -= 1
            other, one = stack >> height & 1, stack >> (height - 1) & 1
            held = (one & other) if op == G_AND else (one | other)
            stack = (stack & ~(3 << (height - 1))) | held << (height - 1)
        elif op == G_START:
            score = 0
        elif op > G_START:
            score += points(code, masks, state, row)
        else:
            holds = holds_now(code, masks, state, row, score)
            stack = (stack & ~(1 << height)) | (1 << height if holds else 0)
            height += 1
    return stack & 1 == 1


@fast
def holds_now(code, masks, state, row, score):
    """Whether one step of a goal holds."""
    op, first, many, value = (
        code[row + ASKS],
        code[row + ASKED_OF],
        code[row + N_ASKED_OF],
        code[row + LEAST],
    )
    if op == G_PHASE:
        return state[PHASE] < 31 and (value >> state[PHASE]) & 1 == 1
    if op == G_TURNED:
        return state[TURNED] >= value
    if op == G_CANNOT:
        return not can_carry(code, masks, state, code[ROW_HIDDEN] + value * MOVE)
    total = 0
    for i in range(many):
        pile = code[first + i]
        size = state[SIZES + pile]
        total += size
        if op == G_EMPTY:
            if size:
                return False
        elif op == G_FULL or op == G_REACH:
            if size == 0:
                return False
        elif op == G_BARE:
            base = code[code[ROW_PILES] + pile * PILE + BASE_AT]
            for j in range(size):
                if not joins(masks, code[row + ASKED_BY], 0, state[base + j]):
                    return False
        elif op == G_SORTED and size:
            if size != value or not chained(code, masks, state, pile, code[row + ASKED_BY]):
                return False
    if op == G_LEFT:
        return value <= total <= code[row + MOST]
    return op != G_REACH or score >= value


@fast
def chained(code, masks, state, pile, table):
    """Whether every card of a pile joins the one beneath it."""
    base = code[code[ROW_PILES] + pile * PILE + BASE_AT]
    for j in range(1, state[SIZES + pile]):
        if not joins(masks, table, state[base + j - 1], state[base + j]):
            return False
    return True


@fast
def can_carry(code, masks, state, row):
    """Whether a carrying move is offered at all."""
    for i in range(code[row + N_FROM]):
        source = code[code[row + FROM] + i]
        height, lift = state[SIZES + source], lift_of(code, row, source)
        if height == 0 or lift < 0:
            continue
        base = code[code[ROW_PILES] + source * PILE + BASE_AT]
        least, most, single = lifted(code, masks, state, source, lift)
        for size in range(1 if single else least, most + 1):
            card = state[base + height - size]
            if 1 < size < least or card >= HIDDEN:
                continue
            for j in range(code[row + N_TO]):
                target = code[code[row + TO] + j]
                if wanted_by(code, masks, state, row, target) >> np.uint64(
                    card
                ) & ONE != NIL and may_lie(code, state, source, target, size):
                    return True
    return False


@fast
def fixed(code, masks, state, first, many):
    """How many piles have a card that may not be lifted."""
    count, free = (
        0,
        NIL,
    )  # the piles whose cards are known to be astray, and so all that lie behind them
    for i in range(many):
        pile = code[first + i]
        if state[SIZES + pile] == 0:
            free |= ONE << np.uint64(pile & BITS - 1)
            continue
        lift = code[ROW_LIFTS] + code[code[ROW_PILES] + pile * PILE + LIFT] * LIFT_ROW
        line = code[code[ROW_PILES] + pile * PILE + LIFT] >= 0 and (
            code[lift + KIND_OF_LIFT] == L_ASTRAY and code[PILES] <= BITS
        )
        if line and code[lift + ENDS] > 1:
            before = code[code[lift + LIFTED_BY] + 1]
            if free >> np.uint64(before) & ONE != NIL:
                free |= ONE << np.uint64(pile)
                continue
        if not alone(code, masks, state, pile):
            count += 1
        elif line:
            free |= ONE << np.uint64(pile)
    return count


@fast
def in_line(code, masks, state, row):
    """How many cards join the last one before them, pile after pile, and a good first card."""
    count, last = 0, -1
    for i in range(code[row + N_ASKED_OF]):
        pile = code[code[row + ASKED_OF] + i]
        base = code[code[ROW_PILES] + pile * PILE + BASE_AT]
        for j in range(state[SIZES + pile]):
            card = state[base + j]
            if last >= 0:
                count += joins(masks, code[row + ASKED_BY], last, card)
            elif i == 0 or not code[row + LEAST]:  # in its corner, where it must be
                count += joins(masks, code[row + MOST], 0, card)
            last = card
    return count


@fast
def points(code, masks, state, row):
    """One part of a score."""
    op, first, many, each = (
        code[row + ASKS],
        code[row + ASKED_OF],
        code[row + N_ASKED_OF],
        code[row + LEAST],
    )
    if op == G_GONE:
        return each * (state[SIZES + code[PILES]] // code[row + MOST])
    table = code[row + ASKED_BY]
    score = code[row + MOST] if op == G_CARDS or op == G_DOWN else 0
    if op == G_IN_LINE:
        return in_line(code, masks, state, row)
    if op == G_FIXED:
        return each * fixed(code, masks, state, first, many)
    for i in range(many):
        pile = code[first + i]
        base, size = code[code[ROW_PILES] + pile * PILE + BASE_AT], state[SIZES + pile]
        if op == G_CARDS and table < 0:
            score += each * size
        elif op == G_SUITS:
            if size == 13 and chained(code, masks, state, pile, table):
                score += each
        else:
            for j in range(size):
                card = state[base + j]
                if op == G_CARDS:
                    score += each if joins(masks, table, 0, card) else 0
                elif op == G_DOWN:
                    score += each if card & HIDDEN else 0
                elif op == G_WORTH:
                    score += 0 if card & HIDDEN else code[table + (card >> 2)]
                elif j and joins(masks, table, state[base + j - 1], card):
                    score += each
    return score


@fast
def scored(code, masks, state):
    """The score that the goal asks for, as far as it goes."""
    score = 0
    for step in range(code[N_GOAL]):
        row = code[ROW_GOALS] + (code[GOAL] + step) * GOAL_ROW
        if code[row + ASKS] > G_START:
            score += points(code, masks, state, row)
    return score


@fast
def won(code, masks, state):
    """Whether the game is won."""
    return is_met(code, masks, state, code[GOAL], code[N_GOAL])


@fast
def over(code, masks, state):
    """Whether it is lost by its own rule."""
    return code[N_LOST] > 0 and is_met(code, masks, state, code[LOST], code[N_LOST])
