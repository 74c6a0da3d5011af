"""A search that forgets the suits of packed cards: what is lost even so is lost.

A column is then how many of its cards were never moved and do not lie packed, how many lie packed on
those, and the rank on top, in one number. The columns as they lay at first tell the rest.
"""

from trapoula.machine.compiler import fast, word
from trapoula.solve.kernel.layout import Numbers
from trapoula.solve.kernel.piles import NIL
from trapoula.solve.open_kernel import layout as at
from trapoula.solve.open_kernel.depth_first import insert, table_full
from trapoula.solve.open_kernel.layout import Board, Search
from trapoula.solve.open_kernel.position import joins, words_of
from trapoula.solve.search_kernel.layout import EMPTY, FULL_STACK, FULL_TABLE, GOING, WON

PACKED, RANK = 8, 16  # where the packed cards of a column are counted, and the rank on top
NO_RANK = at.NONE >> 2  # on top of an empty column
ALONE = 16  # added to the cards packed from the bottom of a column, which lie on no other
MOST_MOVES = 16 * (16 + 4) + 4 * 16  # of one position


@fast
def shaped(board: Board, column: int, size: int) -> int:
    """A column of which so many cards lie as they did at first."""
    masks, state = board.masks, board.state
    base = at.CARD + column * at.HIGH
    first = size
    while first > 1 and joins(masks, at.PACK, state[base + first - 1], state[base + first]):
        first -= 1
    fixed = first if first > 1 else 0
    return fixed | (size - fixed) << PACKED | state[base + size] >> 2 << RANK


@fast
def less(board: Board, column: int, shape: int) -> int:
    """A column without its top card."""
    fixed, packed = shape & at.BYTE, shape >> PACKED & at.BYTE
    if packed == 0:
        return shaped(board, column, fixed - 1)
    if fixed == 0 and packed == 1:
        return NO_RANK << RANK
    return fixed | (packed - 1) << PACKED | ((shape >> RANK) + 1) << RANK


@fast
def more(shape: int, rank: int) -> int:
    """A column with one more card, which it takes."""
    return shape & at.BYTE | ((shape >> PACKED & at.BYTE) + 1) << PACKED | rank << RANK


@fast
def first_met(search: Search, place: int) -> bool:
    """Remember a position; whether it is new."""
    board, table, stack, info = search.board, search.table, search.stack, search.info
    code, masks, state = board.code, board.masks, board.state
    one = two = NIL
    for column in range(code[at.N_COLUMNS]):
        shape = stack[place + column]
        fixed, packed = shape & at.BYTE, shape >> PACKED & at.BYTE
        if fixed:
            zobrist = words_of(state[at.CARD + column * at.HIGH + fixed], packed)
        elif packed:
            zobrist = words_of(shape >> RANK, ALONE + packed)
        else:
            continue
        one += masks[zobrist]
        two += masks[zobrist + 1]
    for suit in range(4):
        zobrist = words_of(52 + suit, stack[place + at.SHAPED_HOME + suit])
        one += masks[zobrist]
        two += masks[zobrist + 1]
    if not insert(table, info[at.TABLE_ROOM], one, two):
        return False
    info[at.KEPT] += 1
    return True


@fast
def step(search: Search, source: int, target: int) -> None:
    """Move a card of the position that is gone on from; what that leads to waits, if it is new."""
    board, stack, info = search.board, search.stack, search.info
    after = info[at.HEIGHT]
    for i in range(at.SHAPE):
        stack[after + i] = stack[i]
    if source < at.CELLS:
        rank = stack[source] >> RANK
        stack[after + source] = less(board, source, stack[source])
    else:
        rank = stack[at.SHAPED_HOME + source - at.HOMES] - 1
        stack[after + at.SHAPED_HOME + source - at.HOMES] = rank
    if target < at.CELLS:
        stack[after + target] = more(stack[after + target], rank)
    else:
        stack[after + at.SHAPED_HOME + target - at.HOMES] += 1
    info[at.STATES] += 1
    if first_met(search, after):
        info[at.HEIGHT] = after + at.SHAPE


@fast
def to_columns(search: Search, source: int, rank: int) -> None:
    """Move a card of a rank to every column that takes it, and of several empty ones to the first."""
    board, stack = search.board, search.stack
    code, masks = board.code, board.masks
    empty = 0
    for column in range(code[at.N_COLUMNS]):
        under = stack[column] >> RANK
        if under == NO_RANK:
            empty += 1
            if empty > 1 or masks[at.PACK + at.NONE] >> word(4 * rank) & word(15) == NIL:
                continue
        elif under != rank + 1:
            continue
        step(search, source, column)


@fast
def loose(state: Numbers, stack: Numbers, card: int) -> bool:
    """Whether a card that is not home lies packed, or from the bottom of a column on."""
    place = state[at.WHERE + card]
    return place != at.NOWHERE and (
        place >= at.CELLS or state[at.SPOT + card] > stack[place] & at.BYTE
    )


@fast
def spread(search: Search) -> None:
    """Make every move from one position."""
    board, stack = search.board, search.stack
    code, state = board.code, board.state
    for column in range(code[at.N_COLUMNS]):
        shape = stack[column]
        rank, fixed = shape >> RANK, shape & at.BYTE
        if rank == NO_RANK:
            continue
        for suit in range(4):
            if stack[at.SHAPED_HOME + suit] == rank:
                card = 4 * rank + suit
                if shape >> PACKED & at.BYTE:
                    goes = loose(state, stack, card)
                else:
                    goes = state[at.CARD + column * at.HIGH + fixed] == card
                if goes:
                    step(search, column, at.HOMES + suit)
        to_columns(search, column, rank)
    if code[at.BACK_TO_COLUMNS]:
        for suit in range(4):
            if stack[at.SHAPED_HOME + suit] > code[at.LEAVES]:
                rank = stack[at.SHAPED_HOME + suit] - 1
                to_columns(search, at.HOMES + suit, rank)


@fast
def forget(search: Search, budget: int) -> int:
    """Begin or go on for so many positions; a win tells nothing, since suits were forgotten."""
    board, stack, info = search.board, search.stack, search.info
    code, state = board.code, board.state
    if info[at.HEIGHT] == 0:  # the one that is gone on from lies lowest, and the start on it
        for column in range(code[at.N_COLUMNS]):
            stack[at.SHAPE + column] = shaped(board, column, state[at.SIZES + column])
        for suit in range(4):
            stack[at.SHAPE + at.SHAPED_HOME + suit] = state[at.HOME + suit]
        info[at.HEIGHT] = 2 * at.SHAPE
    last = info[at.STATES] + budget
    while True:
        if info[at.HEIGHT] + MOST_MOVES * at.SHAPE > info[at.STACK_ROOM]:
            return FULL_STACK
        if table_full(info, MOST_MOVES):
            return FULL_TABLE
        if info[at.STATES] > last:
            return GOING
        now = info[at.HEIGHT] - at.SHAPE
        if now == 0:
            return EMPTY
        buried = 0
        for column in range(code[at.N_COLUMNS]):
            buried += stack[now + column] & at.BYTE
        if buried == 0:
            return WON
        for i in range(at.SHAPE):
            stack[i] = stack[now + i]
        info[at.HEIGHT] = now
        spread(search)
