"""The kernel's moves: what each does, and the chores after it."""

from trapoula.compiled import fast, once
from trapoula.solve.chores import close_up, do_chore, shift, turn
from trapoula.solve.layout import *
from trapoula.solve.piles import joins, number, pop, push, top


@once
def owed(pr, mk, st, source, target, size):
    """What a carry was good for, if only for one thing: a card, and what must become of it next."""
    here, there = pr[ROW_PILES] + source * PILE, pr[ROW_PILES] + target * PILE
    if pr[there + KIND] == FOUNDATION:
        return 0
    if pr[RETURNING] and pr[here + KIND] == FOUNDATION:
        return (top(pr, st, target) + 1) | RETURNED << 8
    if pr[there + KIND] != COLUMN:
        return 0
    if pr[WAITING] and pr[here + KIND] == WASTE:
        return (top(pr, st, target) + 1) | BUILT_ON << 8
    height = st[SIZES + source]
    if pr[WHOLE_RUNS] and pr[here + KIND] == COLUMN and height:
        under = st[pr[here + BASE_AT] + height - 1]
        moved = st[pr[there + BASE_AT] + st[SIZES + target] - size]
        if joins(mk, pr[here + PACKED], under, moved):
            return (under + 1) | GOES_HOME << 8
    return 0


@fast
def play(pr, mk, st, hs, move):
    """Do a move, what follows it, and the chores."""
    row = pr[ROW_MOVES] + (move & 255) * MOVE
    source, target = move >> 8 & 255, move >> 16 & 255
    size, turns = move >> 24 & 255, move >> 32
    for _ in range(turns):
        turn(pr, mk, st, hs, pr[ROW_MOVES] + pr[MACRO] * MOVE)
    op, gone = pr[row + OP], pr[PILES]
    if op == M_CARRY:
        shift(pr, mk, st, hs, source, target, size)
    elif op == M_LAYOFF:
        for _ in range(size):
            push(pr, mk, st, hs, target, pop(pr, mk, st, hs, source))
    elif op == M_TURN:
        turn(pr, mk, st, hs, row)
    elif op == M_SPREAD:
        for i in range(min(pr[row + N_TO], st[SIZES + source])):
            push(pr, mk, st, hs, pr[pr[row + TO] + i], pop(pr, mk, st, hs, source) & 63)
    elif op == M_PAIR:
        push(pr, mk, st, hs, gone, pop(pr, mk, st, hs, source))
        push(pr, mk, st, hs, gone, pop(pr, mk, st, hs, target))
    elif op == M_REPLACE:
        push(pr, mk, st, hs, gone, pop(pr, mk, st, hs, source))
        push(pr, mk, st, hs, gone, pop(pr, mk, st, hs, target))
        stock = pr[pr[row + TO]]
        if st[SIZES + stock]:
            push(pr, mk, st, hs, source, pop(pr, mk, st, hs, stock) & 63)
        if st[SIZES + stock]:
            push(pr, mk, st, hs, target, pop(pr, mk, st, hs, stock) & 63)
    elif op == M_DROP or op == M_BEAT:
        push(pr, mk, st, hs, gone, pop(pr, mk, st, hs, source))
    elif op == M_SWAP:
        one, other = pop(pr, mk, st, hs, source), pop(pr, mk, st, hs, target)
        push(pr, mk, st, hs, source, other)
        push(pr, mk, st, hs, target, one)
    elif op == M_FOLD:
        push(pr, mk, st, hs, gone, pop(pr, mk, st, hs, target))
        push(pr, mk, st, hs, target, pop(pr, mk, st, hs, source))
        close_up(pr, mk, st, hs, pr[row + FROM], pr[row + N_FROM])
    elif op == M_TAP:
        for i in range(pr[row + N_CELLS]):
            do_chore(pr, mk, st, hs, pr[pr[row + CELLS] + i])
        if pr[row + REDEALS] >= 0:
            number(pr, st, TURNED, st[TURNED] + 1)
    debt = owed(pr, mk, st, source, target, size) if op == M_CARRY else 0
    if debt != st[OWED]:
        number(pr, st, OWED, debt)
    for i in range(pr[row + N_AFTER]):
        chore = pr[pr[row + AFTER] + i]
        after = pr[ROW_CHORES] + chore * CHORE
        if pr[after + DOES] != C_BACKFILL:
            do_chore(pr, mk, st, hs, chore)
        elif st[SIZES + source] == 0 and st[SIZES + pr[after + DONE_AS]]:
            push(pr, mk, st, hs, source, pop(pr, mk, st, hs, pr[after + DONE_AS]) & 63)
    for i in range(pr[N_SETTLE]):
        do_chore(pr, mk, st, hs, pr[pr[SETTLE] + i])
