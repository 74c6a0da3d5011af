"""A position of an open game: cards on and off its piles, what follows a move, and a row of bytes."""

from trapoula.machine.compiler import fast, wide, word
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
    state[at.OBLIGATION] = 0
    if place < at.HOMES or code[at.SWEEPS]:  # then no proof brings home what came back
        follow(board)
    elif code[at.FREE_RETURN]:
        suit = place - at.HOMES
        state[at.OBLIGATION] = state[at.HOME + suit] * 4 + suit + 1


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
def safe_home(board: Board, sweeping: bool) -> bool:
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
    if safe_home(board, False) or (code[at.PARKED] and out_of_cell(board)):
        follow(board)


@fast
def follow(board: Board) -> None:
    """What the table does by itself after a move, and what a search does because it can do no harm."""
    code, state = board.code, board.state
    while (
        some_home(state)
        and ((code[at.SWEEPS] and safe_home(board, True)) or safe_home(board, False))
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


LAST_BYTE = word(at.BYTE)


@fast
def write_word(rows: Numbers, place: int, bits: Word) -> None:
    """Write a word as bytes."""
    for i in range(8):
        rows[place + i] = bits >> word(8 * i) & LAST_BYTE


@fast
def read_word(rows: Numbers, place: int) -> Word:
    """The word that some bytes are."""
    bits = NIL
    for i in range(8):
        bits |= word(rows[place + i]) << word(8 * i)
    return bits


@fast
def pack(board: Board, rows: Numbers, place: int) -> None:
    """Write a position to bytes."""
    code, state, keys = board.code, board.state, board.keys
    write_word(rows, place + at.ROW_KEY, keys[at.KEY])
    write_word(rows, place + at.ROW_OTHER_KEY, keys[at.OTHER_KEY])
    rows[place + at.ROW_BREAKS], rows[place + at.ROW_BLOCKS] = state[at.BREAKS], state[at.BLOCKS]
    rows[place + at.ROW_OBLIGATION] = state[at.OBLIGATION]
    place += at.ROW_CARDS
    for suit in range(4):
        rows[place + suit] = state[at.HOME + suit]
    place += 4
    for i in range(code[at.N_CELLS]):
        rows[place] = state[at.CELL + i]
        place += 1
    for column in range(code[at.N_COLUMNS]):
        base, size = at.CARD + column * at.HIGH, state[at.SIZES + column]
        rows[place] = size
        for j in range(1, size + 1):
            rows[place + j] = state[base + j]
        place += size + 1


@fast
def unpack(board: Board, rows: Numbers, place: int) -> None:
    """Take a position from bytes; its trail is empty."""
    code, state, keys = board.code, board.state, board.keys
    keys[at.KEY] = read_word(rows, place + at.ROW_KEY)
    keys[at.OTHER_KEY] = read_word(rows, place + at.ROW_OTHER_KEY)
    state[at.BREAKS], state[at.BLOCKS] = rows[place + at.ROW_BREAKS], rows[place + at.ROW_BLOCKS]
    state[at.OBLIGATION] = rows[place + at.ROW_OBLIGATION]
    state[at.TRAIL_LENGTH] = 0
    place += at.ROW_CARDS
    home = NIL
    for suit in range(4):
        size = wide(rows[place + suit])
        state[at.HOME + suit] = size
        for rank in range(size):
            own = rank * 4 + suit
            home |= ONE << word(own)
            state[at.WHERE + own] = at.HOMES + suit
    keys[at.HOME_MASK] = home
    place += 4
    away = free = bare = wide(0)
    for i in range(code[at.N_CELLS]):
        card = wide(rows[place])
        state[at.CELL + i] = card
        if card == at.NONE:
            free += 1
        else:
            state[at.WHERE + card] = at.CELLS + i
            away += 1
        place += 1
    for column in range(code[at.N_COLUMNS]):
        size, base = wide(rows[place]), at.CARD + column * at.HIGH
        low = state[base + at.LOW - at.CARD]
        for j in range(1, size + 1):
            card = wide(rows[place + j])
            low = min(low, card >> 2)
            state[base + j], state[base + j + at.LOW - at.CARD] = card, low
            state[at.WHERE + card], state[at.SPOT + card] = column, j
        state[at.SIZES + column] = size
        away += size
        bare += size == 0
        place += size + 1
    state[at.AWAY], state[at.FREE], state[at.BARE] = away, free, bare


@fast
def load(board: Board, rows: Numbers) -> None:
    """Take a position from bytes that say only where the cards lie, and find out the rest."""
    code, masks, state, keys = board.code, board.masks, board.state, board.keys
    for card in range(52):
        state[at.WHERE + card] = at.NOWHERE
    unpack(board, rows, 0)
    key = other = NIL
    breaks = blocks = 0
    for i in range(code[at.N_CELLS]):
        card = state[at.CELL + i]
        if card != at.NONE:
            key += masks[words_of(card, at.CELLED)]
            other += masks[words_of(card, at.CELLED) + 1]
    for column in range(code[at.N_COLUMNS]):
        base = at.CARD + column * at.HIGH
        for spot in range(base + 1, base + state[at.SIZES + column] + 1):
            card, under = state[spot], state[spot - 1]
            key += masks[words_of(card, under)]
            other += masks[words_of(card, under) + 1]
            breaks += under != at.NONE and not joins(masks, at.PACK, under, card)
            blocks += card >> 2 > state[spot - 1 + at.LOW - at.CARD]
    keys[at.KEY], keys[at.OTHER_KEY] = key, other
    state[at.BREAKS], state[at.BLOCKS] = breaks, blocks
