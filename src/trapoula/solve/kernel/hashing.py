"""Keys, which are the same for positions that differ in nothing that counts, and the table of them."""

from trapoula.machine.compiler import fast, wide, word
from trapoula.solve.kernel import layout as at
from trapoula.solve.kernel.layout import Board, Numbers, Word
from trapoula.solve.kernel.piles import MIX_A, MIX_B, MIX_C, NIL, ONE, base_of, joins, pile_row, top

S30, S27, S31, HALF = word(30), word(27), word(31), word(32)
PHASE_BITS = 8  # of the number that tells phases and what is owed apart
MEMO = 5  # words that are remembered of each pile: its two sums, and what it adds to a key
FREED = 2  # where the key stands of the same position without what must be done next


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
def key(board: Board, memo: Numbers, out: Numbers) -> None:
    """The key of a position, and beside it the key of the same without what must be done next.

    Piles that may trade places count the same in any order, and so do runs. What a pile adds is remembered
    until other cards lie there."""
    code, masks, state, hashes = board.code, board.masks, board.state, board.hashes
    piles, salt = code[at.PILES], code[at.SALT]
    one, two, packed = NIL, NIL, NIL
    dealing = code[at.DEALT] >= 0 and state[at.SIZES + code[at.DEALT]] > 0
    stock, waste = -1, -1
    if code[at.MACRO] >= 0 and code[at.MACRO_FREE]:
        row = code[at.ROW_MOVES] + code[at.MACRO] * at.MOVE
        stock, waste = code[code[row + at.FROM]], code[code[row + at.TO]]
        x = hashes[stock] * MIX_A + hashes[waste] + MIX_B
        y = hashes[piles + 1 + stock] * MIX_A + hashes[piles + 1 + waste] + MIX_C
        if memo[0] != x or memo[1] != y:
            memo[0], memo[1] = x, y
            memo[2], memo[3] = ring(board)
        one, two = memo[2], memo[3]
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
        x, y = x + masks[s], y ^ masks[s]
        known = MEMO * (pile + 1)
        if memo[known] != x or memo[known + 1] != y:
            memo[known], memo[known + 1] = x, y
            memo[known + 2], memo[known + 3], memo[known + 4] = part(board, pile, masks[s])
        one += memo[known + 2]
        two += memo[known + 3]
        packed |= memo[known + 4]
    if stock < 0 and code[at.NUMBERED]:
        one += MIX_A * word(state[at.TURNED] + 1)
        two += MIX_B * word(state[at.TURNED] + 1)
    if code[at.TRADED]:
        one += mixed(packed + MIX_B)
        two += mixed(packed ^ MIX_C)
    owing = word(state[at.PHASE] + 1)
    for place in (FREED, 0):  # as if nothing were owed, and as it is
        out[place] = one + MIX_C * owing | ONE  # never nought, which marks a free place in a table
        out[place + 1] = two + MIX_A * owing
        owing += word(state[at.OBLIGATION] << PHASE_BITS)


@fast
def ring(board: Board) -> tuple[Word, Word]:
    """What stock and waste add to a key where turning them has no end."""
    code, masks, state = board.code, board.masks, board.state
    row = code[at.ROW_MOVES] + code[at.MACRO] * at.MOVE
    stock, waste = code[code[row + at.FROM]], code[code[row + at.TO]]
    held, down, deep = state[at.SIZES + waste], state[at.SIZES + stock], code[at.DEPTH]
    w, s = base_of(code, waste), base_of(code, stock)
    x, y = NIL, NIL
    for i in range(held + down):
        card = state[w + i] if i < held else state[s + held + down - 1 - i] & at.FACE
        zobrist = code[at.ZOBRIST] + card * deep + i
        x += masks[zobrist]
        y += masks[zobrist + at.TABLE * deep]
    if held % code[row + at.BY] and down:  # elsewhere the next round shows the same cards
        x += MIX_C * word(held)
        y += MIX_B * word(held)
    return mixed(x), mixed(y ^ MIX_C)


@fast
def part(board: Board, pile: int, salt: Word) -> tuple[Word, Word, Word]:
    """What a pile adds to a key, and its cards that lie packed, where it does not count on which."""
    code, masks, state, hashes = board.code, board.masks, board.state, board.hashes
    x, y, packed = hashes[pile], hashes[code[at.PILES] + 1 + pile], NIL
    deep = code[at.DEPTH]
    if code[pile_row(code, pile) + at.BURIES] and state[at.SIZES + pile]:
        zobrist = code[at.ZOBRIST] + top(board, pile) * deep
        x, y = masks[zobrist], masks[zobrist + at.TABLE * deep]  # the rest lies nowhere else
    if code[at.TRADED] and code[pile_row(code, pile) + at.KIND] == at.COLUMN:
        base, size = base_of(code, pile), state[at.SIZES + pile]
        for i in range(size - packed_on(board, pile), size):
            packed |= ONE << word(state[base + i])
            zobrist = code[at.ZOBRIST] + state[base + i] * deep + i
            x -= masks[zobrist]
            y -= masks[zobrist + at.TABLE * deep]
    return mixed(x + salt), mixed((y ^ salt) + MIX_C), packed


@fast
def meet(board: Board, table: Numbers, room: int, keys: Numbers) -> bool:
    """Put a position into the table; whether it is new.

    One with a card that waits is known where the same is known without: what wins while the card waits wins
    without, move for move. After a split that does not hold: where runs count once, the position before it
    looks like the one after it."""
    if board.state[at.OBLIGATION] >> at.OBLIGATION_AT == at.BUILT_ON:
        spot = place_in(table, room, keys[FREED], keys[FREED + 1])
        if table[spot] != NIL:
            return False
    return insert(table, room, keys[0], keys[1])


@fast
def place_in(table: Numbers, room: int, one: Word, two: Word) -> int:
    """Where a key stands in a table, or would."""
    place = wide((one >> HALF) * word(room) >> HALF)
    while table[2 * place] != NIL and (table[2 * place] != one or table[2 * place + 1] != two):
        place += 1
        if place == room:
            place = wide(0)
    return 2 * place


@fast
def insert(table: Numbers, room: int, one: Word, two: Word) -> bool:
    """Put a key into a table; whether it is new."""
    one |= ONE  # never nought, which marks a free place
    spot = place_in(table, room, one, two)
    if table[spot] != NIL:
        return False
    table[spot], table[spot + 1] = one, two
    return True


@fast
def rehash(table: Numbers, room: int, larger: Numbers, larger_room: int) -> None:
    """Copy all keys of a table to a larger one."""
    for place in range(room):
        if table[2 * place] != NIL:
            insert(larger, larger_room, table[2 * place], table[2 * place + 1])
