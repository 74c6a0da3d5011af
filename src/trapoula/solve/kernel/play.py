"""What moves and chores do to the piles: turning the stock, a move, and what the table does after it."""

from trapoula.machine.compiler import fast, word
from trapoula.solve.kernel import layout as at
from trapoula.solve.kernel.goals import chained, is_met
from trapoula.solve.kernel.layout import Board, Word
from trapoula.solve.kernel.piles import (
    NIL,
    ONE,
    at_home,
    base_of,
    has,
    joins,
    pile_row,
    pop,
    push,
    row_of,
    set_counter,
    size_of,
    source_of,
    takes,
    target_of,
    top,
    turns_of,
)

ONE_SUIT = word(0x1111111111111)  # the thirteen cards of the first suit


@fast
def do_chore(board: Board, chore: int) -> None:
    """Do one chore, if its condition holds."""
    code = board.code
    row = code[at.ROW_CHORES] + chore * at.CHORE
    if code[row + at.N_IF] and not is_met(board, code[row + at.IF], code[row + at.N_IF]):
        return
    if code[row + at.DOES] != at.C_AUTO:
        do_row(board, row)
        return
    move = code[at.ROW_HIDDEN] + code[row + at.DONE_AS] * at.MOVE
    if code[move + at.OP] == at.M_TURN and allowed(board, move) and can_turn(board, move):
        turn(board, move)
        for i in range(code[move + at.N_AFTER]):
            after = code[at.ROW_CHORES] + code[code[move + at.AFTER] + i] * at.CHORE
            if not code[after + at.N_IF] or is_met(
                board, code[after + at.IF], code[after + at.N_IF]
            ):
                do_row(board, after)


@fast
def allowed(board: Board, row: int) -> bool:
    """Whether all that must hold before a move holds."""
    code = board.code
    for i in range(code[row + at.N_WHEN] // 2):
        when = code[row + at.WHEN] + 2 * i
        if not is_met(board, code[when], code[when + 1]):
            return False
    return True


@fast
def do_row(board: Board, row: int) -> None:
    """Do what a chore says."""
    code, state = board.code, board.state
    op, first, many = code[row + at.DOES], code[row + at.DONE_TO], code[row + at.N_DONE_TO]
    if op == at.C_PHASE or op == at.C_SKIP:
        phase = (
            code[row + at.DONE_AS] if op == at.C_PHASE else state[at.PHASE] + code[row + at.DONE_AS]
        )
        if state[at.PHASE] != phase:
            set_counter(board, at.PHASE, phase)
        return
    if op == at.C_SWEEP:
        while sweep(board, row):
            pass
        return
    if op == at.C_CLOSE_UP:
        close_up(board, first, many)
        return
    if op == at.C_GATHER:
        gather(board, first, many, code[code[row + at.DONE_FROM]])
        return
    if op == at.C_DEAL_AGAIN:
        deal_again(board, first, many, code[row + at.DONE_AS])
        return
    for i in range(many):
        pile = code[first + i]
        size = state[at.SIZES + pile]
        base = base_of(code, pile)
        if op == at.C_REVEAL:
            if size and state[base + size - 1] & at.HIDDEN:
                push(board, pile, pop(board, pile) & at.FACE)
        elif op == at.C_UNCOVER:
            if size and state[base + size - 1] & at.HIDDEN:
                place, free = pile_row(code, pile), True
                for j in range(code[place + at.N_COVERS]):
                    if state[at.SIZES + code[code[place + at.COVERS] + j]]:
                        free = False
                if free:
                    push(board, pile, pop(board, pile) & at.FACE)
        elif op == at.C_REFILL:
            if size == 0:
                for j in range(code[row + at.N_DONE_FROM]):
                    source = code[code[row + at.DONE_FROM] + j]
                    if state[at.SIZES + source]:
                        push(board, pile, pop(board, source) & at.FACE)
                        break
        elif op == at.C_SETTLE:
            if state[at.PHASE] == 0 and size:
                set_counter(board, at.PHASE, ((state[base] & at.FACE) >> 2) + 1)
        elif op == at.C_FROM_UNDER:
            source = code[code[row + at.DONE_FROM] + i]
            if size == 0 and state[at.SIZES + source]:
                card = from_under(board, source)
                push(board, pile, card)
        elif op == at.C_CLEAR:
            for j in range(size):
                push(board, code[at.PILES], state[base + j])
            for _ in range(size):
                pop(board, pile)
        elif op == at.C_CLOSE:
            if size == code[row + at.DONE_AS] and chained(board, pile, code[row + at.DONE_BY]):
                push(board, pile, pop(board, pile) | at.HIDDEN)
        elif op == at.C_BURY and size > 1:
            bury(board, pile)


@fast
def from_under(board: Board, pile: int) -> int:
    """Take the lowest card out of a pile."""
    code, state = board.code, board.state
    size, base = state[at.SIZES + pile], base_of(code, pile)
    card, scratch = state[base], code[at.SCRATCH]
    for j in range(size):
        state[scratch + j] = state[base + j]
    for _ in range(size):
        pop(board, pile)
    for j in range(1, size):
        push(board, pile, state[scratch + j])
    return card


@fast
def gather(board: Board, first: int, many: int, stock: int) -> None:
    """Put piles under the stock face down, each turned over, the first of them lowest."""
    code, state = board.code, board.state
    scratch, count = code[at.SCRATCH], 0
    base = base_of(code, stock)
    for i in range(state[at.SIZES + stock]):
        state[scratch + i] = state[base + i]
        count += 1
    for _ in range(count):
        pop(board, stock)
    for i in range(many):
        pile = code[first + i]
        while state[at.SIZES + pile]:
            push(board, stock, pop(board, pile) | at.HIDDEN)
    for i in range(count):
        push(board, stock, state[scratch + i])


@fast
def deal_again(board: Board, first: int, many: int, size: int) -> None:
    """Lay the cards of some piles out again in their order, so many a pile."""
    code, state = board.code, board.state
    scratch, count = code[at.SCRATCH], 0
    for i in range(many):
        pile = code[first + i]
        base = base_of(code, pile)
        for j in range(state[at.SIZES + pile]):
            state[scratch + count] = state[base + j]
            count += 1
        while state[at.SIZES + pile]:
            pop(board, pile)
    for j in range(count):
        push(board, code[first + j // size], state[scratch + j])


@fast
def bury(board: Board, pile: int) -> None:
    """Turn the cards over that lie face up beneath the top card."""
    code, state = board.code, board.state
    size, base = state[at.SIZES + pile], base_of(code, pile)
    scratch, lowest = code[at.SCRATCH], size - 1
    while lowest > 0 and state[base + lowest - 1] < at.HIDDEN:
        lowest -= 1
    for j in range(lowest, size):
        state[scratch + j] = state[base + j]
    for _ in range(lowest, size):
        pop(board, pile)
    for j in range(size - 2, lowest - 1, -1):
        push(board, pile, state[scratch + j] | at.HIDDEN)
    push(board, pile, state[scratch + size - 1])


@fast
def close_up(board: Board, first: int, many: int) -> None:
    """Move the piles up into the gaps before them."""
    code, state = board.code, board.state
    free = 0
    for i in range(many):
        pile = code[first + i]
        if state[at.SIZES + pile] == 0:
            continue
        if free < i:
            shift(board, pile, code[first + free], state[at.SIZES + pile])
        free += 1


@fast
def shift(board: Board, source: int, target: int, size: int) -> None:
    """Carry the top cards of a pile to another together."""
    code, state = board.code, board.state
    start = base_of(code, source) + state[at.SIZES + source] - size
    for i in range(size):
        push(board, target, state[start + i])
    for _ in range(size):
        pop(board, source)


@fast
def homes(board: Board, first: int, many: int) -> tuple[Word, Word]:
    """What the foundations want, and what is ready: that and all that lies on them."""
    code, state, hashes = board.code, board.state, board.hashes
    wanted, ready = NIL, NIL
    for i in range(many):
        wanted |= takes(board, code[first + i])
    if code[at.SINGLE]:
        return wanted, hashes[at_home(code)]
    for i in range(many):
        pile = code[first + i]
        base = base_of(code, pile)
        for j in range(state[at.SIZES + pile]):
            ready |= ONE << word(state[base + j] & at.FACE)
    return wanted, ready


@fast
def safe(board: Board) -> tuple[Word, Word]:
    """What the foundations want, and what no card at home need wait for."""
    code, state = board.code, board.state
    if code[at.SINGLE]:
        wanted, ready = homes(board, code[at.SAFE_TO], code[at.N_SAFE_TO])
        return wanted, ready if code[at.SAFE_STRICT] else ready | wanted
    wanted, once, twice = NIL, NIL, NIL
    for i in range(code[at.N_SAFE_TO]):
        pile = code[code[at.SAFE_TO] + i]
        found = takes(board, pile)
        wanted |= found
        if state[at.SIZES + pile]:
            built = (ONE << word(4 * state[at.SIZES + pile])) - ONE
            found |= ONE_SUIT << word(top(board, pile) & 3) & built
        twice |= once & found
        once |= found
    return wanted, twice


@fast
def sweep(board: Board, row: int) -> bool:
    """Bring the first card that is safe there home; whether there was one."""
    code, masks, state = board.code, board.masks, board.state
    wanted, ready = homes(board, code[row + at.DONE_FROM], code[row + at.N_DONE_FROM])
    ready |= wanted
    for i in range(code[row + at.N_DONE_TO]):
        pile = code[code[row + at.DONE_TO] + i]
        if state[at.SIZES + pile] == 0:
            continue
        card = top(board, pile)
        if card >= at.HIDDEN or not has(wanted, card):
            continue
        if masks[code[row + at.DONE_BY] * at.TABLE + card] & ~ready == NIL:
            for j in range(code[row + at.N_DONE_FROM]):
                home = code[code[row + at.DONE_FROM] + j]
                if has(takes(board, home), card):
                    shift(board, pile, home, 1)
                    return True
    return False


@fast
def can_turn(board: Board, row: int) -> bool:
    """Whether the stock may be turned now."""
    code, state = board.code, board.state
    stock, waste = code[code[row + at.FROM]], code[code[row + at.TO]]
    if state[at.SIZES + stock]:
        return state[at.SIZES + waste] < code[pile_row(code, waste) + at.ROOM]
    again = code[row + at.REDEALS] < 0 or state[at.TURNED] < code[row + at.REDEALS]
    return again and state[at.SIZES + waste] > 0


@fast
def turn(board: Board, row: int) -> None:
    """Turn the stock once."""
    code, state = board.code, board.state
    stock, waste = code[code[row + at.FROM]], code[code[row + at.TO]]
    if state[at.SIZES + stock]:
        for _ in range(min(code[row + at.BY], state[at.SIZES + stock])):
            push(board, waste, pop(board, stock) & at.FACE)
    else:
        while state[at.SIZES + waste]:
            push(board, stock, pop(board, waste) | at.HIDDEN)
        set_counter(board, at.TURNED, state[at.TURNED] + 1)


@fast
def fast_forward_stock(board: Board, row: int, turns: int) -> None:
    """Turn the stock so many times: the cards that come and go on the way stay where they are."""
    code, state = board.code, board.state
    stock, waste = code[code[row + at.FROM]], code[code[row + at.TO]]
    held, turned = state[at.SIZES + waste], state[at.TURNED]
    whole, place = held + state[at.SIZES + stock], held
    for _ in range(turns):
        if place < whole:
            place = min(place + code[row + at.BY], whole)
        else:
            place = 0
            turned += 1
    for _ in range(held, place):
        push(board, waste, pop(board, stock) & at.FACE)
    for _ in range(place, held):
        push(board, stock, pop(board, waste) | at.HIDDEN)
    if turned != state[at.TURNED]:
        set_counter(board, at.TURNED, turned)


@fast
def obligation_after(board: Board, source: int, target: int, size: int) -> int:
    """What a carry was good for, if only for one thing: a card, and what must become of it next."""
    code, masks, state = board.code, board.masks, board.state
    here, there = pile_row(code, source), pile_row(code, target)
    if code[there + at.KIND] != at.COLUMN:
        return 0
    if code[at.WAITING] and code[here + at.KIND] == at.WASTE:
        return (top(board, target) + 1) | at.BUILT_ON << at.OBLIGATION_AT
    height = state[at.SIZES + source]
    if code[at.WHOLE_RUNS] and code[here + at.KIND] == at.COLUMN and height:
        under = state[code[here + at.BASE_AT] + height - 1]
        moved = state[code[there + at.BASE_AT] + state[at.SIZES + target] - size]
        if joins(masks, code[here + at.PACKED], under, moved):
            return (under + 1) | at.GOES_HOME << at.OBLIGATION_AT
    return 0


@fast
def play(board: Board, move: int) -> None:
    """Do a move, what follows it, and the chores."""
    code, state = board.code, board.state
    row = code[at.ROW_MOVES] + row_of(move) * at.MOVE
    source, target = source_of(move), target_of(move)
    size, turns = size_of(move), turns_of(move)
    if turns:
        fast_forward_stock(board, code[at.ROW_MOVES] + code[at.MACRO] * at.MOVE, turns)
    op, gone = code[row + at.OP], code[at.PILES]
    if op == at.M_CARRY:
        shift(board, source, target, size)
    elif op == at.M_LAYOFF:
        for _ in range(size):
            push(board, target, pop(board, source))
    elif op == at.M_TURN:
        turn(board, row)
    elif op == at.M_SPREAD:
        for i in range(min(code[row + at.N_TO], state[at.SIZES + source])):
            push(board, code[code[row + at.TO] + i], pop(board, source) & at.FACE)
    elif op == at.M_PAIR:
        push(board, gone, pop(board, source))
        push(board, gone, pop(board, target))
    elif op == at.M_REPLACE:
        push(board, gone, pop(board, source))
        push(board, gone, pop(board, target))
        stock = code[code[row + at.TO]]
        if state[at.SIZES + stock]:
            push(board, source, pop(board, stock) & at.FACE)
        if state[at.SIZES + stock]:
            push(board, target, pop(board, stock) & at.FACE)
    elif op == at.M_DROP or op == at.M_BEAT:
        push(board, gone, pop(board, source))
    elif op == at.M_SWAP:
        one, other = (pop(board, source), pop(board, target))
        push(board, source, other)
        push(board, target, one)
    elif op == at.M_FOLD:
        push(board, gone, pop(board, target))
        push(board, target, pop(board, source))
        close_up(board, code[row + at.FROM], code[row + at.N_FROM])
    elif op == at.M_TAP:
        for i in range(code[row + at.N_CELLS]):
            do_chore(board, code[code[row + at.CELLS] + i])
        if code[row + at.REDEALS] >= 0:
            set_counter(board, at.TURNED, state[at.TURNED] + 1)
    obligation = obligation_after(board, source, target, size) if op == at.M_CARRY else 0
    if obligation != state[at.OBLIGATION]:
        set_counter(board, at.OBLIGATION, obligation)
    for i in range(code[row + at.N_AFTER]):
        chore = code[code[row + at.AFTER] + i]
        after = code[at.ROW_CHORES] + chore * at.CHORE
        if code[after + at.DOES] != at.C_BACKFILL:
            do_chore(board, chore)
        elif state[at.SIZES + source] == 0 and state[at.SIZES + code[after + at.DONE_AS]]:
            push(board, source, pop(board, code[after + at.DONE_AS]) & at.FACE)
    for i in range(code[at.N_SETTLE]):
        do_chore(board, code[code[at.SETTLE] + i])
