"""The kernel's moves: what each does, and the chores after it."""

from trapoula.compiled import fast
from trapoula.solve.kernel.chores import close_up, do_chore, shift, turn, wind
from trapoula.solve.kernel.layout import *
from trapoula.solve.kernel.moves import row_of, size_of, source_of, target_of, turns_of
from trapoula.solve.kernel.piles import joins, number, pop, push, top


@fast
def owed(code, masks, state, source, target, size):
    """What a carry was good for, if only for one thing: a card, and what must become of it next."""
    here, there = code[ROW_PILES] + source * PILE, code[ROW_PILES] + target * PILE
    if code[there + KIND] == FOUNDATION:
        return 0
    if code[RETURNING] and code[here + KIND] == FOUNDATION:
        return (top(code, state, target) + 1) | RETURNED << DEBT_AT
    if code[there + KIND] != COLUMN:
        return 0
    if code[WAITING] and code[here + KIND] == WASTE:
        return (top(code, state, target) + 1) | BUILT_ON << DEBT_AT
    height = state[SIZES + source]
    if code[WHOLE_RUNS] and code[here + KIND] == COLUMN and height:
        under = state[code[here + BASE_AT] + height - 1]
        moved = state[code[there + BASE_AT] + state[SIZES + target] - size]
        if joins(masks, code[here + PACKED], under, moved):
            return (under + 1) | GOES_HOME << DEBT_AT
    return 0


@fast
def play(code, masks, state, hashes, move):
    """Do a move, what follows it, and the chores."""
    row = code[ROW_MOVES] + row_of(move) * MOVE
    source, target = source_of(move), target_of(move)
    size, turns = size_of(move), turns_of(move)
    if turns:
        wind(code, masks, state, hashes, code[ROW_MOVES] + code[MACRO] * MOVE, turns)
    op, gone = code[row + OP], code[PILES]
    if op == M_CARRY:
        shift(code, masks, state, hashes, source, target, size)
    elif op == M_LAYOFF:
        for _ in range(size):
            push(code, masks, state, hashes, target, pop(code, masks, state, hashes, source))
    elif op == M_TURN:
        turn(code, masks, state, hashes, row)
    elif op == M_SPREAD:
        for i in range(min(code[row + N_TO], state[SIZES + source])):
            push(
                code,
                masks,
                state,
                hashes,
                code[code[row + TO] + i],
                pop(code, masks, state, hashes, source) & FACE,
            )
    elif op == M_PAIR:
        push(code, masks, state, hashes, gone, pop(code, masks, state, hashes, source))
        push(code, masks, state, hashes, gone, pop(code, masks, state, hashes, target))
    elif op == M_REPLACE:
        push(code, masks, state, hashes, gone, pop(code, masks, state, hashes, source))
        push(code, masks, state, hashes, gone, pop(code, masks, state, hashes, target))
        stock = code[code[row + TO]]
        if state[SIZES + stock]:
            push(code, masks, state, hashes, source, pop(code, masks, state, hashes, stock) & FACE)
        if state[SIZES + stock]:
            push(code, masks, state, hashes, target, pop(code, masks, state, hashes, stock) & FACE)
    elif op == M_DROP or op == M_BEAT:
        push(code, masks, state, hashes, gone, pop(code, masks, state, hashes, source))
    elif op == M_SWAP:
        one, other = (
            pop(code, masks, state, hashes, source),
            pop(code, masks, state, hashes, target),
        )
        push(code, masks, state, hashes, source, other)
        push(code, masks, state, hashes, target, one)
    elif op == M_FOLD:
        push(code, masks, state, hashes, gone, pop(code, masks, state, hashes, target))
        push(code, masks, state, hashes, target, pop(code, masks, state, hashes, source))
        close_up(code, masks, state, hashes, code[row + FROM], code[row + N_FROM])
    elif op == M_TAP:
        for i in range(code[row + N_CELLS]):
            do_chore(code, masks, state, hashes, code[code[row + CELLS] + i])
        if code[row + REDEALS] >= 0:
            number(code, state, TURNED, state[TURNED] + 1)
    debt = owed(code, masks, state, source, target, size) if op == M_CARRY else 0
    if debt != state[OWED]:
        number(code, state, OWED, debt)
    for i in range(code[row + N_AFTER]):
        chore = code[code[row + AFTER] + i]
        after = code[ROW_CHORES] + chore * CHORE
        if code[after + DOES] != C_BACKFILL:
            do_chore(code, masks, state, hashes, chore)
        elif state[SIZES + source] == 0 and state[SIZES + code[after + DONE_AS]]:
            push(
                code,
                masks,
                state,
                hashes,
                source,
                pop(code, masks, state, hashes, code[after + DONE_AS]) & FACE,
            )
    for i in range(code[N_SETTLE]):
        do_chore(code, masks, state, hashes, code[code[SETTLE] + i])
