"""The kernel's moves: all that are legal, what each does, the chores after it, the goal."""

import numpy as np

from trapoula.solve.layout import *
from trapoula.solve.piles import (
    NIL,
    ONE,
    alone,
    fast,
    joins,
    lifted,
    number,
    pop,
    push,
    swaps,
    takes,
    top,
    undo,
)


@fast
def reckoned(pr, mk, st, start, count):
    """Whether a goal is met."""
    stack, height = 0, 0
    score = 0
    for step in range(count):
        row = pr[ROW_GOALS] + (start + step) * GOAL_ROW
        op, first, many, value = pr[row], pr[row + 1], pr[row + 2], pr[row + 3]
        if op == G_AND or op == G_OR:
            height -= 1
            other, one = stack >> height & 1, stack >> (height - 1) & 1
            held = (one & other) if op == G_AND else (one | other)
            stack = (stack & ~(3 << (height - 1))) | held << (height - 1)
            continue
        if op >= G_START:
            if op == G_START:
                score = 0
            elif op == G_GONE:
                score += value * (st[SIZES + pr[PILES]] // pr[row + 4])
            else:
                score += points(pr, mk, st, row)
            continue
        holds = True
        if op == G_EMPTY:
            for i in range(many):
                if st[SIZES + pr[first + i]]:
                    holds = False
                    break
        elif op == G_BARE:
            for i in range(many):
                pile = pr[first + i]
                base = pr[pr[ROW_PILES] + pile * PILE + BASE_AT]
                for j in range(st[SIZES + pile]):
                    if not joins(mk, value, 0, st[base + j]):
                        holds = False
                        break
                if not holds:
                    break
        elif op == G_REACH:
            for i in range(many):
                if st[SIZES + pr[first + i]] == 0:
                    holds = False
            holds = holds and score >= value
        elif op == G_PHASE:
            holds = st[PHASE] < 31 and (first >> st[PHASE]) & 1 == 1
        stack = (stack & ~(1 << height)) | (1 << height if holds else 0)
        height += 1
    return stack & 1 == 1


@fast
def points(pr, mk, st, row):
    """One part of a score that is read off piles."""
    op, first, many, each = pr[row], pr[row + 1], pr[row + 2], pr[row + 3]
    table = pr[row + 5]
    score = pr[row + 4] if op == G_CARDS else 0
    for i in range(many):
        pile = pr[first + i]
        base, size = pr[pr[ROW_PILES] + pile * PILE + BASE_AT], st[SIZES + pile]
        if op == G_CARDS:
            if table < 0:
                score += each * size
            else:
                for j in range(size):
                    if joins(mk, table, 0, st[base + j]):
                        score += each
            continue
        joined = 0
        for j in range(1, size):
            if joins(mk, table, st[base + j - 1], st[base + j]):
                joined += 1
        if op == G_JOINED:
            score += each * joined
        elif size == 13 and joined == 12:
            score += each
    return score


@fast
def won(pr, mk, st):
    """Whether the game is won."""
    return reckoned(pr, mk, st, pr[GOAL], pr[N_GOAL])


@fast
def over(pr, mk, st):
    """Whether it is lost by its own rule."""
    return pr[N_LOST] > 0 and reckoned(pr, mk, st, pr[LOST], pr[N_LOST])


# --- chores --------------------------------------------------------------------------------------


@fast
def tidy(pr, mk, st, hs, chore):
    """Do one chore."""
    row = pr[ROW_CHORES] + chore * CHORE
    op, first, many = pr[row], pr[row + 1], pr[row + 2]
    if op == C_REVEAL:
        for i in range(many):
            pile = pr[first + i]
            if st[SIZES + pile] and top(pr, st, pile) & 64:
                push(pr, mk, st, hs, pile, pop(pr, mk, st, hs, pile) & 63)
    elif op == C_UNCOVER:
        for i in range(many):
            pile = pr[first + i]
            if st[SIZES + pile] and top(pr, st, pile) & 64:
                place, free = pr[ROW_PILES] + pile * PILE, True
                for j in range(pr[place + N_COVERS]):
                    if st[SIZES + pr[pr[place + COVERS] + j]]:
                        free = False
                if free:
                    push(pr, mk, st, hs, pile, pop(pr, mk, st, hs, pile) & 63)
    elif op == C_REFILL:
        for i in range(many):
            pile = pr[first + i]
            if st[SIZES + pile] == 0:
                for j in range(pr[row + 4]):
                    source = pr[pr[row + 3] + j]
                    if st[SIZES + source]:
                        push(pr, mk, st, hs, pile, pop(pr, mk, st, hs, source) & 63)
                        break
    elif op == C_SETTLE:
        if st[PHASE] == 0:
            for i in range(many):
                pile = pr[first + i]
                if st[SIZES + pile]:
                    card = st[pr[pr[ROW_PILES] + pile * PILE + BASE_AT]]
                    number(pr, st, PHASE, ((card & 63) >> 2) + 1)
                    break
    elif op == C_CLOSE_UP:
        close_up(pr, mk, st, hs, first, many)
    elif op == C_SWEEP:
        while sweep(pr, mk, st, hs, row):
            pass
    elif op == C_PHASE:
        if st[PHASE] != pr[row + 6]:
            number(pr, st, PHASE, pr[row + 6])


@fast
def close_up(pr, mk, st, hs, first, many):
    """Move the piles up into the gaps before them."""
    free = 0
    for i in range(many):
        pile = pr[first + i]
        if st[SIZES + pile] == 0:
            continue
        if free < i:
            shift(pr, mk, st, hs, pile, pr[first + free], st[SIZES + pile])
        free += 1


@fast
def shift(pr, mk, st, hs, source, target, size):
    """Carry the top cards of a pile to another together."""
    start = pr[pr[ROW_PILES] + source * PILE + BASE_AT] + st[SIZES + source] - size
    for i in range(size):
        push(pr, mk, st, hs, target, st[start + i])
    for _ in range(size):
        pop(pr, mk, st, hs, source)


@fast
def homes(pr, mk, st, hs, first, many):
    """What the foundations want, and what is ready: that and all that lies on them."""
    wanted, ready = NIL, NIL
    for i in range(many):
        wanted |= takes(pr, mk, st, pr[first + i])
    if pr[SINGLE]:
        return wanted, hs[2 * pr[PILES] + 2]
    for i in range(many):
        pile = pr[first + i]
        base = pr[pr[ROW_PILES] + pile * PILE + BASE_AT]
        for j in range(st[SIZES + pile]):
            ready |= ONE << np.uint64(st[base + j] & 63)
    return wanted, ready


@fast
def sweep(pr, mk, st, hs, row):
    """Bring the first card that is safe there home; whether there was one."""
    wanted, ready = homes(pr, mk, st, hs, pr[row + 3], pr[row + 4])
    ready |= wanted
    for i in range(pr[row + 2]):
        pile = pr[pr[row + 1] + i]
        if st[SIZES + pile] == 0:
            continue
        card = top(pr, st, pile)
        if card >= 64 or wanted >> np.uint64(card) & ONE == NIL:
            continue
        if mk[pr[row + 5] * 128 + card] & ~ready == NIL:
            for j in range(pr[row + 4]):
                home = pr[pr[row + 3] + j]
                if takes(pr, mk, st, home) >> np.uint64(card) & ONE != NIL:
                    shift(pr, mk, st, hs, pile, home, 1)
                    return True
    return False


# --- doing a move --------------------------------------------------------------------------------


@fast
def turn(pr, mk, st, hs, row):
    """Turn the stock once."""
    stock, waste = pr[pr[row + FROM]], pr[pr[row + TO]]
    if st[SIZES + stock]:
        for _ in range(min(pr[row + BY], st[SIZES + stock])):
            push(pr, mk, st, hs, waste, pop(pr, mk, st, hs, stock) & 63)
    else:
        while st[SIZES + waste]:
            push(pr, mk, st, hs, stock, pop(pr, mk, st, hs, waste) | 64)
        number(pr, st, TURNED, st[TURNED] + 1)


@fast
def play(pr, mk, st, hs, move):
    """Do a move, what follows it, and the chores."""
    row = pr[ROW_MOVES] + (move & 255) * MOVE
    source, target = move >> 8 & 255, move >> 16 & 255
    size, turns = move >> 24 & 255, move >> 32
    for _ in range(turns):
        turn(pr, mk, st, hs, pr[ROW_MOVES] + pr[MACRO] * MOVE)
    op, gone = pr[row], pr[PILES]
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
    elif op == M_DROP:
        push(pr, mk, st, hs, gone, pop(pr, mk, st, hs, source))
    if pr[BORROW]:
        borrowed = 0
        if op == M_CARRY and pr[pr[ROW_PILES] + source * PILE + KIND] == FOUNDATION:
            borrowed = (target + 1) | source << 8
        if borrowed != st[BORROWED]:
            number(pr, st, BORROWED, borrowed)
    for i in range(pr[row + N_AFTER]):
        tidy(pr, mk, st, hs, pr[pr[row + AFTER] + i])
    for i in range(pr[N_SETTLE]):
        tidy(pr, mk, st, hs, pr[pr[SETTLE] + i])


# --- finding moves -------------------------------------------------------------------------------


@fast
def legal(pr, mk, st, hs, out, wants, lean):
    """All legal moves; when lean, without those that a search has no need of. How many there are."""
    count = 0
    for move in range(pr[N_MOVES]):
        row = pr[ROW_MOVES] + move * MOVE
        held = True
        for i in range(pr[row + N_WHEN] // 2):
            when = pr[row + WHEN] + 2 * i
            if not reckoned(pr, mk, st, pr[when], pr[when + 1]):
                held = False
                break
        if not held:
            continue
        before, op = count, pr[row]
        if op == M_CARRY:
            count = carries(pr, mk, st, move, out, count, wants, lean)
        elif op == M_LAYOFF:
            count = lays_off(pr, mk, st, hs, move, out, count)
        elif op == M_TURN:
            if lean and move == pr[MACRO]:
                count = reaches(pr, mk, st, out, count, wants)
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
        if pr[row + OVERLAPS]:
            count = distinct(out, before, count)
    return count


@fast
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


@fast
def can_turn(pr, st, row):
    """Whether the stock may be turned now."""
    stock, waste = pr[pr[row + FROM]], pr[pr[row + TO]]
    if st[SIZES + stock]:
        return st[SIZES + waste] < pr[pr[ROW_PILES] + waste * PILE + ROOM]
    again = pr[row + REDEALS] < 0 or st[TURNED] < pr[row + REDEALS]
    return again and st[SIZES + waste] > 0


@fast
def carries(pr, mk, st, move, out, count, wants, lean):
    """Every lift with every pile that takes it."""
    row = pr[ROW_MOVES] + move * MOVE
    onto, everyone = pr[row + ONTO], NIL
    for i in range(pr[row + N_TO]):
        target = pr[pr[row + TO] + i]
        wants[i] = NIL
        if onto == 0 or (onto == 1) == (st[SIZES + target] > 0):
            wants[i] = takes(pr, mk, st, target)
            everyone |= wants[i]
    if everyone == NIL:
        return count
    most, bare = 1, 0
    if pr[row + LIMITED]:
        for i in range(pr[row + N_CELLS]):
            most += st[SIZES + pr[pr[row + CELLS] + i]] == 0
        for i in range(pr[row + N_BARES]):
            bare += st[SIZES + pr[pr[row + BARES] + i]] == 0
    for i in range(pr[row + N_FROM]):
        source = pr[pr[row + FROM] + i]
        height = st[SIZES + source]
        here = pr[ROW_PILES] + source * PILE
        lift = pr[row + OWN_LIFT]
        if lift < 0:
            lift = pr[here + LIFT]
        if height == 0 or lift < 0:
            continue
        sizes = lifted(pr, mk, st, source, lift)
        longest = sizes % 1000
        base = pr[here + BASE_AT]
        for size in range(1, longest + 1):
            if sizes >= 1000 and size != longest and not (sizes >= 2000 and size == 1):
                continue
            card = st[base + height - size]
            if card >= 64 or everyone >> np.uint64(card) & ONE == NIL:
                continue
            spaced = -1  # the sort of empty pile that was offered already
            for j in range(pr[row + N_TO]):
                if wants[j] >> np.uint64(card) & ONE == NIL:
                    continue
                target = pr[pr[row + TO] + j]
                if target == source:
                    continue
                there = pr[ROW_PILES] + target * PILE
                filled = st[SIZES + target]
                if filled == 0:
                    same = pr[here + LETTER] == pr[there + LETTER]
                    if size == height and same and (
                        pr[there + ALIKE] or (lean and swaps(pr, st, target))
                    ):
                        continue
                    if lean and swaps(pr, st, target):
                        if spaced == pr[there + LETTER]:
                            continue
                        spaced = pr[there + LETTER]
                if (
                    size < pr[there + BATCH_FROM]
                    or size >= pr[there + BATCH_TO]
                    or filled + size > pr[there + ROOM]
                ):
                    continue
                if pr[row + LIMITED] and size > 1:
                    if size > room_for(pr, st, row, target, most, bare):
                        continue
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


@fast
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
        sizes = lifted(pr, mk, st, source, pr[here + LIFT])
        for j in range(pr[row + N_TO]):
            target = pr[pr[row + TO] + j]
            for size in range(1, sizes % 1000 + 1):
                if sizes >= 1000 and size != sizes % 1000 and not (sizes >= 2000 and size == 1):
                    continue
                card = st[pr[here + BASE_AT] + height - size]
                if card >= 64 or takes(pr, mk, st, target) >> np.uint64(card) & ONE == NIL:
                    break
                out[count] = move | source << 8 | target << 16 | size << 24
                count += 1
                push(pr, mk, st, hs, target, card)
            undo(pr, mk, st, hs, mark)
    return count


@fast
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


@fast
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


@fast
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
def reaches(pr, mk, st, out, count, wants):
    """One move for each card that turning the stock brings to the top of the waste and that fits."""
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
        for other in range(pr[N_MOVES]):
            carry = pr[ROW_MOVES] + other * MOVE
            if pr[carry] != M_CARRY and pr[carry] != M_LAYOFF:
                continue
            serves = False
            for i in range(pr[carry + N_FROM]):
                if pr[pr[carry + FROM] + i] == waste:
                    serves = True
            if not serves:
                continue
            spaced = -1
            for i in range(pr[carry + N_TO]):
                target = pr[pr[carry + TO] + i]
                filled = st[SIZES + target]
                if pr[carry + ONTO] and (pr[carry + ONTO] == 1) != (filled > 0):
                    continue
                there = pr[ROW_PILES] + target * PILE
                if filled == 0 and swaps(pr, st, target):
                    if spaced == pr[there + LETTER]:
                        continue
                    spaced = pr[there + LETTER]
                if (
                    takes(pr, mk, st, target) >> np.uint64(card) & ONE != NIL
                    and pr[there + BATCH_FROM] <= 1 < pr[there + BATCH_TO]
                ):
                    out[count] = (
                        other | waste << 8 | target << 16 | 1 << 24 | np.int64(turns) << 32
                    )
                    count += 1
    return count
