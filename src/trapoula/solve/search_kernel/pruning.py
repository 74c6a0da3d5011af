"""The moves that a search must try: what goes home first, what is owed, and else what is legal."""

from trapoula.machine.compiler import fast, wide, word
from trapoula.solve.kernel import layout as at
from trapoula.solve.kernel.layout import Board, Numbers, Word
from trapoula.solve.kernel.legal_moves import carries_from, legal
from trapoula.solve.kernel.piles import (
    NIL,
    ONE,
    base_of,
    has,
    joins,
    may_lie,
    move_of,
    pile_row,
    rank_mask,
    row_of,
    rule_mask,
    size_of,
    source_of,
    strays,
    target_of,
    top,
    wanted_by,
)
from trapoula.solve.kernel.play import homes, safe
from trapoula.solve.search_kernel.dead_ends import N_RANKS

LEAN, IN_FULL = True, False


@fast
def moves_to_try(board: Board, out: Numbers, wants: Numbers) -> int:
    """The moves that a search must try."""
    code, state, wanted = board.code, board.state, NIL
    if code[at.SAFE] >= 0:
        wanted, ready = safe(board)
        if forced(board, wanted, ready, out):
            return 1
    elif code[at.WHOLE_RUNS]:
        wanted, _ = homes(board, code[at.SAFE_TO], code[at.N_SAFE_TO])
    count = legal(board, out, wants, LEAN)
    if code[at.PARTING] >= 0:
        return parting_at_once(board, out, count)
    if code[at.SETTLING]:
        for i in range(count):
            if settles_for_good(board, out[i]):
                out[0] = out[i]
                return 1
    if state[at.OBLIGATION]:
        kept = 0
        for i in range(count):
            if meets_obligation(board, out[i]):
                out[kept] = out[i]
                kept += 1
        count = kept
    return whole(board, wanted, out, count) if code[at.WHOLE_RUNS] else count


@fast
def whole(board: Board, wanted: Word, out: Numbers, count: int) -> int:
    """The moves but for those that split a run to no purpose, in front; how many they are."""
    kept = 0
    for i in range(count):
        if not splits_needlessly(board, out[i], wanted):
            out[kept] = out[i]
            kept += 1
    return kept


@fast
def forced(board: Board, wanted: Word, ready: Word, out: Numbers) -> bool:
    """The move that brings a card home which nothing will need, if there is one."""
    code, masks, state = board.code, board.masks, board.state
    for i in range(code[at.N_SAFE_FROM]):
        pile = code[code[at.SAFE_FROM] + i]
        if state[at.SIZES + pile] == 0:
            continue
        card = top(board, pile)
        if card >= at.HIDDEN or not has(wanted, card):
            continue
        if masks[code[at.SAFE] * at.TABLE + card] & ~ready == NIL and legal_home(
            board, pile, card, out
        ):
            return True
    return code[at.SAFE_WASTE] != 0 and forced_waste(board, wanted, ready, out)


@fast
def forced_waste(board: Board, wanted: Word, ready: Word, out: Numbers) -> bool:
    """The same for any card of stock and waste, where turning them over is free and shows all."""
    code, masks, state = board.code, board.masks, board.state
    row = code[at.ROW_MOVES] + code[at.MACRO] * at.MOVE
    stock, waste = code[code[row + at.FROM]], code[code[row + at.TO]]
    held, down = state[at.SIZES + waste], state[at.SIZES + stock]
    w = base_of(code, waste)
    s = base_of(code, stock)
    for place in range(1, held + down + 1):
        card = state[w + place - 1] if place <= held else state[s + held + down - place] & at.FACE
        if not has(wanted, card) or masks[code[at.SAFE] * at.TABLE + card] & ~ready != NIL:
            continue
        if legal_home(board, waste, card, out):
            turns = place - held if place >= held else down + 1 + place
            out[0] |= wide(turns) << at.TURNS_AT
            return True
    return False


@fast
def legal_home(board: Board, pile: int, card: int, out: Numbers) -> int:
    """The move that carries a card to the foundation that wants it; 1 when there is one."""
    code = board.code
    for move in range(code[at.N_MOVES]):
        row = code[at.ROW_MOVES] + move * at.MOVE
        if not carries_from(code, row, pile):
            continue
        for i in range(code[row + at.N_TO]):
            target = code[code[row + at.TO] + i]
            if (
                code[pile_row(code, target) + at.KIND] == at.FOUNDATION
                and has(wanted_by(board, row, target), card)
                and may_lie(board, pile, target, 1)
            ):
                out[0] = move_of(move, pile, target, 1)
                return 1
    return 0


@fast
def meets_obligation(board: Board, move: int) -> bool:
    """Whether a move does what must be done next with a card."""
    code, state = board.code, board.state
    card, obligation = (
        (state[at.OBLIGATION] & at.BYTE) - 1,
        state[at.OBLIGATION] >> at.OBLIGATION_AT,
    )
    source, target = source_of(move), target_of(move)
    if target == at.NO_PILE:
        return False
    to_kind = code[pile_row(code, target) + at.KIND]
    if obligation == at.GOES_HOME:
        return to_kind == at.FOUNDATION and top(board, source) == card
    return state[at.SIZES + target] > 0 and top(board, target) == card


@fast
def splits_needlessly(board: Board, move: int, wanted: Word) -> bool:
    """Whether a move splits a run although the card beneath cannot go home."""
    code, masks, state = board.code, board.masks, board.state
    row = code[at.ROW_MOVES] + row_of(move) * at.MOVE
    if code[row + at.OP] != at.M_CARRY:
        return False
    source, target, size = source_of(move), target_of(move), size_of(move)
    here, there = pile_row(code, source), pile_row(code, target)
    if code[here + at.KIND] != at.COLUMN or code[there + at.KIND] != at.COLUMN:
        return False
    height = state[at.SIZES + source]
    if size == height:
        return False
    under = state[code[here + at.BASE_AT] + height - size - 1]
    if not joins(
        masks, code[here + at.PACKED], under, state[code[here + at.BASE_AT] + height - size]
    ):
        return False
    return not has(wanted, under)


@fast
def settles_for_good(board: Board, move: int) -> bool:
    """Whether a card comes to stay, and was of no more use where it lay."""
    code, state = board.code, board.state
    source, target = source_of(move), target_of(move)
    lift = code[at.ROW_LIFTS] + code[pile_row(code, target) + at.LIFT] * at.LIFT_ROW
    first, many = (
        code[lift + at.LIFTED_BY] + 1,
        code[lift + at.ENDS] - 1,
    )  # from its left to the edge
    if many == 0 or strays(board, first, many):
        return False
    right = source + 1
    if right % N_RANKS == 0:
        return True
    row = pile_row(code, right)
    fits = rule_mask(board, code[row + at.START], right, 0)
    if state[at.SIZES + right] == 0:
        return fits == NIL
    return fits == NIL or has(fits, state[code[row + at.BASE_AT]] & at.FACE)


@fast
def parting_at_once(board: Board, out: Numbers, count: int) -> int:
    """The first move by which a card leaves alone, or the last two of their ranks together, in front."""
    code, masks, state = board.code, board.masks, board.state
    left = NIL
    for pile in range(code[at.PILES]):
        base = base_of(code, pile)
        for j in range(state[at.SIZES + pile]):
            left |= ONE << word(state[base + j] & at.FACE)
    for i in range(count):
        row = code[at.ROW_MOVES] + row_of(out[i]) * at.MOVE
        last = code[row + at.OP] == at.M_DROP
        if code[row + at.OP] == at.M_PAIR:
            mates = left & rank_mask(top(board, source_of(out[i])) >> 2)
            others = left & masks[code[at.PARTING] * at.TABLE + top(board, source_of(out[i]))]
            last = mates & (mates - ONE) == NIL and others & (others - ONE) == NIL
        if last:
            out[0] = out[i]
            return 1
    return count
