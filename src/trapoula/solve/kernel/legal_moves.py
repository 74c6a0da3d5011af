"""The kernel's legal moves."""

from trapoula.machine.compiler import fast, wide, word
from trapoula.solve.kernel import layout as at
from trapoula.solve.kernel.layout import Board, Numbers, Word
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
    move_of,
    pile_row,
    push,
    swaps,
    takes,
    top,
    undo,
    wanted_by,
)
from trapoula.solve.kernel.play import allowed, can_turn, do_chore, safe


@fast
def legal(board: Board, out: Numbers, wants: Numbers, lean: bool) -> int:
    """All legal moves; when lean, without those that a search has no need of. How many there are."""
    code, masks = board.code, board.masks
    count = wide(0)  # with its type, lest all that counts on is compiled for a bare 0 as well
    for move in range(code[at.N_MOVES]):
        row = code[at.ROW_MOVES] + move * at.MOVE
        if code[row + at.N_WHEN] and not allowed(board, row):
            continue
        before, op = count, code[row + at.OP]
        if op == at.M_CARRY:
            count = carries(board, move, out, count, wants, lean)
        elif op == at.M_LAYOFF:
            count = lays_off(board, move, out, count)
        elif op == at.M_TURN:
            if lean and move == code[at.MACRO]:
                count = stock_moves(board, out, count, wants)
            elif can_turn(board, row):
                out[count] = move_of(move, code[code[row + at.FROM]], at.NO_PILE, 1)
                count += 1
        elif op == at.M_SPREAD:
            count = spreads(board, move, out, count)
        elif op == at.M_PAIR:
            count = pairs(board, move, out, count)
        elif op == at.M_REPLACE:
            count = replaces(board, move, out, count)
        elif op == at.M_DROP:
            for i in range(code[row + at.N_FROM]):
                pile = code[code[row + at.FROM] + i]
                if alone(board, pile) and joins(masks, code[row + at.MATCH], 0, top(board, pile)):
                    out[count] = move_of(move, pile, at.NO_PILE, 1)
                    count += 1
        elif op == at.M_SWAP:
            count = swap_all(board, move, out, count)
        elif op == at.M_FOLD:
            count = folds(board, move, out, count)
        elif op == at.M_BEAT:
            count = beats(board, move, out, count)
        elif op == at.M_TAP and can_tap(board, row, wants):
            out[count] = move_of(move, code[code[row + at.FROM]], at.NO_PILE, 1)
            count += 1
        if code[row + at.OVERLAPS]:
            count = distinct(out, before, count)
    return count


@fast
def can_tap(board: Board, row: int, wants: Numbers) -> bool:
    """Whether a tap may be made, and would change anything."""
    code, state, hashes = board.code, board.state, board.hashes
    if code[row + at.REDEALS] >= 0 and state[at.TURNED] >= code[row + at.REDEALS]:
        return False
    mark, phase = state[at.TRAIL_LENGTH], state[at.PHASE]
    for pile in range(code[at.PILES] + 1):
        wants[pile] = hashes[pile]
    for i in range(code[row + at.N_CELLS]):
        do_chore(board, code[code[row + at.CELLS] + i])
    changed = state[at.PHASE] != phase
    for pile in range(code[at.PILES] + 1):
        changed |= wants[pile] != hashes[pile]
    undo(board, mark)
    return changed


@fast
def swap_all(board: Board, move: int, out: Numbers, count: int) -> int:
    """Every two cards that may change places."""
    code, state = board.code, board.state
    row = code[at.ROW_MOVES] + move * at.MOVE
    for i in range(code[row + at.N_FROM]):
        pile = code[code[row + at.FROM] + i]
        for j in range(i + 1, code[row + at.N_FROM]):
            other = code[code[row + at.FROM] + j]
            if state[at.SIZES + pile] and state[at.SIZES + other]:
                out[count] = move_of(move, pile, other, 1)
                count += 1
    return count


@fast
def folds(board: Board, move: int, out: Numbers, count: int) -> int:
    """Every card that may be laid on one before it in the line."""
    code, masks, state = board.code, board.masks, board.state
    row = code[at.ROW_MOVES] + move * at.MOVE
    scratch, filled = code[at.SCRATCH], 0
    for i in range(code[row + at.N_FROM]):
        pile = code[code[row + at.FROM] + i]
        if state[at.SIZES + pile] == 0:
            continue
        state[scratch + filled] = pile
        for j in range(code[row + at.N_TO]):
            place = filled - code[code[row + at.TO] + j]
            if place >= 0:
                target = state[scratch + place]
                if joins(masks, code[row + at.MATCH], top(board, target), top(board, pile)):
                    out[count] = move_of(move, pile, target, 1)
                    count += 1
        filled += 1
    return count


@fast
def beats(board: Board, move: int, out: Numbers, count: int) -> int:
    """Every top card that another beats."""
    code, masks, state = board.code, board.masks, board.state
    row = code[at.ROW_MOVES] + move * at.MOVE
    lying = NIL
    for i in range(code[row + at.N_FROM]):
        pile = code[code[row + at.FROM] + i]
        if state[at.SIZES + pile] and top(board, pile) < at.HIDDEN:
            lying |= ONE << word(top(board, pile))
    for i in range(code[row + at.N_FROM]):
        pile = code[code[row + at.FROM] + i]
        if (
            state[at.SIZES + pile]
            and masks[code[row + at.MATCH] * at.TABLE + top(board, pile)] & lying != NIL
        ):
            out[count] = move_of(move, pile, at.NO_PILE, 1)
            count += 1
    return count


@fast
def distinct(out: Numbers, before: int, count: int) -> int:
    """Leave out what an earlier move offers already: that one would be played."""
    kept = before
    for i in range(before, count):
        fresh = True
        for j in range(before):
            if out[j] >> at.SOURCE_AT == out[i] >> at.SOURCE_AT:
                fresh = False
                break
        if fresh:
            out[kept] = out[i]
            kept += 1
    return kept


@fast
def carries(board: Board, move: int, out: Numbers, count: int, wants: Numbers, lean: bool) -> int:
    """Every lift with every pile that takes it."""
    code, state = board.code, board.state
    row = code[at.ROW_MOVES] + move * at.MOVE
    everyone, singly = NIL, True  # whether cards are taken one by one only
    for i in range(code[row + at.N_TO]):
        target = code[code[row + at.TO] + i]
        singly &= code[pile_row(code, target) + at.BATCH_TO] <= 2
        wants[i] = wanted_by(board, row, target)
        everyone |= wants[i]
    if everyone == NIL:
        return count
    idle = lean and code[at.IDLE] != 0 and code[row + at.N_AFTER] == 0
    most, bare = 1, 0
    if code[row + at.LIMITED]:
        for i in range(code[row + at.N_CELLS]):
            most += state[at.SIZES + code[code[row + at.CELLS] + i]] == 0
        for i in range(code[row + at.N_BARES]):
            bare += state[at.SIZES + code[code[row + at.BARES] + i]] == 0
    for i in range(code[row + at.N_FROM]):
        source = code[code[row + at.FROM] + i]
        height, lift = state[at.SIZES + source], lift_of(code, row, source)
        if height == 0 or lift < 0:
            continue
        letter = code[pile_row(code, source) + at.LETTER]
        base = base_of(code, source)
        over = state[base + height - 1]
        if over >= at.HIDDEN or (singly and not has(everyone, over)):
            continue
        least, longest, single = lifted(board, source, lift)
        for size in range(1 if single else least, longest + 1):
            if 1 < size < least:
                continue
            card = state[base + height - size]
            if card >= at.HIDDEN or not has(everyone, card):
                continue
            spaced = -1  # the sort of empty pile that was offered already
            for j in range(code[row + at.N_TO]):
                if not has(wants[j], card):
                    continue
                target = code[code[row + at.TO] + j]
                if not may_lie(board, source, target, size):
                    continue
                if lean and state[at.SIZES + target] == 0 and swaps(board, target):
                    there = code[pile_row(code, target) + at.LETTER]
                    if (idle and size == height and letter == there) or spaced == there:
                        continue
                    spaced = there
                if code[row + at.LIMITED] and size > room_for(board, row, target, most, bare):
                    continue
                if code[row + at.TAKES_ALONG]:
                    for more in range(1, height + 1):
                        out[count] = move_of(move, source, target, more)
                        count += 1
                else:
                    out[count] = move_of(move, source, target, size)
                    count += 1
    return count


@fast
def room_for(board: Board, row: int, target: int, most: int, bare: int) -> int:
    """How many cards the free cells and empty columns help to carry to a pile."""
    code, state = board.code, board.state
    if state[at.SIZES + target] == 0:
        for i in range(code[row + at.N_CELLS]):
            if code[code[row + at.CELLS] + i] == target:
                most -= 1
        for i in range(code[row + at.N_BARES]):
            if code[code[row + at.BARES] + i] == target:
                bare -= 1
    return most << bare


@fast
def lays_off(board: Board, move: int, out: Numbers, count: int) -> int:
    """As much of each run as a pile takes, one card after another."""
    code, state = board.code, board.state
    row = code[at.ROW_MOVES] + move * at.MOVE
    mark = state[at.TRAIL_LENGTH]
    for i in range(code[row + at.N_FROM]):
        source = code[code[row + at.FROM] + i]
        here = pile_row(code, source)
        height = state[at.SIZES + source]
        if height == 0 or code[here + at.LIFT] < 0:
            continue
        least, most, single = lifted(board, source, code[here + at.LIFT])
        for j in range(code[row + at.N_TO]):
            target = code[code[row + at.TO] + j]
            for size in range(1 if single else least, most + 1):
                if 1 < size < least:
                    continue
                card = state[code[here + at.BASE_AT] + height - size]
                if card >= at.HIDDEN or not has(takes(board, target), card):
                    break
                out[count] = move_of(move, source, target, size)
                count += 1
                push(board, target, card)
            undo(board, mark)
    return count


@fast
def spreads(board: Board, move: int, out: Numbers, count: int) -> int:
    """Dealing a card to each pile, when it may be done."""
    code, state = board.code, board.state
    row = code[at.ROW_MOVES] + move * at.MOVE
    stock = code[code[row + at.FROM]]
    if state[at.SIZES + stock] < (code[row + at.N_TO] if code[row + at.FULL] else 1):
        return count
    if code[row + at.FILLED]:
        for i in range(code[row + at.N_TO]):
            if state[at.SIZES + code[code[row + at.TO] + i]] == 0:
                return count
    out[count] = move_of(move, stock, at.NO_PILE, 1)
    return count + 1


@fast
def near(code: Numbers, row: int, one: int, other: int) -> bool:
    """Whether two piles lie as a move wants them."""
    return code[row + at.NEAR] < 0 or code[code[row + at.NEAR] + one * code[at.PILES] + other] != 0


@fast
def pairs(board: Board, move: int, out: Numbers, count: int) -> int:
    """Every two piles whose top cards match."""
    code, masks, state = board.code, board.masks, board.state
    row = code[at.ROW_MOVES] + move * at.MOVE
    table = code[row + at.MATCH]
    for i in range(code[row + at.N_FROM]):
        pile = code[code[row + at.FROM] + i]
        if not alone(board, pile):
            continue
        card = top(board, pile)
        if masks[table * at.TABLE + card] == NIL:
            continue
        for j in range(i + 1, code[row + at.N_FROM]):
            other = code[code[row + at.FROM] + j]
            if (
                state[at.SIZES + other]
                and joins(masks, table, card, top(board, other))
                and near(code, row, pile, other)
                and alone(board, other)
            ):
                out[count] = move_of(move, pile, other, 1)
                count += 1
    for i in range(code[row + at.N_UNDER]):
        pile = code[code[row + at.UNDER] + i]
        size = state[at.SIZES + pile]
        base = base_of(code, pile)
        if size > 1 and joins(masks, table, state[base + size - 2], state[base + size - 1]):
            out[count] = move_of(move, pile, pile, 1)
            count += 1
    return count


@fast
def replaces(board: Board, move: int, out: Numbers, count: int) -> int:
    """Every two cards that match, either way round."""
    code, masks, state = board.code, board.masks, board.state
    row = code[at.ROW_MOVES] + move * at.MOVE
    for i in range(code[row + at.N_FROM]):
        pile = code[code[row + at.FROM] + i]
        if state[at.SIZES + pile] == 0:
            continue
        for j in range(code[row + at.N_FROM]):
            other = code[code[row + at.FROM] + j]
            if (
                pile != other
                and state[at.SIZES + other]
                and joins(masks, code[row + at.MATCH], top(board, pile), top(board, other))
                and near(code, row, pile, other)
            ):
                out[count] = move_of(move, pile, other, 1)
                count += 1
    return count


@fast
def carries_from(code: Numbers, row: int, pile: int) -> bool:
    """Whether a move carries cards away from a pile."""
    if code[row + at.OP] == at.M_CARRY or code[row + at.OP] == at.M_LAYOFF:
        for i in range(code[row + at.N_FROM]):
            if code[code[row + at.FROM] + i] == pile:
                return True
    return False


@fast
def stock_moves(board: Board, out: Numbers, count: int, wants: Numbers) -> int:
    """One move for each card that turning the stock brings to the top of the waste and that fits.

    Where safe cards go home on the way, nothing behind the first of them is reached."""
    code, masks, state = board.code, board.masks, board.state
    wanted, ready = safe(board) if code[at.SAFE_PASSED] else (NIL, NIL)
    row = code[at.ROW_MOVES] + code[at.MACRO] * at.MOVE
    stock, waste = code[code[row + at.FROM]], code[code[row + at.TO]]
    held, whole, by = state[at.SIZES + waste], state[at.SIZES + stock], code[row + at.BY]
    whole += held
    w, s = base_of(code, waste), base_of(code, stock)
    everyone = wanted_of_waste(board, waste, wants)
    place, lapped, turned = held, False, state[at.TURNED]
    for turns in range(1, 2 * whole + 3):
        if place < whole:
            place = min(place + by, whole)
        elif lapped or whole == 0 or 0 <= code[row + at.REDEALS] <= turned:
            break
        else:
            place, lapped = 0, True
            turned += 1
        if place == 0 or (lapped and place == held):
            continue
        card = state[w + place - 1] if place <= held else state[s + whole - place] & at.FACE
        passed = has(wanted, card) and masks[code[at.SAFE] * at.TABLE + card] & ~ready == NIL
        number = 0
        for move in range(code[at.N_MOVES] if has(everyone, card) else 0):
            carry, spaced = code[at.ROW_MOVES] + move * at.MOVE, -1
            for i in range(code[carry + at.N_TO] if carries_from(code, carry, waste) else 0):
                number += 1
                if not has(wants[number - 1], card):
                    continue
                target = code[code[carry + at.TO] + i]
                there = pile_row(code, target)
                if passed and code[there + at.KIND] != at.FOUNDATION:
                    continue
                if state[at.SIZES + target] == 0 and swaps(board, target):
                    if spaced == code[there + at.LETTER]:
                        continue
                    spaced = code[there + at.LETTER]
                out[count] = move_of(move, waste, target, 1) | wide(turns) << at.TURNS_AT
                count += 1
        if passed:
            break
    return count


@fast
def wanted_of_waste(board: Board, waste: int, wants: Numbers) -> Word:
    """What each pile would take from the waste, move after move; and what any of them would."""
    code = board.code
    everyone, number = NIL, 0
    for move in range(code[at.N_MOVES]):
        row = code[at.ROW_MOVES] + move * at.MOVE
        if not carries_from(code, row, waste):
            continue
        for i in range(code[row + at.N_TO]):
            target = code[code[row + at.TO] + i]
            fits = may_lie(board, waste, target, 1)
            wants[number] = wanted_by(board, row, target) if fits else NIL
            everyone |= wants[number]
            number += 1
    return everyone
