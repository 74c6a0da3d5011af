"""The kernel's goals: whether a game is won, and what of a score a goal asks for."""

import numpy as np

from trapoula.compiled import fast, once
from trapoula.solve.layout import *
from trapoula.solve.piles import NIL, ONE, alone, joins, lift_of, lifted, may_lie, wanted_by


@fast
def is_met(pr, mk, st, start, count):
    """Whether a goal is met."""
    stack, height, score = 0, 0, 0
    for step in range(count):
        row = pr[ROW_GOALS] + (start + step) * GOAL_ROW
        op = pr[row + ASKS]
        if op == G_NOT:
            stack ^= 1 << (height - 1)
        elif op == G_AND or op == G_OR:
            height -= 1
            other, one = stack >> height & 1, stack >> (height - 1) & 1
            held = (one & other) if op == G_AND else (one | other)
            stack = (stack & ~(3 << (height - 1))) | held << (height - 1)
        elif op == G_START:
            score = 0
        elif op == G_GONE:
            score += pr[row + LEAST] * (st[SIZES + pr[PILES]] // pr[row + MOST])
        elif op > G_START:
            score += points(pr, mk, st, row)
        else:
            holds = holds_now(pr, mk, st, row, score)
            stack = (stack & ~(1 << height)) | (1 << height if holds else 0)
            height += 1
    return stack & 1 == 1


@once
def holds_now(pr, mk, st, row, score):
    """Whether one step of a goal holds."""
    op, first, many, value = (
        pr[row + ASKS],
        pr[row + ASKED_OF],
        pr[row + N_ASKED_OF],
        pr[row + LEAST],
    )
    if op == G_PHASE:
        return st[PHASE] < 31 and (value >> st[PHASE]) & 1 == 1
    if op == G_TURNED:
        return st[TURNED] >= value
    if op == G_CANNOT:
        return not can_carry(pr, mk, st, pr[ROW_HIDDEN] + value * MOVE)
    total = 0
    for i in range(many):
        pile = pr[first + i]
        size = st[SIZES + pile]
        total += size
        if op == G_EMPTY:
            if size:
                return False
        elif op == G_FULL or op == G_REACH:
            if size == 0:
                return False
        elif op == G_BARE:
            base = pr[pr[ROW_PILES] + pile * PILE + BASE_AT]
            for j in range(size):
                if not joins(mk, pr[row + ASKED_BY], 0, st[base + j]):
                    return False
        elif op == G_SORTED and size:
            if size != value or not chained(pr, mk, st, pile, pr[row + ASKED_BY]):
                return False
    if op == G_LEFT:
        return value <= total <= pr[row + MOST]
    return op != G_REACH or score >= value


@fast
def chained(pr, mk, st, pile, table):
    """Whether every card of a pile joins the one beneath it."""
    base = pr[pr[ROW_PILES] + pile * PILE + BASE_AT]
    for j in range(1, st[SIZES + pile]):
        if not joins(mk, table, st[base + j - 1], st[base + j]):
            return False
    return True


@once
def can_carry(pr, mk, st, row):
    """Whether a carrying move is offered at all."""
    for i in range(pr[row + N_FROM]):
        source = pr[pr[row + FROM] + i]
        height, lift = st[SIZES + source], lift_of(pr, row, source)
        if height == 0 or lift < 0:
            continue
        base = pr[pr[ROW_PILES] + source * PILE + BASE_AT]
        least, most, single = lifted(pr, mk, st, source, lift)
        for size in range(1 if single else least, most + 1):
            card = st[base + height - size]
            if 1 < size < least or card >= 64:
                continue
            for j in range(pr[row + N_TO]):
                target = pr[pr[row + TO] + j]
                if wanted_by(pr, mk, st, row, target) >> np.uint64(card) & ONE != NIL and may_lie(
                    pr, st, source, target, size
                ):
                    return True
    return False


@once
def points(pr, mk, st, row):
    """One part of a score that is read off piles."""
    op, first, many, each = (
        pr[row + ASKS],
        pr[row + ASKED_OF],
        pr[row + N_ASKED_OF],
        pr[row + LEAST],
    )
    table = pr[row + ASKED_BY]
    score = pr[row + MOST] if op == G_CARDS or op == G_DOWN else 0
    for i in range(many):
        pile = pr[first + i]
        base, size = pr[pr[ROW_PILES] + pile * PILE + BASE_AT], st[SIZES + pile]
        if op == G_CARDS and table < 0:
            score += each * size
        elif op == G_FIXED:
            if size and not alone(pr, mk, st, pile):
                score += each
        elif op == G_SUITS:
            if size == 13 and chained(pr, mk, st, pile, table):
                score += each
        else:
            for j in range(size):
                card = st[base + j]
                if op == G_CARDS:
                    score += each if joins(mk, table, 0, card) else 0
                elif op == G_DOWN:
                    score += each if card & 64 else 0
                elif op == G_WORTH:
                    score += 0 if card & 64 else pr[table + (card >> 2)]
                elif j and joins(mk, table, st[base + j - 1], card):
                    score += each
    return score


@fast
def won(pr, mk, st):
    """Whether the game is won."""
    return is_met(pr, mk, st, pr[GOAL], pr[N_GOAL])


@fast
def over(pr, mk, st):
    """Whether it is lost by its own rule."""
    return pr[N_LOST] > 0 and is_met(pr, mk, st, pr[LOST], pr[N_LOST])
