"""The search of an open game: how good a position looks, depth first with a table, and beams."""

from trapoula.machine.compiler import fast, wide, word
from trapoula.solve.kernel.hashing import HALF, insert
from trapoula.solve.kernel.layout import Numbers
from trapoula.solve.kernel.piles import MIX_A, MIX_C, NIL
from trapoula.solve.open_kernel import layout as at
from trapoula.solve.open_kernel.layout import Board, Search
from trapoula.solve.open_kernel.legal_moves import offers
from trapoula.solve.open_kernel.position import (
    joins,
    place_of,
    play,
    size_of,
    target_of,
    undo,
    wanted,
    words_of,
)
from trapoula.solve.open_kernel.room import without_room
from trapoula.solve.search_kernel.layout import (
    EMPTY,
    FULL_STACK,
    FULL_TABLE,
    FULL_TRAIL,
    GOING,
    WON,
)

OLD, DONE = 1 << 40, 1 << 41  # instead of a value: the position was met before, or is won


@fast
def table_full(info: Numbers, more: int) -> bool:
    """Whether so many more keys would fill the table too far."""
    return info[at.KEPT] + more > info[at.TABLE_ROOM] - info[at.TABLE_ROOM] // 4


@fast
def value(state: Numbers, weights: Numbers) -> int:
    """How far from won a position looks."""
    deep = 0
    for suit in range(4):
        card = state[at.HOME + suit] * 4 + suit
        if card < 52:
            place = state[at.WHERE + card]
            if place < at.CELLS:
                deep += state[at.SIZES + place] - state[at.SPOT + card]
    return (
        weights[at.W_AWAY] * state[at.AWAY]
        + weights[at.W_BREAK] * state[at.BREAKS]
        + weights[at.W_BLOCK] * state[at.BLOCKS]
        - weights[at.W_BARE] * state[at.BARE]
        - weights[at.W_FREE] * state[at.FREE]
        + weights[at.W_DEEP] * deep
    )


@fast
def survey(board: Board, weights: Numbers) -> None:
    """Note what the values of all positions one move on are reckoned from."""
    code, state = board.code, board.state
    for column in range(code[at.N_COLUMNS]):
        state[at.NEXTS + column] = 0
    for suit in range(4):
        card = state[at.HOME + suit] * 4 + suit
        if card < 52 and state[at.WHERE + card] < at.CELLS:
            state[at.NEXTS + state[at.WHERE + card]] += 1
    state[at.VALUE] = value(state, weights)


@fast
def value_after(board: Board, weights: Numbers, place: int, target: int, size: int) -> int:
    """How far from won a position looks after cards have changed piles and nothing followed."""
    masks, state = board.masks, board.state
    breaks = blocks = bare = free = 0
    deep, low = state[at.NEXTS + target] * size, 99  # what they come to lie over
    if target < at.CELLS:
        low = state[at.LOW + target * at.HIGH + state[at.SIZES + target]]
        bare -= state[at.SIZES + target] == 0
    else:
        free -= 1
    if place < at.CELLS:
        base = at.CARD + place * at.HIGH + state[at.SIZES + place] - size
        under, over = state[base], state[at.NEXTS + place]  # and what they lay over
        bare += under == at.NONE
        breaks -= (under != at.NONE) & (not joins(masks, at.PACK, under, state[base + 1]))
        for spot in range(base + 1, base + size + 1):
            card = state[spot]
            rank = card >> 2
            blocks += (rank > low) - (rank > state[spot - 1 + at.LOW - at.CARD])
            over -= state[at.HOME + (card & 3)] == rank
            low = min(low, rank)
        deep -= over * size
    else:
        free += 1
        blocks += state[at.CELL + place - at.CELLS] >> 2 > low
    return (
        state[at.VALUE]
        + weights[at.W_BREAK] * breaks
        + weights[at.W_BLOCK] * blocks
        - weights[at.W_BARE] * bare
        - weights[at.W_FREE] * free
        + weights[at.W_DEEP] * deep
    )


@fast
def noise(info: Numbers, most: int) -> int:
    """A small number of chance."""
    bits = word(info[at.DICE])
    bits ^= bits << word(13)
    bits ^= bits >> word(7)
    bits ^= bits << word(17)
    info[at.DICE] = wide(bits)
    return wide((bits >> HALF) * word(most) >> HALF)


@fast
def has_consequences(board: Board, move: int) -> int:
    """Whether more may follow a move than the cards changing piles, or a foundation has part in it."""
    code, state = board.code, board.state
    place, target, size = place_of(move), target_of(move), size_of(move)
    if place >= at.HOMES or target >= at.HOMES or state[at.OBLIGATION]:
        return True
    if place < at.CELLS:
        base = at.CARD + place * at.HIGH + state[at.SIZES + place] - size
        under = state[base]
        if state[at.HOME + (under & 3)] == under >> 2 and follows(board, under, state[base - 1]):
            return True
        top = state[base + size]
    else:
        top = state[at.CELL + place - at.CELLS]
    if code[at.FREE_RETURN] and state[at.HOME + (top & 3)] == top >> 2:
        return True
    return code[at.PARKED] and packs_more(state, place, target, size)


@fast
def packs_more(state: Numbers, place: int, target: int, size: int) -> bool:
    """Whether a card would leave its cell after a move."""
    if place < at.CELLS:
        if target >= at.CELLS and size > 1:
            return True
        over = state[at.CARD + place * at.HIGH + state[at.SIZES + place] - size]
    else:
        over = state[at.CELL + place - at.CELLS]
    return over < 52 and over >= 4 and at.CELLS <= state[at.WHERE + over - 4] < at.HOMES


@fast
def follows(board: Board, card: int, under: int) -> int:
    """Whether a wanted card would go home at once if it lay on top."""
    code, masks, state, keys = board.code, board.masks, board.state, board.keys
    if code[at.FREE_RETURN] and joins(masks, at.PACK, under, card):
        return True
    ready = keys[at.HOME_MASK]
    if code[at.SWEEPS] and masks[at.SWEPT + card] & ~(ready | wanted(state)) == NIL:
        return True
    if not code[at.STRICT]:
        ready |= wanted(state)
    return code[at.SAFE] and masks[at.SAFER + card] & ~ready == NIL


@fast
def child(search: Search, move: int, first: bool, worse: int) -> int:
    """Note what a move leads to: its value, or DONE, or OLD, also of what looks too much worse."""
    board, weights, table, info = search.board, search.weights, search.table, search.info
    masks, state, keys = board.masks, board.state, board.keys
    info[at.STATES] += 1
    worth = OLD
    if first or has_consequences(board, move):
        mark, obligation_after = state[at.TRAIL_LENGTH], state[at.OBLIGATION]
        play(board, move)
        if state[at.AWAY] == 0:
            return DONE
        obligation = word(state[at.OBLIGATION])
        if insert(
            table,
            info[at.TABLE_ROOM],
            keys[at.KEY] + obligation * MIX_A,
            keys[at.OTHER_KEY] + obligation * MIX_C,
        ):
            worth = value(state, weights)
        undo(board, mark)
        state[at.OBLIGATION] = obligation_after
    else:
        place, target, size = place_of(move), target_of(move), size_of(move)
        if place < at.CELLS:
            base = at.CARD + place * at.HIGH + state[at.SIZES + place] - size
            card, under = state[base + 1], state[base]
        else:
            card, under = state[at.CELL + place - at.CELLS], at.CELLED
        after = at.CELLED
        if target < at.CELLS:
            after = state[at.CARD + target * at.HIGH + state[at.SIZES + target]]
        looks = 0
        if worse:
            looks = value_after(board, weights, place, target, size)
            if looks > state[at.VALUE] + worse:
                info[at.CUT] = 1
                return OLD
        old, new = words_of(card, under), words_of(card, after)
        if insert(
            table,
            info[at.TABLE_ROOM],
            keys[at.KEY] - masks[old] + masks[new],
            keys[at.OTHER_KEY] - masks[old + 1] + masks[new + 1],
        ):
            worth = looks or value_after(board, weights, place, target, size)
    if worth != OLD:
        info[at.KEPT] += 1
        if weights[at.W_NOISE]:
            worth += noise(info, weights[at.W_NOISE])
    return worth


@fast
def worth_trying(board: Board, rooms: Numbers, out: Numbers) -> int:
    """The moves, and none where packed cards find no room; how many there are."""
    code = board.code
    if code[at.ROOMY] and without_room(board, rooms, out):
        return 0
    return offers(board, out)


@fast
def deepen(search: Search, budget: int) -> int:
    """Go on with a depth-first search for so many positions."""
    board, weights, rooms, stack = search.board, search.weights, search.rooms, search.stack
    marks, info, out, vals = search.marks, search.info, search.out, search.vals
    state = board.state
    last = info[at.STATES] + budget
    while True:
        deep = info[at.DEEP]
        if marks[deep] + at.MOST_STEPS > info[at.TRAIL_ROOM]:
            return FULL_TRAIL
        if info[at.HEIGHT] + at.MOST_OFFERS > info[at.STACK_ROOM] or deep + 2 > info[at.DEPTH_ROOM]:
            return FULL_STACK
        if info[at.STATES] > last:
            return GOING
        count, kept = worth_trying(board, rooms, out), 0
        if table_full(info, count):
            return FULL_TABLE
        survey(board, weights)
        for i in range(count):
            move = out[i]
            worth = child(search, move, deep == 0, 0)
            if worth == OLD:
                continue
            if worth == DONE:
                return WON
            j = kept
            while j > 0 and vals[j - 1] < worth:
                vals[j] = vals[j - 1]
                out[j] = out[j - 1]
                j -= 1
            vals[j] = worth
            out[j] = move
            kept += 1
        height = info[at.HEIGHT]
        for i in range(kept):
            stack[height + i] = out[i] | deep << at.FROM_AT
        height += kept - 1
        info[at.HEIGHT] = height
        if height < 0:
            return EMPTY
        deep = stack[height] >> at.FROM_AT
        undo(board, marks[deep])
        play(board, stack[height] & at.MOVE_ALONE)
        marks[deep + 1] = state[at.TRAIL_LENGTH]
        info[at.DEEP] = deep + 1
