"""Keys, which are the same for positions that differ in nothing that counts, and the table of them."""

from trapoula.compiled import fast, wide, word
from trapoula.solve.kernel import layout as at
from trapoula.solve.kernel.layout import Board, Numbers, Word
from trapoula.solve.kernel.piles import MIX_A, MIX_B, MIX_C, NIL, ONE, base_of, joins, pile_row, top

S30, S27, S31 = word(30), word(27), word(31)
LEFT_BITS = 6  # of a key: the turns left in a round, for each place within the cards of one turn
MOST_AHEAD = 2  # such places that a key has room for
# where a key in a table has room for the first of them, and for all
LEFT_FIRST = word((1 << LEFT_BITS) - 1)
LEFT = word((1 << LEFT_BITS * MOST_AHEAD) - 1)
PHASE_BITS = 8  # of the number that tells phases and what is owed apart
KNOWN, NEW, BETTER = range(3)  # what a table says of a position


@fast
def mixed(bits: Word) -> Word:
    """A word that tells nothing of the one it was made from."""
    bits = (bits ^ (bits >> S30)) * MIX_A
    bits = (bits ^ (bits >> S27)) * MIX_B
    return bits ^ (bits >> S31)


@fast
def packed_on(board: Board, pile: int) -> int:
    """How many cards of a pile lie packed one on another, down from its top card but for the lowest."""
    code, masks, state = board.code, board.masks, board.state
    row, count = pile_row(code, pile), 0
    base, size = code[row + at.BASE_AT], state[at.SIZES + pile]
    while count + 1 < size and joins(
        masks, code[row + at.PACKED], state[base + size - count - 2], state[base + size - count - 1]
    ):
        count += 1
    return count


@fast
def key(board: Board, out: Numbers) -> None:
    """The key of a position, and what this round of the stock shows beyond the next.

    Piles that may trade places count the same in any order, and so do runs."""
    code, masks, state, hashes = board.code, board.masks, board.state, board.hashes
    piles, salt = code[at.PILES], code[at.SALT]
    one, two = NIL, NIL
    left, packed = NIL, NIL
    dealing = code[at.DEALT] >= 0 and state[at.SIZES + code[at.DEALT]] > 0
    stock, waste = -1, -1
    if code[at.MACRO] >= 0 and code[at.MACRO_FREE]:
        row = code[at.ROW_MOVES] + code[at.MACRO] * at.MOVE
        stock, waste = code[code[row + at.FROM]], code[code[row + at.TO]]
        held, down = state[at.SIZES + waste], state[at.SIZES + stock]
        deep = code[at.DEPTH]
        w = base_of(code, waste)
        s = base_of(code, stock)
        x, y = NIL, NIL
        for i in range(held + down):
            card = state[w + i] if i < held else state[s + held + down - 1 - i] & at.FACE
            zobrist = code[at.ZOBRIST] + card * deep + i
            x += masks[zobrist]
            y += masks[zobrist + at.TABLE * deep]
        ahead = held % code[row + at.BY]
        if ahead and down:  # elsewhere the next round shows the same cards
            if code[at.ROUNDS]:
                turns = (down + code[row + at.BY] - 1) // code[row + at.BY]
                left = word(turns << LEFT_BITS * (ahead - 1))
            else:
                x += MIX_C * word(held)
                y += MIX_B * word(held)
        one, two = mixed(x), mixed(y ^ MIX_C)
    for pile in range(piles + 1):
        if pile in (stock, waste):
            continue
        kind = code[pile_row(code, pile) + at.SWAPS]
        x, y = hashes[pile], hashes[piles + 1 + pile]
        if kind == 0 and state[at.SIZES + pile] <= 1:  # where it lies is all that counts
            one += x * masks[salt + piles + 1 + pile]
            two += y * masks[salt + piles + 1 + pile]
            continue
        s = salt + pile
        if kind == 0 or (kind == 1 and dealing):
            s += piles + 1
        if code[pile_row(code, pile) + at.BURIES] and state[at.SIZES + pile]:
            zobrist = (
                code[at.ZOBRIST] + top(board, pile) * code[at.DEPTH]
            )  # the rest is what lies nowhere else
            x, y = masks[zobrist], masks[zobrist + at.TABLE * code[at.DEPTH]]
        if code[at.TRADED] and code[pile_row(code, pile) + at.KIND] == at.COLUMN:
            base = base_of(code, pile)
            size = state[at.SIZES + pile]
            for i in range(size - packed_on(board, pile), size):
                packed |= ONE << word(state[base + i])
                zobrist = code[at.ZOBRIST] + state[base + i] * code[at.DEPTH] + i
                x -= masks[zobrist]
                y -= masks[zobrist + at.TABLE * code[at.DEPTH]]
        one += mixed(x + masks[s])
        two += mixed((y ^ masks[s]) + MIX_C)
    if stock < 0 and code[at.NUMBERED]:
        one += MIX_A * word(state[at.TURNED] + 1)
        two += MIX_B * word(state[at.TURNED] + 1)
    if code[at.TRADED]:
        one += mixed(packed + MIX_B)
        two += mixed(packed ^ MIX_C)
    number_ = word(state[at.PHASE] + 1 + (state[at.OBLIGATION] << PHASE_BITS))
    one += MIX_C * number_
    two += MIX_A * number_
    out[0] = one | ONE  # never nought, which marks a free place in a table
    out[1] = two
    out[2] = left


@fast
def insert(table: Numbers, room: int, one: Word, two: Word, left: Word) -> int:
    """Put a key into the table, with the turns left in a round; whether it is new, or has more of them."""
    places = word(room - 1)
    place = (one ^ one >> S31) & places
    two &= ~LEFT
    while True:
        spot = wide(place) * 2
        if table[spot] == NIL:
            table[spot] = one
            table[spot + 1] = two | left
            return NEW
        if table[spot] == one and table[spot + 1] & ~LEFT == two:
            known = table[spot + 1] & LEFT
            more = max(known & ~LEFT_FIRST, left & ~LEFT_FIRST)
            more |= max(known & LEFT_FIRST, left & LEFT_FIRST)
            if more == known:
                return KNOWN
            table[spot + 1] = two | more
            return BETTER
        place = (place + ONE) & places
