"""How far from won a position looks to the kernel."""

from trapoula.machine.compiler import fast, wide
from trapoula.solve.kernel import layout as at
from trapoula.solve.kernel.goals import scored
from trapoula.solve.kernel.layout import Board, Numbers
from trapoula.solve.kernel.piles import NIL, base_of, has, joins, pile_row, rule_mask, takes
from trapoula.solve.kernel.play import homes
from trapoula.solve.search_kernel.layout import (
    W_AWAY,
    W_BARE,
    W_BLOCK,
    W_BREAK,
    W_BURY,
    W_DEPTH,
    W_FREE,
    W_HIDDEN,
    W_RUN,
    W_STOCK,
)

MOST_STEPS = 13  # cards of a foundation that are looked ahead
REDEAL = 2  # cards away from home that a spent redeal counts for
NO_LOWS = wide(0x7F7F_7F7F)  # the lowest card of each suit, where there is none yet


@fast
def value(board: Board, weights: Numbers) -> int:
    """How far from won a position looks; all alike where a card away from home weighs nothing."""
    code, masks, state = board.code, board.masks, board.state
    if weights[W_AWAY] == 0:
        return 0
    home, hidden, breaks, blocks, bare, free, left, runs = 0, 0, 0, 0, 0, 0, 0, 0
    buries, burying = 0, weights[W_BURY] != 0
    base_rank = 0
    for i in range(code[at.N_BASED]):
        pile = code[code[at.BASED] + i]
        if state[at.SIZES + pile]:
            base_rank = (state[base_of(code, pile)] & at.FACE) >> 2
            break
    wanted = NIL
    if weights[W_DEPTH]:
        wanted, _ = homes(board, code[at.SAFE_TO], code[at.N_SAFE_TO])
    if code[at.SCORED]:
        home = scored(board)
    if code[at.STEPPING]:
        count_steps(board)
    depth, redeals = 0, state[at.TURNED] if code[at.NUMBERED] else 0
    for pile in range(code[at.PILES] + 1):
        row = pile_row(code, pile)
        size, kind = state[at.SIZES + pile], code[row + at.KIND]
        if kind == at.FOUNDATION or kind == at.GONE:
            home += size
            runs += max(0, size - 1)  # what is home was in order first
            continue
        if (
            code[at.SCORED] and code[row + at.ROOM] == 1
        ):  # what stands well beside others, and what may
            fits = rule_mask(board, code[row + at.START], pile, 0)
            if size == 0:
                bare += fits != NIL
            else:
                breaks += not has(fits, state[code[row + at.BASE_AT]] & at.FACE)
            continue
        if size == 0:
            bare += kind == at.COLUMN
            free += kind == at.CELL
            continue
        if kind == at.STOCK:
            left += size
            if code[row + at.PACKED] >= 0:
                ordered = dealt_in_order(board, pile)
                runs += ordered
                breaks += size - 1 - ordered
            continue
        if kind == at.WASTE:
            left += size
            if code[at.STAGED] < 0:
                continue
        if kind == at.CELL:
            continue
        base, table = code[row + at.BASE_AT], code[row + at.PACKED] if kind != at.WASTE else -1
        lowest, under, lows = 99, -1, NO_LOWS
        for j in range(size):
            card = state[base + j]
            if card & at.HIDDEN:
                hidden += 1
            face = card & at.FACE
            if under >= 0 and table >= 0:
                if joins(masks, table, under, card):
                    runs += (under ^ card) & 3 == 0
                else:
                    breaks += 1
            if code[at.UPWARD] or code[at.STEPPING]:
                turn = ((face >> 2) + 13 - base_rank) % 13
                if code[at.STEPPING]:
                    turn = state[code[at.SCRATCH] + (face >> 2)]
                if turn > lowest:
                    blocks += 1
                else:
                    lowest = turn
                if burying:
                    suit = 8 * (face & 3)
                    if turn > lows >> suit & at.BYTE:
                        buries += 1
                    else:
                        lows = lows & ~(at.BYTE << suit) | turn << suit
            if has(wanted, face):
                depth += size - 1 - j
            under = card
    return (
        weights[W_AWAY] * (code[at.CARDS] - home + REDEAL * redeals)
        + weights[W_HIDDEN] * hidden
        + weights[W_BREAK] * breaks
        + weights[W_BLOCK] * blocks
        - weights[W_BARE] * bare
        - weights[W_FREE] * free
        + weights[W_STOCK] * left
        + weights[W_DEPTH] * depth
        - weights[W_RUN] * runs
        + weights[W_BURY] * buries
    )


@fast
def dealt_in_order(board: Board, pile: int) -> int:
    """How many cards of a stock come right after one that they may be packed on."""
    code, masks, state = board.code, board.masks, board.state
    row = pile_row(code, pile)
    base, table, ordered = code[row + at.BASE_AT], code[row + at.PACKED], 0
    for j in range(1, state[at.SIZES + pile]):
        ordered += joins(masks, table, state[base + j] & at.FACE, state[base + j - 1] & at.FACE)
    return ordered


@fast
def count_steps(board: Board) -> None:
    """For every rank, after how many cards it is the next that some foundation wants."""
    code, state = board.code, board.state
    steps = code[at.SCRATCH]
    for rank in range(at.MOST_RANKS):
        state[steps + rank] = MOST_STEPS
    for i in range(code[at.N_SAFE_TO]):
        pile = code[code[at.SAFE_TO] + i]
        row = pile_row(code, pile)
        wanted = takes(board, pile)
        for step in range(MOST_STEPS):
            if wanted == NIL:
                break
            card = 0
            while not has(wanted, card):
                card += 1
            rank = card >> 2
            state[steps + rank] = min(state[steps + rank], step)
            wanted = rule_mask(board, code[row + at.BUILD], pile, card)
