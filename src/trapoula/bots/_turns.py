"""Whole turns on rows of cards, compiled: every one is tried, and what it leaves behind is weighed.

Nothing here says what a row takes: `gap[row, top, card]` does, made from the rules (see `_rows`).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, untyped-decorator, import-untyped"

import numpy as np
from numba import njit

from trapoula.bots._scales import (
    DOOMED,
    DRAW_ONE,
    ENOUGH,
    FEW,
    FIRE,
    HASTE,
    HELD_SKULL,
    HELD_THREE,
    LOST,
    NEVER,
    NO_WAY_BACK,
    ONE_ROW,
    ONWARD,
    PAST_CLOSE,
    PAST_PAIR,
    PAST_TRICK,
    PER_CARD,
    QUIET,
    REACH,
    ROWS,
    SILENCE,
    SINGLE,
    SKULL,
    SLOW,
    STOP,
    THREE,
    TRICK,
    WON,
)


@njit(cache=True, inline="always")
def _price(card, tops, gap, scale, rows, gaps):
    """What a card costs that is still to be laid: by how many rows take it, and how near they are."""
    a, b = gap[0, tops[0], card], gap[1, tops[1], card]
    c, d = gap[2, tops[2], card], gap[3, tops[3], card]
    takers = (a < NEVER) + (b < NEVER) + (c < NEVER) + (d < NEVER)
    return rows[takers] + gaps[scale[a if a < b else b], scale[c if c < d else d]]


@njit(cache=True)
def weigh(tops, hand, used, unseen, gap, scale, rows, gaps):
    """What all cards cost that are still to be laid, those of the hand by prices of their own."""
    total = 0.0
    theirs, their_gaps, own, own_gaps = rows[0], gaps[0], rows[1], gaps[1]
    for card in unseen:
        total += _price(card, tops, gap, scale, theirs, their_gaps)
    for i in range(len(hand)):
        if not used[i]:
            total += _price(hand[i], tops, gap, scale, own, own_gaps)
    return total


@njit(cache=True)
def _passed(before, tops, said, prices):
    """What it costs to go past cards that others spoke of."""
    total = 0.0
    for r in range(ROWS):
        ahead = tops[r] - before[r] if r < ROWS // 2 else before[r] - tops[r]
        if ahead > 0:
            total += prices[PAST_TRICK] * said[r, 0] + prices[PAST_PAIR] * said[r, 1]
            total += prices[PAST_CLOSE] * said[r, 2] * min(ahead - 1, 4) / 4
    return total


@njit(cache=True)
def _kept(hand, used, command, size, pile, prices):
    """What it costs to keep cards that need others to go with them: soon there may be none."""
    skulls, threes = 0, 0
    for i in range(len(hand)):
        if not used[i]:
            skulls += command[hand[i]] == SKULL
            threes += command[hand[i]] == THREE
    cost = prices[HELD_SKULL] * skulls + prices[HELD_THREE] * threes
    if pile > 0:
        return cost
    alone = (skulls > 0 and size == skulls) or (threes > 0 and size < ENOUGH)
    return cost * prices[HASTE] + (DOOMED if alone else 0.0)


@njit(cache=True)
def best_turn(
    before, hand, unseen, command, burns, gap, scale, urgent,
    laid, least, three, lock, left, pile, said, prices, rows, gaps, deep, out,
):  # fmt: skip
    """The cheapest rest of a turn: its cost, and in `out` its cards and rows; how many cards that is."""
    n = len(hand)
    tops = before.copy()
    used = np.zeros(n, np.bool_)
    tried, covered = np.zeros(deep + 1, np.int64), np.zeros(deep + 1, np.int64)
    card_at, row_at = np.zeros(deep + 1, np.int64), np.zeros(deep + 1, np.int64)
    locks, onward = np.zeros(deep + 1, np.int64), np.zeros(deep + 1, np.bool_)
    threes = np.zeros(deep + 1, np.bool_)
    threes[0] = three
    best, length, d, arrived = 1e18, 0, 0, True
    while True:
        back = False
        if arrived:
            arrived = False
            tried[d] = 0
            count, rest = laid + d, left - d
            stopped = d > 0 and command[hand[card_at[d - 1]]] == STOP
            kept = (count >= least or stopped) and (not threes[d] or count == ENOUGH)
            broken = threes[d] and (count > ENOUGH or count + n - d < ENOUGH)
            open_price, slow, onward[d], locks[d] = 0.0, False, False, -1
            for r in range(ROWS):
                top = tops[r]
                kind = command[top]
                if kind == SKULL:
                    kept = False
                elif kind == SILENCE:
                    open_price += prices[QUIET]
                elif kind == NO_WAY_BACK:
                    open_price += prices[ONWARD]
                    onward[d] = True
                elif kind == DRAW_ONE:
                    slow = True
                elif kind == ONE_ROW:
                    open_price += prices[SINGLE]
                    since, new = 0, False
                    for i in range(d):
                        if hand[card_at[i]] == top:
                            since, new = i + 1, True
                    if locks[d] < 0 and not new and lock >= 0:
                        locks[d] = lock
                    elif locks[d] < 0 and d > since:
                        locks[d] = row_at[since]
                if rest > 0 and burns[top]:
                    if urgent[r] and top == before[r]:
                        kept = False
                    else:
                        open_price += prices[FIRE]
            if broken:
                cost = LOST * 10
            elif kept and rest == 0:
                cost = WON
            elif kept and count > 0:
                cost = open_price + _passed(before, tops, said, prices)
                cost += weigh(tops, hand, used, unseen, gap, scale, rows, gaps)
                cost += _kept(hand, used, command, n - d, pile, prices)
                if slow and pile > 0:
                    cost += prices[SLOW] + (prices[FEW] if n - d + 1 < least else 0.0)
            else:
                cost = LOST - PER_CARD * count
            if cost < best:
                best, length = cost, d
                for i in range(d):
                    out[i, 0], out[i, 1] = hand[card_at[i]], row_at[i]
            back = stopped or broken or d >= min(deep, n) or (threes[d] and count == ENOUGH)
        if not back:
            back = True
            while tried[d] < ROWS * n:
                i, r = tried[d] // ROWS, tried[d] % ROWS
                tried[d] += 1
                if used[i]:
                    continue
                if locks[d] >= 0:
                    if r != locks[d]:
                        continue
                elif r % 2 == 1 and tops[r] == tops[r - 1]:
                    continue  # two rows that are alike
                card = hand[i]
                step = gap[r, tops[r], card]
                if step == NEVER or (step == TRICK and onward[d]):
                    continue
                if step > prices[REACH] and laid + d >= least:
                    continue
                if d > 0 and r < row_at[d - 1] and command[card] == 0:
                    free = locks[d] < 0 and locks[d - 1] < 0 and not onward[d] and not onward[d - 1]
                    if free and command[hand[card_at[d - 1]]] == 0:
                        continue  # the same two cards in the other order
                threes[d + 1] = threes[d] or command[card] == THREE
                card_at[d], row_at[d], covered[d] = i, r, tops[r]
                tops[r], used[i] = card, True
                d += 1
                back, arrived = False, True
                break
        if back:
            if d == 0:
                return best, length
            d -= 1
            used[card_at[d]] = False
            tops[row_at[d]] = covered[d]
