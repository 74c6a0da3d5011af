"""Cards on and off the piles of an open game, the way back, and what follows a move without choice."""

from trapoula.compiled import fast, word
from trapoula.solve.kernel.layout import Numbers, Word
from trapoula.solve.kernel.piles import NIL, ONE, has
from trapoula.solve.open_kernel import layout as at
from trapoula.solve.open_kernel.layout import Board


@fast
def joins(masks: Numbers, table: int, under: int, card: int) -> bool:
    """Whether a table lets a card lie on another."""
    return has(masks[table + under], card)


@fast
def words_of(card: int, under: int) -> int:
    """Where the two words are that a card on another adds to the key."""
    return at.WORDS + 2 * (at.BENEATH * card + under)


@fast
def step_of(place: int, target: int, size: int) -> int:
    """A move of so many cards from one place to another, as one number."""
    return place | target << at.TARGET_AT | size << at.SIZE_AT


@fast
def place_of(step: int) -> int:
    """Where cards are taken from."""
    return step & at.BYTE


@fast
def target_of(step: int) -> int:
    """Where cards are laid."""
    return step >> at.TARGET_AT & at.BYTE


@fast
def size_of(step: int) -> int:
    """How many cards are taken."""
    return step >> at.SIZE_AT & at.BYTE


@fast
def lay(board: Board, place: int, card: int) -> None:
    """Lay a card on a pile."""
    masks, state, keys = board.masks, board.state, board.keys
    if place < at.CELLS:
        size = state[at.SIZES + place] + 1
        base = at.CARD + place * at.HIGH + size
        under = state[base - 1]
        state[base] = card
        state[at.SIZES + place] = size
        low, rank = state[base - 1 + at.LOW - at.CARD], card >> 2
        if rank > low:
            state[at.BLOCKS] += 1
            state[base + at.LOW - at.CARD] = low
        else:
            state[base + at.LOW - at.CARD] = rank
        if under == at.NONE:
            state[at.BARE] -= 1
        else:
            state[at.BREAKS] += not joins(masks, at.PACK, under, card)
        state[at.SPOT + card] = size
    elif place < at.HOMES:
        under = at.CELLED
        state[at.CELL + place - at.CELLS] = card
        state[at.FREE] -= 1
    else:
        state[at.HOME + place - at.HOMES] += 1
        state[at.AWAY] -= 1
        keys[at.HOME_MASK] |= ONE << word(card)
        state[at.WHERE + card] = place
        return
    state[at.WHERE + card] = place
    zobrist = words_of(card, under)
    keys[at.KEY] += masks[zobrist]
    keys[at.OTHER_KEY] += masks[zobrist + 1]


@fast
def lift(board: Board, place: int) -> int:
    """Take the top card off a pile."""
    masks, state, keys = board.masks, board.state, board.keys
    if place < at.CELLS:
        size = state[at.SIZES + place]
        base = at.CARD + place * at.HIGH + size
        card, under = state[base], state[base - 1]
        state[at.SIZES + place] = size - 1
        state[at.BLOCKS] -= card >> 2 > state[base - 1 + at.LOW - at.CARD]
        if under == at.NONE:
            state[at.BARE] += 1
        else:
            state[at.BREAKS] -= not joins(masks, at.PACK, under, card)
    elif place < at.HOMES:
        card, under = state[at.CELL + place - at.CELLS], at.CELLED
        state[at.CELL + place - at.CELLS] = at.NONE
        state[at.FREE] += 1
    else:
        suit = place - at.HOMES
        state[at.HOME + suit] -= 1
        state[at.AWAY] += 1
        card = state[at.HOME + suit] * 4 + suit
        keys[at.HOME_MASK] &= ~(ONE << word(card))
        return card
    zobrist = words_of(card, under)
    keys[at.KEY] -= masks[zobrist]
    keys[at.OTHER_KEY] -= masks[zobrist + 1]
    return card


@fast
def carry(board: Board, place: int, target: int, size: int) -> None:
    """Carry cards from one pile to another."""
    state = board.state
    if size == 1:
        card = lift(board, place)
        lay(board, target, card)
        return
    first = at.CARD + place * at.HIGH + state[at.SIZES + place] - size + 1
    for _ in range(size):
        lift(board, place)
    for i in range(size):
        lay(board, target, state[first + i])


@fast
def note(state: Numbers, move: int) -> None:
    """Write a step on the trail."""
    state[at.TRAIL + state[at.TRAIL_LENGTH]] = move
    state[at.TRAIL_LENGTH] += 1


@fast
def undo(board: Board, mark: int) -> None:
    """Take everything back to a mark on the trail."""
    state = board.state
    trail = state[at.TRAIL_LENGTH]
    while trail > mark:
        trail -= 1
        step = state[at.TRAIL + trail]
        carry(board, target_of(step), place_of(step), size_of(step))
    state[at.TRAIL_LENGTH] = mark


@fast
def play(board: Board, move: int) -> None:
    """Do a move, and all that follows without choice."""
    code, state = board.code, board.state
    place, target, size = place_of(move), target_of(move), size_of(move)
    if size > 1 and target >= at.CELLS:
        into_cells(board, place, size)
    else:
        carry(board, place, target, size)
        note(state, move)
    state[at.OWED] = 0
    if place < at.HOMES or code[at.SWEEPS]:  # then no proof brings home what came back
        follow(board)
    elif code[at.RETURNING]:
        suit = place - at.HOMES
        state[at.OWED] = state[at.HOME + suit] * 4 + suit + 1


@fast
def exposed(state: Numbers, card: int) -> bool:
    """Whether a card lies on top of a column or in a cell."""
    place = state[at.WHERE + card]
    return place < at.HOMES and (
        place >= at.CELLS or state[at.SPOT + card] == state[at.SIZES + place]
    )


@fast
def wanted(state: Numbers) -> Word:
    """The next cards to go home."""
    mask = NIL
    for suit in range(4):
        if state[at.HOME + suit] < 13:
            mask |= ONE << word(state[at.HOME + suit] * 4 + suit)
    return mask


@fast
def returns(board: Board, card: int) -> bool:
    """Whether a card on top lies where it could come back to."""
    code, masks, state = board.code, board.masks, board.state
    place = state[at.WHERE + card]
    if card >> 2 < code[at.LEAVES]:
        return False
    return place >= at.CELLS or joins(
        masks, at.PACK, state[at.CARD + place * at.HIGH + state[at.SPOT + card] - 1], card
    )


@fast
def homeward(board: Board, sweeping: bool) -> bool:
    """Bring a card home that does no harm there; whether there was one."""
    code, masks, state, keys = board.code, board.masks, board.state, board.keys
    ready = keys[at.HOME_MASK]
    if sweeping or not code[at.STRICT]:
        ready |= wanted(state)
    best, first = -1, 32
    for suit in range(4):
        card = state[at.HOME + suit] * 4 + suit
        if card >= 52 or not exposed(state, card):
            continue
        if sweeping:
            goes = masks[at.SWEPT + card] & ~ready == NIL
        else:
            goes = (code[at.SAFE] != 0 and masks[at.SAFER + card] & ~ready == NIL) or (
                code[at.FREE_RETURN] != 0 and returns(board, card)
            )
        order = (state[at.WHERE + card] - code[at.SWEPT_FIRST]) & 31
        if goes and order < first:
            best, first = suit, order
    if best < 0:
        return False
    size, home = state[at.HOME + best], at.HOMES + best
    place = state[at.WHERE + size * 4 + best]
    carry(board, place, home, 1)
    mark = 0
    if sweeping:
        mark = at.BY_ITSELF | (at.ADDED if size > 0 else 0)
    note(state, step_of(place, home, 1) | mark)
    return True


@fast
def begin(board: Board) -> None:
    """What a search does before it chooses; the table sweeps only after a first move."""
    code = board.code
    if homeward(board, False) or (code[at.PARKED] and out_of_cell(board)):
        follow(board)


@fast
def follow(board: Board) -> None:
    """What the table does by itself after a move, and what a search does because it can do no harm."""
    code, state = board.code, board.state
    while (
        some_home(state) and ((code[at.SWEEPS] and homeward(board, True)) or homeward(board, False))
    ) or (code[at.PARKED] and out_of_cell(board)):
        pass


@fast
def into_cells(board: Board, place: int, size: int) -> None:
    """Carry so many cards of a column to cells, one after another."""
    code, state = board.code, board.state
    for cell in range(at.CELLS, at.CELLS + code[at.N_CELLS]):
        if state[at.CELL + cell - at.CELLS] == at.NONE and size > 0:
            carry(board, place, cell, 1)
            note(state, step_of(place, cell, 1))
            size -= 1


@fast
def taker(state: Numbers, card: int) -> int:
    """The column on top of which the one card lies that takes another; -1: none."""
    over = card + 4
    if over >= 52:
        return -1
    place = state[at.WHERE + over]
    return place if place < at.CELLS and state[at.SPOT + over] == state[at.SIZES + place] else -1


@fast
def out_of_cell(board: Board) -> bool:
    """Pack a card from a cell on the one that takes it; whether there was such a card."""
    code, state = board.code, board.state
    if state[at.FREE] == code[at.N_CELLS]:
        return False
    for place in range(at.CELLS, at.CELLS + code[at.N_CELLS]):
        card = state[at.CELL + place - at.CELLS]
        if card != at.NONE:
            target = taker(state, card)
            if target >= 0:
                carry(board, place, target, 1)
                note(state, step_of(place, target, 1))
                return True
    return False


@fast
def some_home(state: Numbers) -> bool:
    """Whether some card could go home now."""
    for suit in range(4):
        card = state[at.HOME + suit] * 4 + suit
        if card < 52 and exposed(state, card):
            return True
    return False


@fast
def most(board: Board, onto_bare: int) -> int:
    """How many cards may be carried together."""
    code, state = board.code, board.state
    if not code[at.LIMITED]:
        return 52
    room = 1 + (state[at.FREE] if code[at.BY_CELLS] else 0)
    if code[at.BY_COLUMNS]:
        room <<= state[at.BARE] - onto_bare
    return room
