"""The kernel's chores, and turning the stock."""

import numpy as np

from trapoula.compiled import fast
from trapoula.solve.kernel.goals import chained, is_met
from trapoula.solve.kernel.layout import *
from trapoula.solve.kernel.piles import NIL, ONE, at_home, number, pop, push, takes, top

ONE_SUIT = np.uint64(0x1111111111111)  # the thirteen cards of the first suit


@fast
def do_chore(code, masks, state, hashes, chore):
    """Do one chore, if its condition holds."""
    row = code[ROW_CHORES] + chore * CHORE
    if code[row + N_IF] and not is_met(code, masks, state, code[row + IF], code[row + N_IF]):
        return
    if code[row + DOES] != C_AUTO:
        do_row(code, masks, state, hashes, row)
        return
    move = code[ROW_HIDDEN] + code[row + DONE_AS] * MOVE
    if (
        code[move + OP] == M_TURN
        and allowed(code, masks, state, move)
        and can_turn(code, state, move)
    ):
        turn(code, masks, state, hashes, move)
        for i in range(code[move + N_AFTER]):
            after = code[ROW_CHORES] + code[code[move + AFTER] + i] * CHORE
            if not code[after + N_IF] or is_met(
                code, masks, state, code[after + IF], code[after + N_IF]
            ):
                do_row(code, masks, state, hashes, after)


@fast
def allowed(code, masks, state, row):
    """Whether all that must hold before a move holds."""
    for i in range(code[row + N_WHEN] // 2):
        when = code[row + WHEN] + 2 * i
        if not is_met(code, masks, state, code[when], code[when + 1]):
            return False
    return True


@fast
def do_row(code, masks, state, hashes, row):
    """Do what a chore says."""
    op, first, many = code[row + DOES], code[row + DONE_TO], code[row + N_DONE_TO]
    if op == C_PHASE or op == C_SKIP:
        phase = code[row + DONE_AS] if op == C_PHASE else state[PHASE] + code[row + DONE_AS]
        if state[PHASE] != phase:
            number(code, state, PHASE, phase)
        return
    if op == C_SWEEP:
        while sweep(code, masks, state, hashes, row):
            pass
        return
    if op == C_CLOSE_UP:
        close_up(code, masks, state, hashes, first, many)
        return
    if op == C_GATHER:
        gather(code, masks, state, hashes, first, many, code[code[row + DONE_FROM]])
        return
    if op == C_DEAL_AGAIN:
        deal_again(code, masks, state, hashes, first, many, code[row + DONE_AS])
        return
    for i in range(many):
        pile = code[first + i]
        size = state[SIZES + pile]
        base = code[code[ROW_PILES] + pile * PILE + BASE_AT]
        if op == C_REVEAL:
            if size and state[base + size - 1] & HIDDEN:
                push(code, masks, state, hashes, pile, pop(code, masks, state, hashes, pile) & FACE)
        elif op == C_UNCOVER:
            if size and state[base + size - 1] & HIDDEN:
                place, free = code[ROW_PILES] + pile * PILE, True
                for j in range(code[place + N_COVERS]):
                    if state[SIZES + code[code[place + COVERS] + j]]:
                        free = False
                if free:
                    push(
                        code,
                        masks,
                        state,
                        hashes,
                        pile,
                        pop(code, masks, state, hashes, pile) & FACE,
                    )
        elif op == C_REFILL:
            if size == 0:
                for j in range(code[row + N_DONE_FROM]):
                    source = code[code[row + DONE_FROM] + j]
                    if state[SIZES + source]:
                        push(
                            code,
                            masks,
                            state,
                            hashes,
                            pile,
                            pop(code, masks, state, hashes, source) & FACE,
                        )
                        break
        elif op == C_SETTLE:
            if state[PHASE] == 0 and size:
                number(code, state, PHASE, ((state[base] & FACE) >> 2) + 1)
        elif op == C_FROM_UNDER:
            source = code[code[row + DONE_FROM] + i]
            if size == 0 and state[SIZES + source]:
                card = from_under(code, masks, state, hashes, source)
                push(code, masks, state, hashes, pile, card)
        elif op == C_CLEAR:
            for j in range(size):
                push(code, masks, state, hashes, code[PILES], state[base + j])
            for j in range(size):
                pop(code, masks, state, hashes, pile)
        elif op == C_CLOSE:
            if size == code[row + DONE_AS] and chained(
                code, masks, state, pile, code[row + DONE_BY]
            ):
                push(
                    code, masks, state, hashes, pile, pop(code, masks, state, hashes, pile) | HIDDEN
                )
        elif op == C_BURY:
            if size > 1:
                bury(code, masks, state, hashes, pile)


@fast
def from_under(code, masks, state, hashes, pile):
    """Take the lowest card out of a pile."""
    size, base = state[SIZES + pile], code[code[ROW_PILES] + pile * PILE + BASE_AT]
    card, scratch = state[base], code[SCRATCH]
    for j in range(size):
        state[scratch + j] = state[base + j]
    for _ in range(size):
        pop(code, masks, state, hashes, pile)
    for j in range(1, size):
        push(code, masks, state, hashes, pile, state[scratch + j])
    return card


@fast
def gather(code, masks, state, hashes, first, many, stock):
    """Put piles under the stock face down, each turned over, the first of them lowest."""
    scratch, count = code[SCRATCH], 0
    base = code[code[ROW_PILES] + stock * PILE + BASE_AT]
    for i in range(state[SIZES + stock]):
        state[scratch + i] = state[base + i]
        count += 1
    for _ in range(count):
        pop(code, masks, state, hashes, stock)
    for i in range(many):
        pile = code[first + i]
        while state[SIZES + pile]:
            push(code, masks, state, hashes, stock, pop(code, masks, state, hashes, pile) | HIDDEN)
    for i in range(count):
        push(code, masks, state, hashes, stock, state[scratch + i])


@fast
def deal_again(code, masks, state, hashes, first, many, size):
    """Lay the cards of some piles out again in their order, so many a pile."""
    scratch, count = code[SCRATCH], 0
    for i in range(many):
        pile = code[first + i]
        base = code[code[ROW_PILES] + pile * PILE + BASE_AT]
        for j in range(state[SIZES + pile]):
            state[scratch + count] = state[base + j]
            count += 1
        while state[SIZES + pile]:
            pop(code, masks, state, hashes, pile)
    for j in range(count):
        push(code, masks, state, hashes, code[first + j // size], state[scratch + j])


@fast
def bury(code, masks, state, hashes, pile):
    """Turn the cards over that lie face up beneath the top card."""
    size, base = state[SIZES + pile], code[code[ROW_PILES] + pile * PILE + BASE_AT]
    scratch, lowest = code[SCRATCH], size - 1
    while lowest > 0 and state[base + lowest - 1] < HIDDEN:
        lowest -= 1
    for j in range(lowest, size):
        state[scratch + j] = state[base + j]
    for _ in range(lowest, size):
        pop(code, masks, state, hashes, pile)
    for j in range(size - 2, lowest - 1, -1):
        push(code, masks, state, hashes, pile, state[scratch + j] | HIDDEN)
    push(code, masks, state, hashes, pile, state[scratch + size - 1])


@fast
def close_up(code, masks, state, hashes, first, many):
    """Move the piles up into the gaps before them."""
    free = 0
    for i in range(many):
        pile = code[first + i]
        if state[SIZES + pile] == 0:
            continue
        if free < i:
            shift(code, masks, state, hashes, pile, code[first + free], state[SIZES + pile])
        free += 1


@fast
def shift(code, masks, state, hashes, source, target, size):
    """Carry the top cards of a pile to another together."""
    start = code[code[ROW_PILES] + source * PILE + BASE_AT] + state[SIZES + source] - size
    for i in range(size):
        push(code, masks, state, hashes, target, state[start + i])
    for _ in range(size):
        pop(code, masks, state, hashes, source)


@fast
def homes(code, masks, state, hashes, first, many):
    """What the foundations want, and what is ready: that and all that lies on them."""
    wanted, ready = NIL, NIL
    for i in range(many):
        wanted |= takes(code, masks, state, code[first + i])
    if code[SINGLE]:
        return wanted, hashes[at_home(code)]
    for i in range(many):
        pile = code[first + i]
        base = code[code[ROW_PILES] + pile * PILE + BASE_AT]
        for j in range(state[SIZES + pile]):
            ready |= ONE << np.uint64(state[base + j] & FACE)
    return wanted, ready


@fast
def safe(code, masks, state, hashes):
    """What the foundations want, and what no card at home need wait for."""
    if code[SINGLE]:
        wanted, ready = homes(code, masks, state, hashes, code[SAFE_TO], code[N_SAFE_TO])
        return wanted, ready if code[SAFE_STRICT] else ready | wanted
    wanted, once, twice = NIL, NIL, NIL
    for i in range(code[N_SAFE_TO]):
        pile = code[code[SAFE_TO] + i]
        found = takes(code, masks, state, pile)
        wanted |= found
        if state[SIZES + pile]:
            built = (ONE << np.uint64(4 * state[SIZES + pile])) - ONE
            found |= ONE_SUIT << np.uint64(top(code, state, pile) & 3) & built
        twice |= once & found
        once |= found
    return wanted, twice


@fast
def sweep(code, masks, state, hashes, row):
    """Bring the first card that is safe there home; whether there was one."""
    wanted, ready = homes(
        code, masks, state, hashes, code[row + DONE_FROM], code[row + N_DONE_FROM]
    )
    ready |= wanted
    for i in range(code[row + N_DONE_TO]):
        pile = code[code[row + DONE_TO] + i]
        if state[SIZES + pile] == 0:
            continue
        card = top(code, state, pile)
        if card >= HIDDEN or wanted >> np.uint64(card) & ONE == NIL:
            continue
        if masks[code[row + DONE_BY] * TABLE + card] & ~ready == NIL:
            for j in range(code[row + N_DONE_FROM]):
                home = code[code[row + DONE_FROM] + j]
                if takes(code, masks, state, home) >> np.uint64(card) & ONE != NIL:
                    shift(code, masks, state, hashes, pile, home, 1)
                    return True
    return False


@fast
def can_turn(code, state, row):
    """Whether the stock may be turned now."""
    stock, waste = code[code[row + FROM]], code[code[row + TO]]
    if state[SIZES + stock]:
        return state[SIZES + waste] < code[code[ROW_PILES] + waste * PILE + ROOM]
    again = code[row + REDEALS] < 0 or state[TURNED] < code[row + REDEALS]
    return again and state[SIZES + waste] > 0


@fast
def turn(code, masks, state, hashes, row):
    """Turn the stock once."""
    stock, waste = code[code[row + FROM]], code[code[row + TO]]
    if state[SIZES + stock]:
        for _ in range(min(code[row + BY], state[SIZES + stock])):
            push(code, masks, state, hashes, waste, pop(code, masks, state, hashes, stock) & FACE)
    else:
        while state[SIZES + waste]:
            push(code, masks, state, hashes, stock, pop(code, masks, state, hashes, waste) | HIDDEN)
        number(code, state, TURNED, state[TURNED] + 1)


@fast
def wind(code, masks, state, hashes, row, turns):
    """Turn the stock so many times: the cards that come and go on the way stay where they are."""
    stock, waste = code[code[row + FROM]], code[code[row + TO]]
    held, turned = state[SIZES + waste], state[TURNED]
    whole, place = held + state[SIZES + stock], held
    for _ in range(turns):
        if place < whole:
            place = min(place + code[row + BY], whole)
        else:
            place = 0
            turned += 1
    for _ in range(held, place):
        push(code, masks, state, hashes, waste, pop(code, masks, state, hashes, stock) & FACE)
    for _ in range(place, held):
        push(code, masks, state, hashes, stock, pop(code, masks, state, hashes, waste) | HIDDEN)
    if turned != state[TURNED]:
        number(code, state, TURNED, turned)
