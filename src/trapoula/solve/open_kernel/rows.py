"""Positions of an open game as rows of bytes: what they are searched by, and where the cards lie."""

from trapoula.compiled import fast, wide, word
from trapoula.solve.kernel.layout import Numbers, Word
from trapoula.solve.kernel.piles import NIL, ONE
from trapoula.solve.open_kernel import layout as at
from trapoula.solve.open_kernel.layout import Board
from trapoula.solve.open_kernel.position import joins, words_of

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
    rows[place + at.ROW_OWED] = state[at.OWED]
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
    state[at.OWED] = rows[place + at.ROW_OWED]
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
