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
    stack, height, score = 0, 0, 0
    for step in range(count):
        row = pr[ROW_GOALS] + (start + step) * GOAL_ROW
        op = pr[row]
        if op == G_NOT:
            stack ^= 1 << (height - 1)
        elif op == G_AND or op == G_OR:
            height -= 1
            other, one = stack >> height & 1, stack >> (height - 1) & 1
            held = (one & other) if op == G_AND else (one | other)
            stack = (stack & ~(3 << (height - 1))) | held << (height - 1)
        elif op == G_START:
            score = 0
        elif op == G_GONE:
            score += pr[row + 3] * (st[SIZES + pr[PILES]] // pr[row + 4])
        elif op > G_START:
            score += points(pr, mk, st, row)
        else:
            holds = holds_now(pr, mk, st, row, score)
            stack = (stack & ~(1 << height)) | (1 << height if holds else 0)
            height += 1
    return stack & 1 == 1


@fast
def holds_now(pr, mk, st, row, score):
    """Whether one step of a goal holds."""
    op, first, many, value = pr[row], pr[row + 1], pr[row + 2], pr[row + 3]
    if op == G_PHASE:
        return st[PHASE] < 31 and (first >> st[PHASE]) & 1 == 1
    if op == G_TURNED:
        return st[TURNED] >= value
    if op == G_CANNOT:
        return not can_carry(pr, mk, st, pr[ROW_HIDDEN] + first * MOVE)
    total = 0
    for i in range(many):
        pile = pr[first + i]
        size = st[SIZES + pile]
        total += size
        if op == G_EMPTY:
            if size:
                return False
        elif op == G_FULL or op == G_REACH:
            if size == 0:
                return False
        elif op == G_BARE:
            base = pr[pr[ROW_PILES] + pile * PILE + BASE_AT]
            for j in range(size):
                if not joins(mk, value, 0, st[base + j]):
                    return False
        elif op == G_SORTED and size:
            if size != value or not chained(pr, mk, st, pile, pr[row + 5]):
                return False
    if op == G_LEFT:
        return value <= total <= pr[row + 4]
    return op != G_REACH or score >= value


@fast
def chained(pr, mk, st, pile, table):
    """Whether every card of a pile joins the one beneath it."""
    base = pr[pr[ROW_PILES] + pile * PILE + BASE_AT]
    for j in range(1, st[SIZES + pile]):
        if not joins(mk, table, st[base + j - 1], st[base + j]):
            return False
    return True


@fast
def can_carry(pr, mk, st, row):
    """Whether a carrying move is offered at all."""
    for i in range(pr[row + N_FROM]):
        source = pr[pr[row + FROM] + i]
        height = st[SIZES + source]
        here = pr[ROW_PILES] + source * PILE
        lift = pr[row + OWN_LIFT] if pr[row + OWN_LIFT] >= 0 else pr[here + LIFT]
        if height == 0 or lift < 0:
            continue
        sizes = lifted(pr, mk, st, source, lift)
        for size in range(1, sizes % 1000 + 1):
            if sizes >= 1000 and size != sizes % 1000 and not (sizes >= 2000 and size == 1):
                continue
            card = st[pr[here + BASE_AT] + height - size]
            for j in range(pr[row + N_TO]):
                target = pr[pr[row + TO] + j]
                there, filled = pr[ROW_PILES] + target * PILE, st[SIZES + target]
                if (
                    target != source
                    and card < 64
                    and (pr[row + ONTO] == 0 or (pr[row + ONTO] == 1) == (filled > 0))
                    and takes(pr, mk, st, target) >> np.uint64(card) & ONE != NIL
                    and not (
                        filled == 0
                        and size == height
                        and pr[there + ALIKE]
                        and pr[here + LETTER] == pr[there + LETTER]
                    )
                    and pr[there + BATCH_FROM] <= size < pr[there + BATCH_TO]
                    and filled + size <= pr[there + ROOM]
                ):
                    return True
    return False


@fast
def points(pr, mk, st, row):
    """One part of a score that is read off piles."""
    op, first, many, each = pr[row], pr[row + 1], pr[row + 2], pr[row + 3]
    table = pr[row + 5]
    score = pr[row + 4] if op == G_CARDS or op == G_DOWN else 0
    for i in range(many):
        pile = pr[first + i]
        base, size = pr[pr[ROW_PILES] + pile * PILE + BASE_AT], st[SIZES + pile]
        if op == G_CARDS and table < 0:
            score += each * size
        elif op == G_FIXED:
            if size and not alone(pr, mk, st, pile):
                score += each
        elif op == G_SUITS:
            if size == 13 and chained(pr, mk, st, pile, table):
                score += each
        else:
            for j in range(size):
                card = st[base + j]
                if op == G_CARDS:
                    score += each if joins(mk, table, 0, card) else 0
                elif op == G_DOWN:
                    score += each if card & 64 else 0
                elif op == G_WORTH:
                    score += 0 if card & 64 else pr[table + (card >> 2)]
                elif j and joins(mk, table, st[base + j - 1], card):
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
    """Do one chore, if its condition holds."""
    row = pr[ROW_CHORES] + chore * CHORE
    if pr[row + N_IF] and not reckoned(pr, mk, st, pr[row + IF], pr[row + N_IF]):
        return
    if pr[row] != C_AUTO:
        tidy_row(pr, mk, st, hs, row)
        return
    move = pr[ROW_HIDDEN] + pr[row + 6] * MOVE
    if pr[move] == M_TURN and allowed(pr, mk, st, move) and can_turn(pr, st, move):
        turn(pr, mk, st, hs, move)
        for i in range(pr[move + N_AFTER]):
            after = pr[ROW_CHORES] + pr[pr[move + AFTER] + i] * CHORE
            if not pr[after + N_IF] or reckoned(pr, mk, st, pr[after + IF], pr[after + N_IF]):
                tidy_row(pr, mk, st, hs, after)


@fast
def allowed(pr, mk, st, row):
    """Whether all that must hold before a move holds."""
    for i in range(pr[row + N_WHEN] // 2):
        when = pr[row + WHEN] + 2 * i
        if not reckoned(pr, mk, st, pr[when], pr[when + 1]):
            return False
    return True


@fast
def tidy_row(pr, mk, st, hs, row):
    """Do what a chore says."""
    op, first, many = pr[row], pr[row + 1], pr[row + 2]
    if op == C_PHASE or op == C_SKIP:
        phase = pr[row + 6] if op == C_PHASE else st[PHASE] + pr[row + 6]
        if st[PHASE] != phase:
            number(pr, st, PHASE, phase)
        return
    if op == C_SWEEP:
        while sweep(pr, mk, st, hs, row):
            pass
        return
    if op == C_CLOSE_UP:
        close_up(pr, mk, st, hs, first, many)
        return
    if op == C_GATHER:
        gather(pr, mk, st, hs, first, many, pr[pr[row + 3]])
        return
    if op == C_DEAL_AGAIN:
        deal_again(pr, mk, st, hs, first, many, pr[row + 6])
        return
    for i in range(many):
        pile = pr[first + i]
        size = st[SIZES + pile]
        base = pr[pr[ROW_PILES] + pile * PILE + BASE_AT]
        if op == C_REVEAL:
            if size and st[base + size - 1] & 64:
                push(pr, mk, st, hs, pile, pop(pr, mk, st, hs, pile) & 63)
        elif op == C_UNCOVER:
            if size and st[base + size - 1] & 64:
                place, free = pr[ROW_PILES] + pile * PILE, True
                for j in range(pr[place + N_COVERS]):
                    if st[SIZES + pr[pr[place + COVERS] + j]]:
                        free = False
                if free:
                    push(pr, mk, st, hs, pile, pop(pr, mk, st, hs, pile) & 63)
        elif op == C_REFILL:
            if size == 0:
                for j in range(pr[row + 4]):
                    source = pr[pr[row + 3] + j]
                    if st[SIZES + source]:
                        push(pr, mk, st, hs, pile, pop(pr, mk, st, hs, source) & 63)
                        break
        elif op == C_SETTLE:
            if st[PHASE] == 0 and size:
                number(pr, st, PHASE, ((st[base] & 63) >> 2) + 1)
        elif op == C_FROM_UNDER:
            source = pr[pr[row + 3] + i]
            if size == 0 and st[SIZES + source]:
                card = from_under(pr, mk, st, hs, source)
                push(pr, mk, st, hs, pile, card)
        elif op == C_CLEAR:
            for j in range(size):
                push(pr, mk, st, hs, pr[PILES], st[base + j])
            for j in range(size):
                pop(pr, mk, st, hs, pile)
        elif op == C_CLOSE:
            if size == pr[row + 6] and chained(pr, mk, st, pile, pr[row + 5]):
                push(pr, mk, st, hs, pile, pop(pr, mk, st, hs, pile) | 64)
        elif op == C_BURY:
            if size > 1:
                bury(pr, mk, st, hs, pile)


@fast
def from_under(pr, mk, st, hs, pile):
    """Take the lowest card out of a pile."""
    size, base = st[SIZES + pile], pr[pr[ROW_PILES] + pile * PILE + BASE_AT]
    card, scratch = st[base], pr[SCRATCH]
    for j in range(size):
        st[scratch + j] = st[base + j]
    for _ in range(size):
        pop(pr, mk, st, hs, pile)
    for j in range(1, size):
        push(pr, mk, st, hs, pile, st[scratch + j])
    return card


@fast
def gather(pr, mk, st, hs, first, many, stock):
    """Put piles under the stock face down, each turned over, the first of them lowest."""
    scratch, count = pr[SCRATCH], 0
    base = pr[pr[ROW_PILES] + stock * PILE + BASE_AT]
    for i in range(st[SIZES + stock]):
        st[scratch + i] = st[base + i]
        count += 1
    for _ in range(count):
        pop(pr, mk, st, hs, stock)
    for i in range(many):
        pile = pr[first + i]
        while st[SIZES + pile]:
            push(pr, mk, st, hs, stock, pop(pr, mk, st, hs, pile) | 64)
    for i in range(count):
        push(pr, mk, st, hs, stock, st[scratch + i])


@fast
def deal_again(pr, mk, st, hs, first, many, size):
    """Lay the cards of some piles out again in their order, so many a pile."""
    scratch, count = pr[SCRATCH], 0
    for i in range(many):
        pile = pr[first + i]
        base = pr[pr[ROW_PILES] + pile * PILE + BASE_AT]
        for j in range(st[SIZES + pile]):
            st[scratch + count] = st[base + j]
            count += 1
        while st[SIZES + pile]:
            pop(pr, mk, st, hs, pile)
    for j in range(count):
        push(pr, mk, st, hs, pr[first + j // size], st[scratch + j])


@fast
def bury(pr, mk, st, hs, pile):
    """Turn the cards over that lie face up beneath the top card."""
    size, base = st[SIZES + pile], pr[pr[ROW_PILES] + pile * PILE + BASE_AT]
    scratch, lowest = pr[SCRATCH], size - 1
    while lowest > 0 and st[base + lowest - 1] < 64:
        lowest -= 1
    for j in range(lowest, size):
        st[scratch + j] = st[base + j]
    for _ in range(lowest, size):
        pop(pr, mk, st, hs, pile)
    for j in range(size - 2, lowest - 1, -1):
        push(pr, mk, st, hs, pile, st[scratch + j] | 64)
    push(pr, mk, st, hs, pile, st[scratch + size - 1])


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
    elif op == M_DROP or op == M_BEAT:
        push(pr, mk, st, hs, gone, pop(pr, mk, st, hs, source))
    elif op == M_SWAP:
        one, other = pop(pr, mk, st, hs, source), pop(pr, mk, st, hs, target)
        push(pr, mk, st, hs, source, other)
        push(pr, mk, st, hs, target, one)
    elif op == M_FOLD:
        push(pr, mk, st, hs, gone, pop(pr, mk, st, hs, target))
        push(pr, mk, st, hs, target, pop(pr, mk, st, hs, source))
        close_up(pr, mk, st, hs, pr[row + FROM], pr[row + N_FROM])
    elif op == M_TAP:
        for i in range(pr[row + N_CELLS]):
            tidy(pr, mk, st, hs, pr[pr[row + CELLS] + i])
        if pr[row + REDEALS] >= 0:
            number(pr, st, TURNED, st[TURNED] + 1)
    if pr[BORROW]:
        borrowed = 0
        if op == M_CARRY and pr[pr[ROW_PILES] + source * PILE + KIND] == FOUNDATION:
            borrowed = (target + 1) | source << 8
        if borrowed != st[BORROWED]:
            number(pr, st, BORROWED, borrowed)
    for i in range(pr[row + N_AFTER]):
        chore = pr[pr[row + AFTER] + i]
        after = pr[ROW_CHORES] + chore * CHORE
        if pr[after] != C_BACKFILL:
            tidy(pr, mk, st, hs, chore)
        elif st[SIZES + source] == 0 and st[SIZES + pr[after + 6]]:
            push(pr, mk, st, hs, source, pop(pr, mk, st, hs, pr[after + 6]) & 63)
    for i in range(pr[N_SETTLE]):
        tidy(pr, mk, st, hs, pr[pr[SETTLE] + i])


# --- finding moves -------------------------------------------------------------------------------


@fast
def legal(pr, mk, st, hs, out, wants, lean):
    """All legal moves; when lean, without those that a search has no need of. How many there are."""
    count = 0
    for move in range(pr[N_MOVES]):
        row = pr[ROW_MOVES] + move * MOVE
        if pr[row + N_WHEN] and not allowed(pr, mk, st, row):
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


@fast
def can_tap(pr, mk, st, hs, row, wants):
    """Whether a tap may be made, and would change anything."""
    if pr[row + REDEALS] >= 0 and st[TURNED] >= pr[row + REDEALS]:
        return False
    mark, phase = st[TRAIL_LENGTH], st[PHASE]
    for pile in range(pr[PILES] + 1):
        wants[pile] = hs[pile]
    for i in range(pr[row + N_CELLS]):
        tidy(pr, mk, st, hs, pr[pr[row + CELLS] + i])
    changed = st[PHASE] != phase
    for pile in range(pr[PILES] + 1):
        changed |= wants[pile] != hs[pile]
    undo(pr, mk, st, hs, mark)
    return changed


@fast
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


@fast
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


@fast
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
