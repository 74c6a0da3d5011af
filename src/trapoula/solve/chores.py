"""The kernel's chores, and turning the stock."""

import numpy as np

from trapoula.compiled import fast, once
from trapoula.solve.goals import chained, is_met
from trapoula.solve.layout import *
from trapoula.solve.piles import NIL, ONE, number, pop, push, takes, top

ONE_SUIT = np.uint64(0x1111111111111)  # the thirteen cards of the first suit


@fast
def do_chore(pr, mk, st, hs, chore):
    """Do one chore, if its condition holds."""
    row = pr[ROW_CHORES] + chore * CHORE
    if pr[row + N_IF] and not is_met(pr, mk, st, pr[row + IF], pr[row + N_IF]):
        return
    if pr[row + DOES] != C_AUTO:
        do_row(pr, mk, st, hs, row)
        return
    move = pr[ROW_HIDDEN] + pr[row + DONE_AS] * MOVE
    if pr[move + OP] == M_TURN and allowed(pr, mk, st, move) and can_turn(pr, st, move):
        turn(pr, mk, st, hs, move)
        for i in range(pr[move + N_AFTER]):
            after = pr[ROW_CHORES] + pr[pr[move + AFTER] + i] * CHORE
            if not pr[after + N_IF] or is_met(pr, mk, st, pr[after + IF], pr[after + N_IF]):
                do_row(pr, mk, st, hs, after)


@fast
def allowed(pr, mk, st, row):
    """Whether all that must hold before a move holds."""
    for i in range(pr[row + N_WHEN] // 2):
        when = pr[row + WHEN] + 2 * i
        if not is_met(pr, mk, st, pr[when], pr[when + 1]):
            return False
    return True


@fast
def do_row(pr, mk, st, hs, row):
    """Do what a chore says."""
    op, first, many = pr[row + DOES], pr[row + DONE_TO], pr[row + N_DONE_TO]
    if op == C_PHASE or op == C_SKIP:
        phase = pr[row + DONE_AS] if op == C_PHASE else st[PHASE] + pr[row + DONE_AS]
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
        gather(pr, mk, st, hs, first, many, pr[pr[row + DONE_FROM]])
        return
    if op == C_DEAL_AGAIN:
        deal_again(pr, mk, st, hs, first, many, pr[row + DONE_AS])
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
                for j in range(pr[row + N_DONE_FROM]):
                    source = pr[pr[row + DONE_FROM] + j]
                    if st[SIZES + source]:
                        push(pr, mk, st, hs, pile, pop(pr, mk, st, hs, source) & 63)
                        break
        elif op == C_SETTLE:
            if st[PHASE] == 0 and size:
                number(pr, st, PHASE, ((st[base] & 63) >> 2) + 1)
        elif op == C_FROM_UNDER:
            source = pr[pr[row + DONE_FROM] + i]
            if size == 0 and st[SIZES + source]:
                card = from_under(pr, mk, st, hs, source)
                push(pr, mk, st, hs, pile, card)
        elif op == C_CLEAR:
            for j in range(size):
                push(pr, mk, st, hs, pr[PILES], st[base + j])
            for j in range(size):
                pop(pr, mk, st, hs, pile)
        elif op == C_CLOSE:
            if size == pr[row + DONE_AS] and chained(pr, mk, st, pile, pr[row + DONE_BY]):
                push(pr, mk, st, hs, pile, pop(pr, mk, st, hs, pile) | 64)
        elif op == C_BURY:
            if size > 1:
                bury(pr, mk, st, hs, pile)


@once
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


@once
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


@once
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


@once
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
def safe(pr, mk, st, hs):
    """What the foundations want, and what no card at home need wait for."""
    if pr[SINGLE]:
        wanted, ready = homes(pr, mk, st, hs, pr[SAFE_TO], pr[N_SAFE_TO])
        return wanted, ready if pr[SAFE_STRICT] else ready | wanted
    wanted, once, twice = NIL, NIL, NIL
    for i in range(pr[N_SAFE_TO]):
        pile = pr[pr[SAFE_TO] + i]
        found = takes(pr, mk, st, pile)
        wanted |= found
        if st[SIZES + pile]:
            built = (ONE << np.uint64(4 * st[SIZES + pile])) - ONE
            found |= ONE_SUIT << np.uint64(top(pr, st, pile) & 3) & built
        twice |= once & found
        once |= found
    return wanted, twice


@once
def sweep(pr, mk, st, hs, row):
    """Bring the first card that is safe there home; whether there was one."""
    wanted, ready = homes(pr, mk, st, hs, pr[row + DONE_FROM], pr[row + N_DONE_FROM])
    ready |= wanted
    for i in range(pr[row + N_DONE_TO]):
        pile = pr[pr[row + DONE_TO] + i]
        if st[SIZES + pile] == 0:
            continue
        card = top(pr, st, pile)
        if card >= 64 or wanted >> np.uint64(card) & ONE == NIL:
            continue
        if mk[pr[row + DONE_BY] * 128 + card] & ~ready == NIL:
            for j in range(pr[row + N_DONE_FROM]):
                home = pr[pr[row + DONE_FROM] + j]
                if takes(pr, mk, st, home) >> np.uint64(card) & ONE != NIL:
                    shift(pr, mk, st, hs, pile, home, 1)
                    return True
    return False


@fast
def can_turn(pr, st, row):
    """Whether the stock may be turned now."""
    stock, waste = pr[pr[row + FROM]], pr[pr[row + TO]]
    if st[SIZES + stock]:
        return st[SIZES + waste] < pr[pr[ROW_PILES] + waste * PILE + ROOM]
    again = pr[row + REDEALS] < 0 or st[TURNED] < pr[row + REDEALS]
    return again and st[SIZES + waste] > 0


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
