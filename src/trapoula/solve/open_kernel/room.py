"""Room for packed cards: positions of which some cards can never leave their places, however others are laid.

The cards that do not lie packed, from the bottom of each column to the first card of the run on top, are its
fixed ones: how many there are in each column is all that counts here.
"""

from trapoula.machine.compiler import fast, wide, word
from trapoula.solve.kernel.layout import Numbers
from trapoula.solve.kernel.piles import NIL
from trapoula.solve.open_kernel import layout as at
from trapoula.solve.open_kernel.layout import Board
from trapoula.solve.open_kernel.position import joins, words_of

NOWHERE_LEFT, ROOM_LEFT = 1, 2  # what is remembered of fixed cards
TOLD = 3  # both marks
FAR = 99  # more empty columns than there are

# --- where things stand in `out`, which is free before moves are offered ---------------------------
FIXED = 0  # how many cards of each column are fixed
FEWEST, BEARERS = (
    16,
    32,
)  # for each set of suits at home: empty columns needed so far, and what bears the next rank
FEWEST_NOW, BEARERS_NOW = 48, 64  # the same one rank lower
TOPS = 80  # how many fixed cards of each rank are on top of theirs
AT_HOME = 96  # how many cards of each suit could be home
LEFT, BEFORE, TRIED = (
    100,
    160,
    220,
)  # on the way here: columns that lost a card, what was fixed there, what was tried
ONE, TWO = 280, 340  # the keys of the positions on the way


@fast
def fixed_cards(board: Board, column: int, size: int) -> int:
    """How many of the lowest so many cards of a column are fixed."""
    masks, state = board.masks, board.state
    base = at.CARD + column * at.HIGH
    while size > 1 and joins(masks, at.PACK, state[base + size - 1], state[base + size]):
        size -= 1
    return size if size > 1 else 0


@fast
def movable(state: Numbers, out: Numbers, card: int, moved: int) -> bool:
    """Whether a card of the game is not fixed, or is just being moved."""
    place = state[at.WHERE + card]
    return card == moved or (
        place != at.NOWHERE and (place >= at.CELLS or state[at.SPOT + card] > out[FIXED + place])
    )


@fast
def finds_room(board: Board, out: Numbers, column: int) -> bool:
    """Whether all that is movable can lie somewhere while the last fixed card of a column is moved.

    Rank by rank from the kings, for each set of suits that are home from there down: who finds no card of the
    next rank to lie on needs an empty column. Nothing lies on the card that is moved, nor where it lay."""
    code, state = board.code, board.state
    moved, empty = state[at.CARD + column * at.HIGH + out[FIXED + column]], 0
    # whatever empty columns take: a card may lie on the bottom of one since the deal
    for rank in range(14):
        out[TOPS + rank] = 0
    for other in range(code[at.N_COLUMNS]):
        if out[FIXED + other] == 0:
            empty += 1
        elif other != column:
            out[TOPS + (state[at.CARD + other * at.HIGH + out[FIXED + other]] >> 2)] += 1
    for suit in range(4):
        rank = 0
        while rank < 13 and movable(state, out, 4 * rank + suit, moved):
            rank += 1
        out[AT_HOME + suit] = rank
    for home in range(16):
        out[FEWEST + home], out[BEARERS + home] = FAR, 0
    out[FEWEST] = 0
    for rank in range(12, -1, -1):
        lying = allowed = 0
        for suit in range(4):
            lying |= movable(state, out, 4 * rank + suit, moved) << suit
            allowed |= (rank < out[AT_HOME + suit]) << suit
        for home in range(16):
            out[FEWEST_NOW + home] = FAR
            if home & ~allowed:
                continue
            left, count = lying & ~home, 0
            for suit in range(4):
                count += left >> suit & 1
            out[BEARERS_NOW + home] = (
                count + out[TOPS + rank] - (moved >> 2 == rank and left >> (moved & 3) & 1)
            )
            above = home
            while True:  # what is home from here down may be home from above
                needed = out[FEWEST + above] + max(0, count - out[BEARERS + above])
                out[FEWEST_NOW + home] = min(out[FEWEST_NOW + home], needed)
                if above == 0:
                    break
                above = (above - 1) & home
        for home in range(16):
            out[FEWEST + home] = out[FEWEST_NOW + home]
            out[BEARERS + home] = out[BEARERS_NOW + home]
    fewest = FAR
    for home in range(16):
        fewest = min(fewest, out[FEWEST + home])
    return fewest <= empty


@fast
def slot(rooms: Numbers, one: int, two: int) -> int:
    """Where something is remembered of fixed cards, or would be."""
    place = wide(word(one) >> word(40)) & (at.ROOMS - 1)
    while rooms[2 * place] != 0 and (
        rooms[2 * place] & ~TOLD != one or rooms[2 * place + 1] != two
    ):
        place = (place + 1) & (at.ROOMS - 1)
    return place


@fast
def remember(rooms: Numbers, one: int, two: int, told: int) -> None:
    """Remember something of fixed cards."""
    place = slot(rooms, one, two)
    rooms[2 * at.ROOMS] += rooms[2 * place] == 0
    rooms[2 * place], rooms[2 * place + 1] = one | told, two


@fast
def without_room(board: Board, rooms: Numbers, out: Numbers) -> bool:
    """Whether the fixed cards can never all leave; everything found out on the way is remembered."""
    code, masks, state = board.code, board.masks, board.state
    columns, deep = code[at.N_COLUMNS], 0
    for column in range(columns):
        out[FIXED + column] = fixed_cards(board, column, state[at.SIZES + column])
    arrived = True
    while True:
        if arrived:
            one = two = NIL
            left = 0
            for column in range(columns):
                fixed = out[FIXED + column]
                if fixed:
                    left += 1
                    zobrist = words_of(state[at.CARD + column * at.HIGH + fixed], 0)
                    one += masks[zobrist]
                    two += masks[zobrist + 1]
            out[ONE + deep], out[TWO + deep] = wide(one) & ~TOLD, wide(two)
            told = rooms[2 * slot(rooms, out[ONE + deep], out[TWO + deep])] & TOLD
            if left == 0 or told == ROOM_LEFT or rooms[2 * at.ROOMS] > at.ROOMS // 2:
                for number in range(deep):
                    remember(rooms, out[ONE + number], out[TWO + number], ROOM_LEFT)
                return False
            out[TRIED + deep] = columns if told == NOWHERE_LEFT else 0
        column = out[TRIED + deep]
        if column >= columns:
            remember(rooms, out[ONE + deep], out[TWO + deep], NOWHERE_LEFT)
            if deep == 0:
                return True
            deep -= 1
            out[FIXED + out[LEFT + deep]] = out[BEFORE + deep]
            arrived = False
            continue
        out[TRIED + deep] = column + 1
        fixed = out[FIXED + column]
        arrived = fixed > 0 and finds_room(board, out, column)
        if arrived:
            out[LEFT + deep], out[BEFORE + deep] = column, fixed
            out[FIXED + column] = fixed_cards(board, column, fixed - 1)
            deep += 1
