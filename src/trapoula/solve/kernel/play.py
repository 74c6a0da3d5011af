"""The kernel's moves: what each does, and the chores after it."""

from trapoula.compiled import fast
from trapoula.solve.kernel import layout as at
from trapoula.solve.kernel.chores import close_up, do_chore, fast_forward_stock, shift, turn
from trapoula.solve.kernel.layout import Board
from trapoula.solve.kernel.piles import (
    joins,
    pile_row,
    pop,
    push,
    row_of,
    set_counter,
    size_of,
    source_of,
    target_of,
    top,
    turns_of,
)


@fast
def owed(board: Board, source: int, target: int, size: int) -> int:
    """What a carry was good for, if only for one thing: a card, and what must become of it next."""
    code, masks, state = board.code, board.masks, board.state
    here, there = pile_row(code, source), pile_row(code, target)
    if code[there + at.KIND] == at.FOUNDATION:
        return 0
    if code[at.RETURNING] and code[here + at.KIND] == at.FOUNDATION:
        return (top(board, target) + 1) | at.RETURNED << at.DEBT_AT
    if code[there + at.KIND] != at.COLUMN:
        return 0
    if code[at.WAITING] and code[here + at.KIND] == at.WASTE:
        return (top(board, target) + 1) | at.BUILT_ON << at.DEBT_AT
    height = state[at.SIZES + source]
    if code[at.WHOLE_RUNS] and code[here + at.KIND] == at.COLUMN and height:
        under = state[code[here + at.BASE_AT] + height - 1]
        moved = state[code[there + at.BASE_AT] + state[at.SIZES + target] - size]
        if joins(masks, code[here + at.PACKED], under, moved):
            return (under + 1) | at.GOES_HOME << at.DEBT_AT
    return 0


@fast
def play(board: Board, move: int) -> None:
    """Do a move, what follows it, and the chores."""
    code, state = board.code, board.state
    row = code[at.ROW_MOVES] + row_of(move) * at.MOVE
    source, target = source_of(move), target_of(move)
    size, turns = size_of(move), turns_of(move)
    if turns:
        fast_forward_stock(board, code[at.ROW_MOVES] + code[at.MACRO] * at.MOVE, turns)
    op, gone = code[row + at.OP], code[at.PILES]
    if op == at.M_CARRY:
        shift(board, source, target, size)
    elif op == at.M_LAYOFF:
        for _ in range(size):
            push(board, target, pop(board, source))
    elif op == at.M_TURN:
        turn(board, row)
    elif op == at.M_SPREAD:
        for i in range(min(code[row + at.N_TO], state[at.SIZES + source])):
            push(board, code[code[row + at.TO] + i], pop(board, source) & at.FACE)
    elif op == at.M_PAIR:
        push(board, gone, pop(board, source))
        push(board, gone, pop(board, target))
    elif op == at.M_REPLACE:
        push(board, gone, pop(board, source))
        push(board, gone, pop(board, target))
        stock = code[code[row + at.TO]]
        if state[at.SIZES + stock]:
            push(board, source, pop(board, stock) & at.FACE)
        if state[at.SIZES + stock]:
            push(board, target, pop(board, stock) & at.FACE)
    elif op == at.M_DROP or op == at.M_BEAT:
        push(board, gone, pop(board, source))
    elif op == at.M_SWAP:
        one, other = (pop(board, source), pop(board, target))
        push(board, source, other)
        push(board, target, one)
    elif op == at.M_FOLD:
        push(board, gone, pop(board, target))
        push(board, target, pop(board, source))
        close_up(board, code[row + at.FROM], code[row + at.N_FROM])
    elif op == at.M_TAP:
        for i in range(code[row + at.N_CELLS]):
            do_chore(board, code[code[row + at.CELLS] + i])
        if code[row + at.REDEALS] >= 0:
            set_counter(board, at.TURNED, state[at.TURNED] + 1)
    debt = owed(board, source, target, size) if op == at.M_CARRY else 0
    if debt != state[at.OBLIGATION]:
        set_counter(board, at.OBLIGATION, debt)
    for i in range(code[row + at.N_AFTER]):
        chore = code[code[row + at.AFTER] + i]
        after = code[at.ROW_CHORES] + chore * at.CHORE
        if code[after + at.DOES] != at.C_BACKFILL:
            do_chore(board, chore)
        elif state[at.SIZES + source] == 0 and state[at.SIZES + code[after + at.DONE_AS]]:
            push(board, source, pop(board, code[after + at.DONE_AS]) & at.FACE)
    for i in range(code[at.N_SETTLE]):
        do_chore(board, code[code[at.SETTLE] + i])
