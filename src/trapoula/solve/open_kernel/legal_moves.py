"""The moves of an open game that a search must try."""

from trapoula.machine.compiler import fast, lowest, word
from trapoula.solve.kernel.layout import Numbers, Word
from trapoula.solve.kernel.piles import NIL, ONE, has
from trapoula.solve.open_kernel import layout as at
from trapoula.solve.open_kernel.layout import Board
from trapoula.solve.open_kernel.position import (
    exposed,
    joins,
    most,
    place_of,
    step_of,
    taker,
    target_of,
)


@fast
def offers(board: Board, out: Numbers) -> int:
    """The moves; of several empty columns or cells only one is offered. How many there are."""
    code, masks, state = board.code, board.masks, board.state
    columns, tops, wanted, bare = code[at.N_COLUMNS], NIL, NIL, -1
    for column in range(columns):
        size = state[at.SIZES + column]
        if size > 0:
            top = state[at.CARD + column * at.HIGH + size]
            tops |= ONE << word(top)
            wanted |= masks[at.PACK + top]
        elif bare < 0:
            bare = column
    cell = free_cell(board)
    count = 0
    for suit in range(4):
        card = state[at.HOME + suit] * 4 + suit
        if card < 52 and exposed(state, card):
            out[count] = step_of(state[at.WHERE + card], at.HOMES + suit, 1)
            count += 1
    onto_cards = most(board, 0)
    onto_bare = most(board, 1) if bare >= 0 else 0
    for column in range(columns):
        size = state[at.SIZES + column]
        if size == 0:
            continue
        base = at.CARD + column * at.HIGH + size
        others = tops & ~(ONE << word(state[base]))
        for lifted in range(1, size + 1):
            card = state[base - lifted + 1]
            if has(wanted, card):
                takers = masks[at.TAKERS + card] & others
                count = onto(board, out, count, step_of(column, 0, lifted), takers)
            if lifted <= onto_bare and lifted < size and joins(masks, at.PACK, at.NONE, card):
                out[count] = step_of(column, bare, lifted)
                count += 1
            if lifted >= onto_cards or not joins(masks, at.RUNS, state[base - lifted], card):
                break
        if cell >= 0 and code[at.TO_CELLS]:
            lifted = 1
            if code[at.PARKED]:
                while joins(masks, at.RUNS, state[base - lifted], state[base - lifted + 1]):
                    lifted += 1
                if lifted > state[at.FREE] or taker(state, state[base - lifted + 1]) >= 0:
                    continue
            out[count] = step_of(column, cell, lifted)
            count += 1
    for place in range(at.CELLS, at.CELLS + code[at.N_CELLS]):
        card = state[at.CELL + place - at.CELLS]
        if card != at.NONE:
            takers = masks[at.TAKERS + card] & tops
            count = onto(board, out, count, step_of(place, 0, 1), takers)
            count = onto_bare_column(board, out, count, place, card, bare)
    if (code[at.BACK_TO_COLUMNS] or code[at.BACK_TO_CELLS]) and may_return(board):
        for suit in range(4):
            if state[at.HOME + suit] <= code[at.LEAVES]:
                continue
            card = (state[at.HOME + suit] - 1) * 4 + suit
            if code[at.BACK_TO_COLUMNS]:
                takers = masks[at.TAKERS + card] & tops
                count = onto(board, out, count, step_of(at.HOMES + suit, 0, 1), takers)
                count = onto_bare_column(board, out, count, at.HOMES + suit, card, bare)
            if code[at.BACK_TO_CELLS] and cell >= 0:
                out[count] = step_of(at.HOMES + suit, cell, 1)
                count += 1
    return obligation_after(state, out, count) if state[at.OBLIGATION] else count


@fast
def may_return(board: Board) -> bool:
    """Whether a card that may be lifted, alone or with a run on it, fits on one that is home."""
    code, masks, state, keys = board.code, board.masks, board.state, board.keys
    if not code[at.FREE_RETURN]:
        return True
    takers = NIL
    for column in range(code[at.N_COLUMNS]):
        base = at.CARD + column * at.HIGH + state[at.SIZES + column]
        takers |= masks[at.TAKERS + state[base]]
        while joins(masks, at.RUNS, state[base - 1], state[base]):
            base -= 1
            takers |= masks[at.TAKERS + state[base]]
    for i in range(code[at.N_CELLS]):
        takers |= masks[at.TAKERS + state[at.CELL + i]]
    return takers & keys[at.HOME_MASK] != NIL


@fast
def free_cell(board: Board) -> int:
    """The first free cell; -1: none."""
    code, state = board.code, board.state
    for i in range(code[at.N_CELLS]):
        if state[at.CELL + i] == at.NONE:
            return at.CELLS + i
    return -1


@fast
def onto(board: Board, out: Numbers, count: int, step: int, takers: Word) -> int:
    """A step that names no target yet, to every column with one of some cards on top."""
    state = board.state
    while takers != NIL:
        out[count] = step | state[at.WHERE + lowest(takers)] << at.TARGET_AT
        count += 1
        takers &= takers - ONE
    return count


@fast
def onto_bare_column(
    board: Board, out: Numbers, count: int, place: int, card: int, bare: int
) -> int:
    """One card to the first empty column, if there is one that takes it."""
    if bare >= 0 and joins(board.masks, at.PACK, at.NONE, card):
        out[count] = step_of(place, bare, 1)
        count += 1
    return count


@fast
def obligation_after(state: Numbers, out: Numbers, count: int) -> int:
    """Only those that build on the card that came back last, or bring another one back."""
    card, kept = state[at.OBLIGATION] - 1, 0
    for i in range(count):
        if target_of(out[i]) == state[at.WHERE + card] or place_of(out[i]) >= at.HOMES:
            out[kept] = out[i]
            kept += 1
    return kept
