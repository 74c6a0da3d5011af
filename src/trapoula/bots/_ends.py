"""The end of a game on rows, compiled: when every card is known, all turns are searched for a way to win."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from trapoula.bots._layout import BITS, CARDS, DOOMED, MOST, ROWS, WON
from trapoula.bots._steps import copy_table, following, lay
from trapoula.bots._tasks import FREE
from trapoula.bots._turns import carved, room, search
from trapoula.machine.compiler import fast, grid, longs, marks, reals

FAILED = 1 << 11  # tables that are remembered because nothing wins from there


@fast
def _table(tops, hands, counts, seat, place):
    """A table as one number: whose turn it is, the tops, and the cards that are left by their places."""
    left = 0
    for other in range(len(counts)):
        for i in range(counts[other]):
            left |= 1 << place[hands[other, i]]
    known = left << 3 | seat
    for r in range(ROWS):
        known = known << BITS | tops[r]
    return known


@fast
def _slot(known):
    """Where a table is remembered."""
    return (known ^ known >> 17 ^ known >> 31) * 0x9E3779B1 >> 7 & (FAILED - 1)


@fast
def finish(tops, hands, counts, seat, book, priced, deep, wide, few, budget, plan, space):
    """Search for a way to lay every card; the length of its first turn, or 0.

    Nothing is left to draw, and all hands are known. At up to `budget` tables the few cheapest turns of up to
    `deep` cards are tried.
    """
    free = space[FREE]
    length = _searched(
        tops, hands, counts, seat, book, priced, deep, wide, few, budget, plan, space
    )
    space[FREE] = free
    return length


@fast
def _searched(tops, hands, counts, seat, book, priced, deep, wide, few, budget, plan, space):
    """The same, in room that is free again afterwards."""
    left = counts.sum()
    if left > MOST:
        return 0
    place, n = grid(longs(carved(space, CARDS)), (CARDS,)), 0
    for other in range(len(counts)):
        for i in range(counts[other]):
            place[hands[other, i]] = n
            n += 1
    shape = hands.shape
    levels, seats, full = left + 1, shape[0], shape[1]
    t = grid(longs(carved(space, levels * ROWS)), (levels, ROWS))
    h = grid(longs(carved(space, levels * seats * full)), (levels, seats, full))
    c = grid(longs(carved(space, levels * seats)), (levels, seats))
    who = grid(longs(carved(space, levels)), (levels,))
    every = longs(carved(space, levels * few * (deep + 1) * 2))
    plans = grid(every, (levels, few, deep + 1, 2))
    lengths = grid(longs(carved(space, levels * few)), (levels, few))
    costs = grid(reals(carved(space, levels * few)), (levels, few))
    found, tried = longs(carved(space, levels)), longs(carved(space, levels))
    failed = grid(longs(carved(space, FAILED)), (FAILED,))
    unseen, now = grid(longs(carved(space, MOST)), (MOST,)), grid(longs(carved(space, 6)), (6,))
    said = grid(reals(carved(space, ROWS * 3)), (ROWS, 3))
    urgent, where = grid(marks(carved(space, ROWS)), (ROWS,)), room(deep, wide, space)
    failed[:], said[:], now[:] = -1, 0, 0
    copy_table(tops, hands, counts, t[0], h[0], c[0])
    who[0] = seat
    depth, fresh = 0, True
    while depth >= 0:
        if fresh:
            if budget == 0:
                return 0
            budget -= 1
            m, seat = 0, who[depth]
            for other in range(shape[0]):
                for i in range(c[depth, other] if other != seat else 0):
                    unseen[m] = h[depth, other, i]
                    m += 1
            for r in range(ROWS):
                urgent[r] = book[3][t[depth, r]]
            hand = h[depth, seat, : c[depth, seat]]
            now[1], now[3], now[4] = 1, -1, m + len(hand)
            best = plans[depth], lengths[depth], costs[depth]
            longest = min(deep, len(hand))
            found[depth] = search(
                t[depth], hand, unseen[:m], book, priced, urgent, now, said, longest, where, best
            )
            tried[depth], fresh = 0, False
        k = tried[depth]
        if k == found[depth] or costs[depth, k] > DOOMED / 2:
            known = _table(t[depth], h[depth], c[depth], who[depth], place)
            failed[_slot(known)] = known
            depth -= 1
            continue
        tried[depth] += 1
        if costs[depth, k] == WON:
            first = tried[0] - 1
            for i in range(lengths[0, first]):
                plan[i, 0], plan[i, 1] = plans[0, first, i, 0], plans[0, first, i, 1]
            return lengths[0, first]
        copy_table(t[depth], h[depth], c[depth], t[depth + 1], h[depth + 1], c[depth + 1])
        lay(
            t[depth + 1], h[depth + 1], c[depth + 1], who[depth], plans[depth, k], lengths[depth, k]
        )
        who[depth + 1] = following(c[depth + 1], who[depth])
        known = _table(t[depth + 1], h[depth + 1], c[depth + 1], who[depth + 1], place)
        if failed[_slot(known)] != known:
            depth, fresh = depth + 1, True
    return 0
