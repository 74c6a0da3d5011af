"""The kernel's goals: whether a game is won, and what of a score a goal asks for."""

from trapoula.machine.compiler import fast, word
from trapoula.solve.kernel import layout as at
from trapoula.solve.kernel.layout import Board
from trapoula.solve.kernel.piles import (
    NIL,
    ONE,
    alone,
    base_of,
    has,
    joins,
    lift_of,
    lifted,
    may_lie,
    pile_row,
    wanted_by,
)

BITS = 64  # of a word: as many piles as one holds


@fast
def is_met(board: Board, start: int, count: int) -> bool:
    """Whether a goal is met."""
    code = board.code
    stack, height, score = 0, 0, 0
    for step in range(count):
        row = code[at.ROW_GOALS] + (start + step) * at.GOAL_ROW
        op = code[row + at.ASKS]
        if op == at.G_NOT:
            stack ^= 1 << (height - 1)
        elif op == at.G_AND or op == at.G_OR:
            height -= 1
            other, one = stack >> height & 1, stack >> (height - 1) & 1
            held = (one & other) if op == at.G_AND else (one | other)
            stack = (stack & ~(3 << (height - 1))) | held << (height - 1)
        elif op == at.G_START:
            score = 0
        elif op > at.G_START:
            score += points(board, row)
        else:
            holds = holds_now(board, row, score)
            stack = (stack & ~(1 << height)) | (1 << height if holds else 0)
            height += 1
    return stack & 1 == 1


@fast
def holds_now(board: Board, row: int, score: int) -> bool:
    """Whether one step of a goal holds."""
    code, masks, state = board.code, board.masks, board.state
    op, first, many, value = (
        code[row + at.ASKS],
        code[row + at.ASKED_OF],
        code[row + at.N_ASKED_OF],
        code[row + at.LEAST],
    )
    if op == at.G_PHASE:
        return state[at.PHASE] < 31 and (value >> state[at.PHASE]) & 1 == 1
    if op == at.G_TURNED:
        return state[at.TURNED] >= value
    if op == at.G_CANNOT:
        return not can_carry(board, code[at.ROW_HIDDEN] + value * at.MOVE)
    total = 0
    for i in range(many):
        pile = code[first + i]
        size = state[at.SIZES + pile]
        total += size
        if op == at.G_EMPTY:
            if size:
                return False
        elif op == at.G_FULL or op == at.G_REACH:
            if size == 0:
                return False
        elif op == at.G_BARE:
            base = base_of(code, pile)
            for j in range(size):
                if not joins(masks, code[row + at.ASKED_BY], 0, state[base + j]):
                    return False
        elif (
            op == at.G_SORTED
            and size
            and not (size == value and chained(board, pile, code[row + at.ASKED_BY]))
        ):
            return False
    if op == at.G_LEFT:
        return value <= total <= code[row + at.MOST]
    return op != at.G_REACH or score >= value


@fast
def chained(board: Board, pile: int, table: int) -> bool:
    """Whether every card of a pile joins the one beneath it."""
    code, masks, state = board.code, board.masks, board.state
    base = base_of(code, pile)
    for j in range(1, state[at.SIZES + pile]):
        if not joins(masks, table, state[base + j - 1], state[base + j]):
            return False
    return True


@fast
def can_carry(board: Board, row: int) -> bool:
    """Whether a carrying move is offered at all."""
    code, state = board.code, board.state
    for i in range(code[row + at.N_FROM]):
        source = code[code[row + at.FROM] + i]
        height, lift = state[at.SIZES + source], lift_of(code, row, source)
        if height == 0 or lift < 0:
            continue
        base = base_of(code, source)
        least, most, single = lifted(board, source, lift)
        for size in range(1 if single else least, most + 1):
            card = state[base + height - size]
            if 1 < size < least or card >= at.HIDDEN:
                continue
            for j in range(code[row + at.N_TO]):
                target = code[code[row + at.TO] + j]
                if has(wanted_by(board, row, target), card) and may_lie(
                    board, source, target, size
                ):
                    return True
    return False


@fast
def fixed(board: Board, first: int, many: int) -> int:
    """How many piles have a card that may not be lifted."""
    code, state = board.code, board.state
    count, free = (
        0,
        NIL,
    )  # the piles whose cards are known to be astray, and so all that lie behind them
    for i in range(many):
        pile = code[first + i]
        if state[at.SIZES + pile] == 0:
            free |= ONE << word(pile & BITS - 1)
            continue
        lift = code[at.ROW_LIFTS] + code[pile_row(code, pile) + at.LIFT] * at.LIFT_ROW
        line = code[pile_row(code, pile) + at.LIFT] >= 0 and (
            code[lift + at.KIND_OF_LIFT] == at.L_ASTRAY and code[at.PILES] <= BITS
        )
        if line and code[lift + at.ENDS] > 1:
            before = code[code[lift + at.LIFTED_BY] + 1]
            if has(free, before):
                free |= ONE << word(pile)
                continue
        if not alone(board, pile):
            count += 1
        elif line:
            free |= ONE << word(pile)
    return count


@fast
def in_line(board: Board, row: int) -> int:
    """How many cards join the last one before them, pile after pile, and a good first card."""
    code, masks, state = board.code, board.masks, board.state
    count, last = 0, -1
    for i in range(code[row + at.N_ASKED_OF]):
        pile = code[code[row + at.ASKED_OF] + i]
        base = base_of(code, pile)
        for j in range(state[at.SIZES + pile]):
            card = state[base + j]
            if last >= 0:
                count += joins(masks, code[row + at.ASKED_BY], last, card)
            elif i == 0 or not code[row + at.LEAST]:  # in its corner, where it must be
                count += joins(masks, code[row + at.MOST], 0, card)
            last = card
    return count


@fast
def points(board: Board, row: int) -> int:
    """One part of a score."""
    code, masks, state = board.code, board.masks, board.state
    op, first, many, each = (
        code[row + at.ASKS],
        code[row + at.ASKED_OF],
        code[row + at.N_ASKED_OF],
        code[row + at.LEAST],
    )
    if op == at.G_GONE:
        return each * (state[at.SIZES + code[at.PILES]] // code[row + at.MOST])
    table = code[row + at.ASKED_BY]
    score = code[row + at.MOST] if op == at.G_CARDS or op == at.G_DOWN else 0
    if op == at.G_IN_LINE:
        return in_line(board, row)
    if op == at.G_FIXED:
        return each * fixed(board, first, many)
    for i in range(many):
        pile = code[first + i]
        base, size = base_of(code, pile), state[at.SIZES + pile]
        if op == at.G_CARDS and table < 0:
            score += each * size
        elif op == at.G_SUITS:
            if size == 13 and chained(board, pile, table):
                score += each
        else:
            for j in range(size):
                card = state[base + j]
                if op == at.G_CARDS:
                    score += each if joins(masks, table, 0, card) else 0
                elif op == at.G_DOWN:
                    score += each if card & at.HIDDEN else 0
                elif op == at.G_WORTH:
                    score += 0 if card & at.HIDDEN else code[table + (card >> 2)]
                elif j and joins(masks, table, state[base + j - 1], card):
                    score += each
    return score


@fast
def scored(board: Board) -> int:
    """The score that the goal asks for, as far as it goes."""
    code = board.code
    score = 0
    for step in range(code[at.N_GOAL]):
        row = code[at.ROW_GOALS] + (code[at.GOAL] + step) * at.GOAL_ROW
        if code[row + at.ASKS] > at.G_START:
            score += points(board, row)
    return score


@fast
def won(board: Board) -> bool:
    """Whether the game is won."""
    code = board.code
    return is_met(board, code[at.GOAL], code[at.N_GOAL])


@fast
def over(board: Board) -> bool:
    """Whether it is lost by its own rule."""
    code = board.code
    return code[at.N_LOST] > 0 and is_met(board, code[at.LOST], code[at.N_LOST])
