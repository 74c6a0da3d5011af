"""The kernel's goals: whether a game is won, and what of a score a goal asks for."""

import numpy as np

from trapoula.solve.layout import *
from trapoula.solve.piles import NIL, ONE, alone, fast, joins, lifted, takes


@fast
def reckoned(pr, mk, st, start, count):
    """Whether a goal is met."""
    stack, height, score = 0, 0, 0
    for step in range(count):
        row = pr[ROW_GOALS] + (start + step) * GOAL_ROW
        op = pr[row]
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
            score += pr[row + 3] * (st[SIZES + pr[PILES]] // pr[row + 4])
        elif op > G_START:
            score += points(pr, mk, st, row)
        else:
            holds = holds_now(pr, mk, st, row, score)
            stack = (stack & ~(1 << height)) | (1 << height if holds else 0)
            height += 1
    return stack & 1 == 1


@fast
def holds_now(pr, mk, st, row, score):
    """Whether one step of a goal holds."""
    op, first, many, value = pr[row], pr[row + 1], pr[row + 2], pr[row + 3]
    if op == G_PHASE:
        return st[PHASE] < 31 and (first >> st[PHASE]) & 1 == 1
    if op == G_TURNED:
        return st[TURNED] >= value
    if op == G_CANNOT:
        return not can_carry(pr, mk, st, pr[ROW_HIDDEN] + first * MOVE)
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
                if not joins(mk, value, 0, st[base + j]):
                    return False
        elif op == G_SORTED and size:
            if size != value or not chained(pr, mk, st, pile, pr[row + 5]):
                return False
    if op == G_LEFT:
        return value <= total <= pr[row + 4]
    return op != G_REACH or score >= value


@fast
def chained(pr, mk, st, pile, table):
    """Whether every card of a pile joins the one beneath it."""
    base = pr[pr[ROW_PILES] + pile * PILE + BASE_AT]
    for j in range(1, st[SIZES + pile]):
        if not joins(mk, table, st[base + j - 1], st[base + j]):
            return False
    return True


@fast
def can_carry(pr, mk, st, row):
    """Whether a carrying move is offered at all."""
    for i in range(pr[row + N_FROM]):
        source = pr[pr[row + FROM] + i]
        height = st[SIZES + source]
        here = pr[ROW_PILES] + source * PILE
        lift = pr[row + OWN_LIFT] if pr[row + OWN_LIFT] >= 0 else pr[here + LIFT]
        if height == 0 or lift < 0:
            continue
        sizes = lifted(pr, mk, st, source, lift)
        for size in range(1, sizes % 1000 + 1):
            if sizes >= 1000 and size != sizes % 1000 and not (sizes >= 2000 and size == 1):
                continue
            card = st[pr[here + BASE_AT] + height - size]
            for j in range(pr[row + N_TO]):
                target = pr[pr[row + TO] + j]
                there, filled = pr[ROW_PILES] + target * PILE, st[SIZES + target]
                if (
                    target != source
                    and card < 64
                    and (pr[row + ONTO] == 0 or (pr[row + ONTO] == 1) == (filled > 0))
                    and takes(pr, mk, st, target) >> np.uint64(card) & ONE != NIL
                    and not (
                        filled == 0
                        and size == height
                        and pr[there + ALIKE]
                        and pr[here + LETTER] == pr[there + LETTER]
                    )
                    and pr[there + BATCH_FROM] <= size < pr[there + BATCH_TO]
                    and filled + size <= pr[there + ROOM]
                ):
                    return True
    return False


@fast
def points(pr, mk, st, row):
    """One part of a score that is read off piles."""
    op, first, many, each = pr[row], pr[row + 1], pr[row + 2], pr[row + 3]
    table = pr[row + 5]
    score = pr[row + 4] if op == G_CARDS or op == G_DOWN else 0
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
    return reckoned(pr, mk, st, pr[GOAL], pr[N_GOAL])


@fast
def over(pr, mk, st):
    """Whether it is lost by its own rule."""
    return pr[N_LOST] > 0 and reckoned(pr, mk, st, pr[LOST], pr[N_LOST])
