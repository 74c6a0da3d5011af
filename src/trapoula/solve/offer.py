"""The kernel's legal moves."""

import numpy as np

from trapoula.compiled import fast, once
from trapoula.solve.chores import allowed, can_turn, do_chore, safe
from trapoula.solve.layout import *
from trapoula.solve.piles import (
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
def legal(pr, mk, st, hs, out, wants, lean):
    """All legal moves; when lean, without those that a search has no need of. How many there are."""
    count = np.int64(0)  # with its type, lest all that counts on is compiled for a bare 0 as well
    for move in range(pr[N_MOVES]):
        row = pr[ROW_MOVES] + move * MOVE
        if pr[row + N_WHEN] and not allowed(pr, mk, st, row):
            continue
        before, op = count, pr[row + OP]
        if op == M_CARRY:
            count = carries(pr, mk, st, move, out, count, wants, lean)
        elif op == M_LAYOFF:
            count = lays_off(pr, mk, st, hs, move, out, count)
        elif op == M_TURN:
            if lean and move == pr[MACRO]:
                count = reaches(pr, mk, st, hs, out, count)
            elif can_turn(pr, st, row):
                out[count] = move | pr[pr[row + FROM]] << 8 | NO_PILE << 16 | 1 << 24
                count += 1
        elif op == M_SPREAD:
            count = spreads(pr, st, move, out, count)
        elif op == M_PAIR:
            count = pairs(pr, mk, st, move, out, count)
        elif op == M_REPLACE:
            count = replaces(pr, mk, st, move, out, count)
        elif op == M_DROP:
            for i in range(pr[row + N_FROM]):
                pile = pr[pr[row + FROM] + i]
                if alone(pr, mk, st, pile) and joins(mk, pr[row + MATCH], 0, top(pr, st, pile)):
                    out[count] = move | pile << 8 | NO_PILE << 16 | 1 << 24
                    count += 1
        elif op == M_SWAP:
            count = swap_all(pr, st, move, out, count)
        elif op == M_FOLD:
            count = folds(pr, mk, st, move, out, count)
        elif op == M_BEAT:
            count = beats(pr, mk, st, move, out, count)
        elif op == M_TAP:
            if can_tap(pr, mk, st, hs, row, wants):
                out[count] = move | pr[pr[row + FROM]] << 8 | NO_PILE << 16 | 1 << 24
                count += 1
        if pr[row + OVERLAPS]:
            count = distinct(out, before, count)
    return count


@once
def can_tap(pr, mk, st, hs, row, wants):
    """Whether a tap may be made, and would change anything."""
    if pr[row + REDEALS] >= 0 and st[TURNED] >= pr[row + REDEALS]:
        return False
    mark, phase = st[TRAIL_LENGTH], st[PHASE]
    for pile in range(pr[PILES] + 1):
        wants[pile] = hs[pile]
    for i in range(pr[row + N_CELLS]):
        do_chore(pr, mk, st, hs, pr[pr[row + CELLS] + i])
    changed = st[PHASE] != phase
    for pile in range(pr[PILES] + 1):
        changed |= wants[pile] != hs[pile]
    undo(pr, mk, st, hs, mark)
    return changed


@once
def swap_all(pr, st, move, out, count):
    """Every two cards that may change places."""
    row = pr[ROW_MOVES] + move * MOVE
    for i in range(pr[row + N_FROM]):
        pile = pr[pr[row + FROM] + i]
        for j in range(i + 1, pr[row + N_FROM]):
            other = pr[pr[row + FROM] + j]
            if st[SIZES + pile] and st[SIZES + other]:
                out[count] = move | pile << 8 | other << 16 | 1 << 24
                count += 1
    return count


@once
def folds(pr, mk, st, move, out, count):
    """Every card that may be laid on one before it in the line."""
    row = pr[ROW_MOVES] + move * MOVE
    scratch, filled = pr[SCRATCH], 0
    for i in range(pr[row + N_FROM]):
        pile = pr[pr[row + FROM] + i]
        if st[SIZES + pile] == 0:
            continue
        st[scratch + filled] = pile
        for j in range(pr[row + N_TO]):
            place = filled - pr[pr[row + TO] + j]
            if place >= 0:
                target = st[scratch + place]
                if joins(mk, pr[row + MATCH], top(pr, st, target), top(pr, st, pile)):
                    out[count] = move | pile << 8 | target << 16 | 1 << 24
                    count += 1
        filled += 1
    return count


@once
def beats(pr, mk, st, move, out, count):
    """Every top card that another beats."""
    row = pr[ROW_MOVES] + move * MOVE
    lying = NIL
    for i in range(pr[row + N_FROM]):
        pile = pr[pr[row + FROM] + i]
        if st[SIZES + pile] and top(pr, st, pile) < 64:
            lying |= ONE << np.uint64(top(pr, st, pile))
    for i in range(pr[row + N_FROM]):
        pile = pr[pr[row + FROM] + i]
        if st[SIZES + pile] and mk[pr[row + MATCH] * 128 + top(pr, st, pile)] & lying != NIL:
            out[count] = move | pile << 8 | NO_PILE << 16 | 1 << 24
            count += 1
    return count


@once
def distinct(out, before, count):
    """Leave out what an earlier move offers already: that one would be played."""
    kept = before
    for i in range(before, count):
        fresh = True
        for j in range(before):
            if out[j] >> 8 == out[i] >> 8:
                fresh = False
                break
        if fresh:
            out[kept] = out[i]
            kept += 1
    return kept


@once
def carries(pr, mk, st, move, out, count, wants, lean):
    """Every lift with every pile that takes it."""
    row = pr[ROW_MOVES] + move * MOVE
    everyone, singly = NIL, True  # whether cards are taken one by one only
    for i in range(pr[row + N_TO]):
        target = pr[pr[row + TO] + i]
        singly &= pr[pr[ROW_PILES] + target * PILE + BATCH_TO] <= 2
        wants[i] = wanted_by(pr, mk, st, row, target)
        everyone |= wants[i]
    if everyone == NIL:
        return count
    idle = lean and pr[IDLE] != 0 and pr[row + N_AFTER] == 0
    most, bare = 1, 0
    if pr[row + LIMITED]:
        for i in range(pr[row + N_CELLS]):
            most += st[SIZES + pr[pr[row + CELLS] + i]] == 0
        for i in range(pr[row + N_BARES]):
            bare += st[SIZES + pr[pr[row + BARES] + i]] == 0
    for i in range(pr[row + N_FROM]):
        source = pr[pr[row + FROM] + i]
        height, lift = st[SIZES + source], lift_of(pr, row, source)
        if height == 0 or lift < 0:
            continue
        letter = pr[pr[ROW_PILES] + source * PILE + LETTER]
        base = pr[pr[ROW_PILES] + source * PILE + BASE_AT]
        over = st[base + height - 1]
        if over >= 64 or (singly and everyone >> np.uint64(over) & ONE == NIL):
            continue
        least, longest, single = lifted(pr, mk, st, source, lift)
        for size in range(1 if single else least, longest + 1):
            if 1 < size < least:
                continue
            card = st[base + height - size]
            if card >= 64 or everyone >> np.uint64(card) & ONE == NIL:
                continue
            spaced = -1  # the sort of empty pile that was offered already
            for j in range(pr[row + N_TO]):
                if wants[j] >> np.uint64(card) & ONE == NIL:
                    continue
                target = pr[pr[row + TO] + j]
                if not may_lie(pr, st, source, target, size):
                    continue
                if lean and st[SIZES + target] == 0 and swaps(pr, st, target):
                    there = pr[pr[ROW_PILES] + target * PILE + LETTER]
                    if (idle and size == height and letter == there) or spaced == there:
                        continue
                    spaced = there
                if pr[row + LIMITED] and size > room_for(pr, st, row, target, most, bare):
                    continue
                if pr[row + TAKES_ALONG]:
                    for more in range(1, height + 1):
                        out[count] = move | source << 8 | target << 16 | more << 24
                        count += 1
                else:
                    out[count] = move | source << 8 | target << 16 | size << 24
                    count += 1
    return count


@fast
def room_for(pr, st, row, target, most, bare):
    """How many cards the free cells and empty columns help to carry to a pile."""
    if st[SIZES + target] == 0:
        for i in range(pr[row + N_CELLS]):
            if pr[pr[row + CELLS] + i] == target:
                most -= 1
        for i in range(pr[row + N_BARES]):
            if pr[pr[row + BARES] + i] == target:
                bare -= 1
    return most << bare


@once
def lays_off(pr, mk, st, hs, move, out, count):
    """As much of each run as a pile takes, one card after another."""
    row = pr[ROW_MOVES] + move * MOVE
    mark = st[TRAIL_LENGTH]
    for i in range(pr[row + N_FROM]):
        source = pr[pr[row + FROM] + i]
        here = pr[ROW_PILES] + source * PILE
        height = st[SIZES + source]
        if height == 0 or pr[here + LIFT] < 0:
            continue
        least, most, single = lifted(pr, mk, st, source, pr[here + LIFT])
        for j in range(pr[row + N_TO]):
            target = pr[pr[row + TO] + j]
            for size in range(1 if single else least, most + 1):
                if 1 < size < least:
                    continue
                card = st[pr[here + BASE_AT] + height - size]
                if card >= 64 or takes(pr, mk, st, target) >> np.uint64(card) & ONE == NIL:
                    break
                out[count] = move | source << 8 | target << 16 | size << 24
                count += 1
                push(pr, mk, st, hs, target, card)
            undo(pr, mk, st, hs, mark)
    return count


@once
def spreads(pr, st, move, out, count):
    """Dealing a card to each pile, when it may be done."""
    row = pr[ROW_MOVES] + move * MOVE
    stock = pr[pr[row + FROM]]
    if st[SIZES + stock] < (pr[row + N_TO] if pr[row + FULL] else 1):
        return count
    if pr[row + FILLED]:
        for i in range(pr[row + N_TO]):
            if st[SIZES + pr[pr[row + TO] + i]] == 0:
                return count
    out[count] = move | stock << 8 | NO_PILE << 16 | 1 << 24
    return count + 1


@fast
def near(pr, row, one, other):
    """Whether two piles lie as a move wants them."""
    return pr[row + NEAR] < 0 or pr[pr[row + NEAR] + one * pr[PILES] + other] != 0


@once
def pairs(pr, mk, st, move, out, count):
    """Every two piles whose top cards match."""
    row = pr[ROW_MOVES] + move * MOVE
    table = pr[row + MATCH]
    for i in range(pr[row + N_FROM]):
        pile = pr[pr[row + FROM] + i]
        if not alone(pr, mk, st, pile):
            continue
        card = top(pr, st, pile)
        if mk[table * 128 + card] == NIL:
            continue
        for j in range(i + 1, pr[row + N_FROM]):
            other = pr[pr[row + FROM] + j]
            if (
                st[SIZES + other]
                and joins(mk, table, card, top(pr, st, other))
                and near(pr, row, pile, other)
                and alone(pr, mk, st, other)
            ):
                out[count] = move | pile << 8 | other << 16 | 1 << 24
                count += 1
    for i in range(pr[row + N_UNDER]):
        pile = pr[pr[row + UNDER] + i]
        size = st[SIZES + pile]
        base = pr[pr[ROW_PILES] + pile * PILE + BASE_AT]
        if size > 1 and joins(mk, table, st[base + size - 2], st[base + size - 1]):
            out[count] = move | pile << 8 | pile << 16 | 1 << 24
            count += 1
    return count


@once
def replaces(pr, mk, st, move, out, count):
    """Every two cards that match, either way round."""
    row = pr[ROW_MOVES] + move * MOVE
    for i in range(pr[row + N_FROM]):
        pile = pr[pr[row + FROM] + i]
        if st[SIZES + pile] == 0:
            continue
        for j in range(pr[row + N_FROM]):
            other = pr[pr[row + FROM] + j]
            if (
                pile != other
                and st[SIZES + other]
                and joins(mk, pr[row + MATCH], top(pr, st, pile), top(pr, st, other))
                and near(pr, row, pile, other)
            ):
                out[count] = move | pile << 8 | other << 16 | 1 << 24
                count += 1
    return count


@fast
def serves(pr, row, pile):
    """Whether a move takes cards from a pile."""
    for i in range(pr[row + N_FROM]):
        if pr[pr[row + FROM] + i] == pile:
            return True
    return False


@once
def reaches(pr, mk, st, hs, out, count):
    """One move for each card that turning the stock brings to the top of the waste and that fits.

    Where safe cards go home on the way, nothing behind the first of them is reached."""
    wanted, ready = safe(pr, mk, st, hs) if pr[SAFE_PASSED] else (NIL, NIL)
    row = pr[ROW_MOVES] + pr[MACRO] * MOVE
    stock, waste = pr[pr[row + FROM]], pr[pr[row + TO]]
    held, down, by = st[SIZES + waste], st[SIZES + stock], pr[row + BY]
    whole = held + down
    w = pr[pr[ROW_PILES] + waste * PILE + BASE_AT]
    s = pr[pr[ROW_PILES] + stock * PILE + BASE_AT]
    place, turns, lapped, turned = held, 0, False, st[TURNED]
    while True:
        if place < whole:
            place = min(place + by, whole)
        else:
            if lapped or not (pr[row + REDEALS] < 0 or turned < pr[row + REDEALS]) or whole == 0:
                return count
            lapped = True
            turned += 1
            place = 0
        turns += 1
        if place == 0 or (lapped and place == held):
            continue
        card = st[w + place - 1] if place <= held else st[s + whole - place] & 63
        passed = (
            wanted >> np.uint64(card) & ONE != NIL and mk[pr[SAFE] * 128 + card] & ~ready == NIL
        )
        for other in range(pr[N_MOVES]):
            carry = pr[ROW_MOVES] + other * MOVE
            if pr[carry + OP] != M_CARRY and pr[carry + OP] != M_LAYOFF:
                continue
            if not serves(pr, carry, waste):
                continue
            spaced = -1
            for i in range(pr[carry + N_TO]):
                target = pr[pr[carry + TO] + i]
                there = pr[ROW_PILES] + target * PILE
                if passed and pr[there + KIND] != FOUNDATION:
                    continue
                if wanted_by(pr, mk, st, carry, target) >> np.uint64(
                    card
                ) & ONE == NIL or not may_lie(pr, st, waste, target, 1):
                    continue
                if st[SIZES + target] == 0 and swaps(pr, st, target):
                    if spaced == pr[there + LETTER]:
                        continue
                    spaced = pr[there + LETTER]
                out[count] = other | waste << 8 | target << 16 | 1 << 24 | np.int64(turns) << 32
                count += 1
        if passed:
            return count
    return count
