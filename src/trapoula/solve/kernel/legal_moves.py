"""The kernel's legal moves."""

import numpy as np

from trapoula.compiled import fast
from trapoula.solve.kernel.chores import allowed, can_turn, do_chore, safe
from trapoula.solve.kernel.layout import *
from trapoula.solve.kernel.moves import move_of
from trapoula.solve.kernel.piles import (
    NIL,
    ONE,
    alone,
    joins,
    lift_of,
    lifted,
    may_lie,
    push,
    swaps,
    takes,
    top,
    undo,
    wanted_by,
)


@fast
def legal(code, masks, state, hashes, out, wants, lean):
    """All legal moves; when lean, without those that a search has no need of. How many there are."""
    count = np.int64(0)  # with its type, lest all that counts on is compiled for a bare 0 as well
    for move in range(code[N_MOVES]):
        row = code[ROW_MOVES] + move * MOVE
        if code[row + N_WHEN] and not allowed(code, masks, state, row):
            continue
        before, op = count, code[row + OP]
        if op == M_CARRY:
            count = carries(code, masks, state, move, out, count, wants, lean)
        elif op == M_LAYOFF:
            count = lays_off(code, masks, state, hashes, move, out, count)
        elif op == M_TURN:
            if lean and move == code[MACRO]:
                count = reaches(code, masks, state, hashes, out, count)
            elif can_turn(code, state, row):
                out[count] = move_of(move, code[code[row + FROM]], NO_PILE, 1)
                count += 1
        elif op == M_SPREAD:
            count = spreads(code, state, move, out, count)
        elif op == M_PAIR:
            count = pairs(code, masks, state, move, out, count)
        elif op == M_REPLACE:
            count = replaces(code, masks, state, move, out, count)
        elif op == M_DROP:
            for i in range(code[row + N_FROM]):
                pile = code[code[row + FROM] + i]
                if alone(code, masks, state, pile) and joins(
                    masks, code[row + MATCH], 0, top(code, state, pile)
                ):
                    out[count] = move_of(move, pile, NO_PILE, 1)
                    count += 1
        elif op == M_SWAP:
            count = swap_all(code, state, move, out, count)
        elif op == M_FOLD:
            count = folds(code, masks, state, move, out, count)
        elif op == M_BEAT:
            count = beats(code, masks, state, move, out, count)
        elif op == M_TAP:
            if can_tap(code, masks, state, hashes, row, wants):
                out[count] = move_of(move, code[code[row + FROM]], NO_PILE, 1)
                count += 1
        if code[row + OVERLAPS]:
            count = distinct(out, before, count)
    return count


@fast
def can_tap(code, masks, state, hashes, row, wants):
    """Whether a tap may be made, and would change anything."""
    if code[row + REDEALS] >= 0 and state[TURNED] >= code[row + REDEALS]:
        return False
    mark, phase = state[TRAIL_LENGTH], state[PHASE]
    for pile in range(code[PILES] + 1):
        wants[pile] = hashes[pile]
    for i in range(code[row + N_CELLS]):
        do_chore(code, masks, state, hashes, code[code[row + CELLS] + i])
    changed = state[PHASE] != phase
    for pile in range(code[PILES] + 1):
        changed |= wants[pile] != hashes[pile]
    undo(code, masks, state, hashes, mark)
    return changed


@fast
def swap_all(code, state, move, out, count):
    """Every two cards that may change places."""
    row = code[ROW_MOVES] + move * MOVE
    for i in range(code[row + N_FROM]):
        pile = code[code[row + FROM] + i]
        for j in range(i + 1, code[row + N_FROM]):
            other = code[code[row + FROM] + j]
            if state[SIZES + pile] and state[SIZES + other]:
                out[count] = move_of(move, pile, other, 1)
                count += 1
    return count


@fast
def folds(code, masks, state, move, out, count):
    """Every card that may be laid on one before it in the line."""
    row = code[ROW_MOVES] + move * MOVE
    scratch, filled = code[SCRATCH], 0
    for i in range(code[row + N_FROM]):
        pile = code[code[row + FROM] + i]
        if state[SIZES + pile] == 0:
            continue
        state[scratch + filled] = pile
        for j in range(code[row + N_TO]):
            place = filled - code[code[row + TO] + j]
            if place >= 0:
                target = state[scratch + place]
                if joins(
                    masks, code[row + MATCH], top(code, state, target), top(code, state, pile)
                ):
                    out[count] = move_of(move, pile, target, 1)
                    count += 1
        filled += 1
    return count


@fast
def beats(code, masks, state, move, out, count):
    """Every top card that another beats."""
    row = code[ROW_MOVES] + move * MOVE
    lying = NIL
    for i in range(code[row + N_FROM]):
        pile = code[code[row + FROM] + i]
        if state[SIZES + pile] and top(code, state, pile) < HIDDEN:
            lying |= ONE << np.uint64(top(code, state, pile))
    for i in range(code[row + N_FROM]):
        pile = code[code[row + FROM] + i]
        if (
            state[SIZES + pile]
            and masks[code[row + MATCH] * TABLE + top(code, state, pile)] & lying != NIL
        ):
            out[count] = move_of(move, pile, NO_PILE, 1)
            count += 1
    return count


@fast
def distinct(out, before, count):
    """Leave out what an earlier move offers already: that one would be played."""
    kept = before
    for i in range(before, count):
        fresh = True
        for j in range(before):
            if out[j] >> SOURCE_AT == out[i] >> SOURCE_AT:
                fresh = False
                break
        if fresh:
            out[kept] = out[i]
            kept += 1
    return kept


@fast
def carries(code, masks, state, move, out, count, wants, lean):
    """Every lift with every pile that takes it."""
    row = code[ROW_MOVES] + move * MOVE
    everyone, singly = NIL, True  # whether cards are taken one by one only
    for i in range(code[row + N_TO]):
        target = code[code[row + TO] + i]
        singly &= code[code[ROW_PILES] + target * PILE + BATCH_TO] <= 2
        wants[i] = wanted_by(code, masks, state, row, target)
        everyone |= wants[i]
    if everyone == NIL:
        return count
    idle = lean and code[IDLE] != 0 and code[row + N_AFTER] == 0
    most, bare = 1, 0
    if code[row + LIMITED]:
        for i in range(code[row + N_CELLS]):
            most += state[SIZES + code[code[row + CELLS] + i]] == 0
        for i in range(code[row + N_BARES]):
            bare += state[SIZES + code[code[row + BARES] + i]] == 0
    for i in range(code[row + N_FROM]):
        source = code[code[row + FROM] + i]
        height, lift = state[SIZES + source], lift_of(code, row, source)
        if height == 0 or lift < 0:
            continue
        letter = code[code[ROW_PILES] + source * PILE + LETTER]
        base = code[code[ROW_PILES] + source * PILE + BASE_AT]
        over = state[base + height - 1]
        if over >= HIDDEN or (singly and everyone >> np.uint64(over) & ONE == NIL):
            continue
        least, longest, single = lifted(code, masks, state, source, lift)
        for size in range(1 if single else least, longest + 1):
            if 1 < size < least:
                continue
            card = state[base + height - size]
            if card >= HIDDEN or everyone >> np.uint64(card) & ONE == NIL:
                continue
            spaced = -1  # the sort of empty pile that was offered already
            for j in range(code[row + N_TO]):
                if wants[j] >> np.uint64(card) & ONE == NIL:
                    continue
                target = code[code[row + TO] + j]
                if not may_lie(code, state, source, target, size):
                    continue
                if lean and state[SIZES + target] == 0 and swaps(code, state, target):
                    there = code[code[ROW_PILES] + target * PILE + LETTER]
                    if (idle and size == height and letter == there) or spaced == there:
                        continue
                    spaced = there
                if code[row + LIMITED] and size > room_for(code, state, row, target, most, bare):
                    continue
                if code[row + TAKES_ALONG]:
                    for more in range(1, height + 1):
                        out[count] = move_of(move, source, target, more)
                        count += 1
                else:
                    out[count] = move_of(move, source, target, size)
                    count += 1
    return count


@fast
def room_for(code, state, row, target, most, bare):
    """How many cards the free cells and empty columns help to carry to a pile."""
    if state[SIZES + target] == 0:
        for i in range(code[row + N_CELLS]):
            if code[code[row + CELLS] + i] == target:
                most -= 1
        for i in range(code[row + N_BARES]):
            if code[code[row + BARES] + i] == target:
                bare -= 1
    return most << bare


@fast
def lays_off(code, masks, state, hashes, move, out, count):
    """As much of each run as a pile takes, one card after another."""
    row = code[ROW_MOVES] + move * MOVE
    mark = state[TRAIL_LENGTH]
    for i in range(code[row + N_FROM]):
        source = code[code[row + FROM] + i]
        here = code[ROW_PILES] + source * PILE
        height = state[SIZES + source]
        if height == 0 or code[here + LIFT] < 0:
            continue
        least, most, single = lifted(code, masks, state, source, code[here + LIFT])
        for j in range(code[row + N_TO]):
            target = code[code[row + TO] + j]
            for size in range(1 if single else least, most + 1):
                if 1 < size < least:
                    continue
                card = state[code[here + BASE_AT] + height - size]
                if (
                    card >= HIDDEN
                    or takes(code, masks, state, target) >> np.uint64(card) & ONE == NIL
                ):
                    break
                out[count] = move_of(move, source, target, size)
                count += 1
                push(code, masks, state, hashes, target, card)
            undo(code, masks, state, hashes, mark)
    return count


@fast
def spreads(code, state, move, out, count):
    """Dealing a card to each pile, when it may be done."""
    row = code[ROW_MOVES] + move * MOVE
    stock = code[code[row + FROM]]
    if state[SIZES + stock] < (code[row + N_TO] if code[row + FULL] else 1):
        return count
    if code[row + FILLED]:
        for i in range(code[row + N_TO]):
            if state[SIZES + code[code[row + TO] + i]] == 0:
                return count
    out[count] = move_of(move, stock, NO_PILE, 1)
    return count + 1


@fast
def near(code, row, one, other):
    """Whether two piles lie as a move wants them."""
    return code[row + NEAR] < 0 or code[code[row + NEAR] + one * code[PILES] + other] != 0


@fast
def pairs(code, masks, state, move, out, count):
    """Every two piles whose top cards match."""
    row = code[ROW_MOVES] + move * MOVE
    table = code[row + MATCH]
    for i in range(code[row + N_FROM]):
        pile = code[code[row + FROM] + i]
        if not alone(code, masks, state, pile):
            continue
        card = top(code, state, pile)
        if masks[table * TABLE + card] == NIL:
            continue
        for j in range(i + 1, code[row + N_FROM]):
            other = code[code[row + FROM] + j]
            if (
                state[SIZES + other]
                and joins(masks, table, card, top(code, state, other))
                and near(code, row, pile, other)
                and alone(code, masks, state, other)
            ):
                out[count] = move_of(move, pile, other, 1)
                count += 1
    for i in range(code[row + N_UNDER]):
        pile = code[code[row + UNDER] + i]
        size = state[SIZES + pile]
        base = code[code[ROW_PILES] + pile * PILE + BASE_AT]
        if size > 1 and joins(masks, table, state[base + size - 2], state[base + size - 1]):
            out[count] = move_of(move, pile, pile, 1)
            count += 1
    return count


@fast
def replaces(code, masks, state, move, out, count):
    """Every two cards that match, either way round."""
    row = code[ROW_MOVES] + move * MOVE
    for i in range(code[row + N_FROM]):
        pile = code[code[row + FROM] + i]
        if state[SIZES + pile] == 0:
            continue
        for j in range(code[row + N_FROM]):
            other = code[code[row + FROM] + j]
            if (
                pile != other
                and state[SIZES + other]
                and joins(masks, code[row + MATCH], top(code, state, pile), top(code, state, other))
                and near(code, row, pile, other)
            ):
                out[count] = move_of(move, pile, other, 1)
                count += 1
    return count


@fast
def serves(code, row, pile):
    """Whether a move takes cards from a pile."""
    for i in range(code[row + N_FROM]):
        if code[code[row + FROM] + i] == pile:
            return True
    return False


@fast
def reaches(code, masks, state, hashes, out, count):
    """One move for each card that turning the stock brings to the top of the waste and that fits.

    Where safe cards go home on the way, nothing behind the first of them is reached."""
    wanted, ready = safe(code, masks, state, hashes) if code[SAFE_PASSED] else (NIL, NIL)
    row = code[ROW_MOVES] + code[MACRO] * MOVE
    stock, waste = code[code[row + FROM]], code[code[row + TO]]
    held, down, by = state[SIZES + waste], state[SIZES + stock], code[row + BY]
    whole = held + down
    w = code[code[ROW_PILES] + waste * PILE + BASE_AT]
    s = code[code[ROW_PILES] + stock * PILE + BASE_AT]
    place, turns, lapped, turned = held, 0, False, state[TURNED]
    while True:
        if place < whole:
            place = min(place + by, whole)
        else:
            if (
                lapped
                or not (code[row + REDEALS] < 0 or turned < code[row + REDEALS])
                or whole == 0
            ):
                return count
            lapped = True
            turned += 1
            place = 0
        turns += 1
        if place == 0 or (lapped and place == held):
            continue
        card = state[w + place - 1] if place <= held else state[s + whole - place] & FACE
        passed = (
            wanted >> np.uint64(card) & ONE != NIL
            and masks[code[SAFE] * TABLE + card] & ~ready == NIL
        )
        for other in range(code[N_MOVES]):
            carry = code[ROW_MOVES] + other * MOVE
            if code[carry + OP] != M_CARRY and code[carry + OP] != M_LAYOFF:
                continue
            if not serves(code, carry, waste):
                continue
            spaced = -1
            for i in range(code[carry + N_TO]):
                target = code[code[carry + TO] + i]
                there = code[ROW_PILES] + target * PILE
                if passed and code[there + KIND] != FOUNDATION:
                    continue
                if wanted_by(code, masks, state, carry, target) >> np.uint64(
                    card
                ) & ONE == NIL or not may_lie(code, state, waste, target, 1):
                    continue
                if state[SIZES + target] == 0 and swaps(code, state, target):
                    if spaced == code[there + LETTER]:
                        continue
                    spaced = code[there + LETTER]
                out[count] = move_of(other, waste, target, 1) | np.int64(turns) << TURNS_AT
                count += 1
        if passed:
            return count
    return count
