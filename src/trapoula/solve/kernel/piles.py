"""The kernel's piles: cards on and off, what a pile takes, what may be lifted."""

from trapoula.core.cards import KINDS
from trapoula.machine.compiler import fast, word
from trapoula.solve.kernel import layout as at
from trapoula.solve.kernel.layout import (
    BYTE,
    SIZE_AT,
    SOURCE_AT,
    TARGET_AT,
    TURNS_AT,
    Board,
    Numbers,
    Word,
)

EVERY = word((1 << KINDS) - 1)
ONE, NIL = word(1), word(0)
MIX_A, MIX_B = word(0xBF58476D1CE4E5B9), word(0x94D049BB133111EB)
MIX_C = word(0x9E3779B97F4A7C15)

# --- a step of the trail: a card that came or went, or a number and its slot -----------------------
LAID, PILE_AT, CARD_AT = 1, 8, 16  # LAID: whether it came
NUMBER, SLOT_AT = 1 << 30, 24  # NUMBER: marks the others
NUMBER_ALONE = (1 << SLOT_AT) - 1
SLOTS = NUMBER - 1 >> SLOT_AT  # the bits of a slot


@fast
def has(cards: Word, card: int) -> bool:
    """Whether a card is in a set of cards."""
    return cards >> word(card) & ONE != NIL


@fast
def pile_row(code: Numbers, pile: int) -> int:
    """Where the row of a pile begins."""
    return code[at.ROW_PILES] + pile * at.PILE


@fast
def base_of(code: Numbers, pile: int) -> int:
    """Where the cards of a pile begin in the state."""
    return code[pile_row(code, pile) + at.BASE_AT]


@fast
def at_home(code: Numbers) -> int:
    """Where the set of all cards on foundations stands in `hashes`, after two sums for each pile."""
    return 2 * (code[at.PILES] + 1)


@fast
def push(board: Board, pile: int, card: int) -> None:
    """Lay a card on a pile."""
    code, masks, state, hashes = board.code, board.masks, board.state, board.hashes
    size = state[at.SIZES + pile]
    row = pile_row(code, pile)
    state[code[row + at.BASE_AT] + size] = card
    state[at.SIZES + pile] = size + 1
    zobrist = code[at.ZOBRIST] + card * code[at.DEPTH]
    if code[row + at.KIND] != at.GONE:
        zobrist += size
    hashes[pile] += masks[zobrist]
    hashes[pile + code[at.PILES] + 1] += masks[zobrist + at.TABLE * code[at.DEPTH]]
    if code[row + at.KIND] == at.FOUNDATION:
        hashes[at_home(code)] |= ONE << word(card & at.FACE)
    trail = state[at.TRAIL_LENGTH]
    state[code[at.TRAIL] + trail] = pile << PILE_AT | card << CARD_AT | LAID
    state[at.TRAIL_LENGTH] = trail + 1


@fast
def pop(board: Board, pile: int) -> int:
    """Take the top card off a pile."""
    code, masks, state, hashes = board.code, board.masks, board.state, board.hashes
    size = state[at.SIZES + pile] - 1
    row = pile_row(code, pile)
    card = state[code[row + at.BASE_AT] + size]
    state[at.SIZES + pile] = size
    zobrist = code[at.ZOBRIST] + card * code[at.DEPTH]
    if code[row + at.KIND] != at.GONE:
        zobrist += size
    hashes[pile] -= masks[zobrist]
    hashes[pile + code[at.PILES] + 1] -= masks[zobrist + at.TABLE * code[at.DEPTH]]
    if code[row + at.KIND] == at.FOUNDATION:
        hashes[at_home(code)] &= ~(ONE << word(card & at.FACE))
    trail = state[at.TRAIL_LENGTH]
    state[code[at.TRAIL] + trail] = pile << PILE_AT | card << CARD_AT
    state[at.TRAIL_LENGTH] = trail + 1
    return card


@fast
def set_counter(board: Board, slot: int, value: int) -> None:
    """Change one of the numbers."""
    code, state = board.code, board.state
    trail = state[at.TRAIL_LENGTH]
    state[code[at.TRAIL] + trail] = NUMBER | slot << SLOT_AT | state[slot]
    state[at.TRAIL_LENGTH] = trail + 1
    state[slot] = value


@fast
def undo(board: Board, mark: int) -> None:
    """Take everything back to a mark on the trail."""
    code, masks, state, hashes = board.code, board.masks, board.state, board.hashes
    trail, start = state[at.TRAIL_LENGTH], code[at.TRAIL]
    while trail > mark:
        trail -= 1
        step = state[start + trail]
        if step & NUMBER:
            state[step >> SLOT_AT & SLOTS] = step & NUMBER_ALONE
            continue
        pile, card = step >> PILE_AT & at.BYTE, step >> CARD_AT & at.TABLE - 1
        row = pile_row(code, pile)
        size = state[at.SIZES + pile]
        zobrist = code[at.ZOBRIST] + card * code[at.DEPTH]
        if step & LAID:
            size -= 1
            if code[row + at.KIND] != at.GONE:
                zobrist += size
            hashes[pile] -= masks[zobrist]
            hashes[pile + code[at.PILES] + 1] -= masks[zobrist + at.TABLE * code[at.DEPTH]]
            if code[row + at.KIND] == at.FOUNDATION:
                hashes[at_home(code)] &= ~(ONE << word(card & at.FACE))
        else:
            state[code[row + at.BASE_AT] + size] = card
            if code[row + at.KIND] != at.GONE:
                zobrist += size
            hashes[pile] += masks[zobrist]
            hashes[pile + code[at.PILES] + 1] += masks[zobrist + at.TABLE * code[at.DEPTH]]
            if code[row + at.KIND] == at.FOUNDATION:
                hashes[at_home(code)] |= ONE << word(card & at.FACE)
            size += 1
        state[at.SIZES + pile] = size
    state[at.TRAIL_LENGTH] = mark


@fast
def joins(masks: Numbers, table: int, under: int, over: int) -> bool:
    """Whether a card may lie on another."""
    return over < at.HIDDEN and has(masks[table * at.TABLE + under], over)


@fast
def top(board: Board, pile: int) -> int:
    """The top card of a pile that is not empty."""
    code, state = board.code, board.state
    return state[base_of(code, pile) + state[at.SIZES + pile] - 1]


@fast
def rank_mask(rank: int) -> Word:
    """All cards of a rank."""
    return word(15) << word(4 * rank) & EVERY


@fast
def atom_mask(board: Board, a: int, pile: int, card: int) -> Word:
    """What one atom of a rule takes."""
    code, masks, state = board.code, board.masks, board.state
    kind, table, first, many = (
        code[a],
        code[a + at.TAKEN_BY],
        code[a + at.LIES_AT],
        code[a + at.N_LIES_AT],
    )
    if kind == at.R_TABLE:
        return masks[table * at.TABLE + card]
    if kind == at.R_BASE:
        for i in range(many):
            home = code[first + i]
            if state[at.SIZES + home]:
                first = state[base_of(code, home)]
                return rank_mask((first & at.FACE) >> 2)
        return EVERY
    if kind == at.R_SETTLED:
        return rank_mask((state[at.PHASE] - 1 + table + 26) % 13) if state[at.PHASE] else EVERY
    if kind == at.R_UNLIKE:
        begun = NIL
        for i in range(many):
            home = code[first + i]
            if state[at.SIZES + home]:
                begun |= masks[table * at.TABLE + state[base_of(code, home)]]
        return EVERY & ~begun
    if kind == at.R_SHORT:
        return EVERY if state[at.SIZES + pile] < table else NIL
    if kind == at.R_WAY:
        for i in range(max(1, many)):
            home = code[first + i] if many else pile
            if state[at.SIZES + home] > 1:
                base = base_of(code, home)
                return EVERY if joins(masks, table, state[base], state[base + 1]) else NIL
        return EVERY
    size, base = state[at.SIZES + first], base_of(code, first)
    if kind == at.R_ALONG:
        return masks[table * at.TABLE + state[base + size - 1]] if size else NIL
    mask = NIL
    for i in range(size):
        mask |= masks[table * at.TABLE + state[base + i]]
    return mask


@fast
def rule_mask(board: Board, rule: int, pile: int, card: int) -> Word:
    """What a rule takes on a card of a pile: what all atoms of some group take."""
    code, masks = board.code, board.masks
    row = code[at.ROW_RULES] + rule * at.RULE
    a = row + at.ATOMS
    if code[row + at.N_ATOMS] == 1 and code[a] == at.R_TABLE and code[a + at.SIGN] == 0:
        return masks[code[a + at.TAKEN_BY] * at.TABLE + card]
    every, mask = NIL, EVERY
    for atom in range(code[row + at.N_ATOMS]):
        a = row + at.ATOMS + at.ATOM * atom
        if code[a + at.SIGN] & 2:
            every |= mask
            mask = EVERY
        found = atom_mask(board, a, pile, card)
        mask &= EVERY & ~found if code[a + at.SIGN] & 1 else found
    return every | mask


@fast
def takes(board: Board, pile: int) -> Word:
    """The cards that a pile would take now."""
    code, state = board.code, board.state
    row = pile_row(code, pile)
    size = state[at.SIZES + pile]
    if size >= code[row + at.ROOM]:
        return NIL
    if size:
        return rule_mask(
            board, code[row + at.BUILD], pile, state[code[row + at.BASE_AT] + size - 1]
        )
    return rule_mask(board, code[row + at.START], pile, 0)


@fast
def lifted(board: Board, pile: int, lift: int) -> tuple[int, int, bool]:
    """How many cards may be lifted: the fewest and the most of them, and whether one alone as well."""
    code, state = board.code, board.state
    least, most, single = lifted_freely(board, pile, lift)
    stays = code[code[at.ROW_LIFTS] + lift * at.LIFT_ROW + at.LEAVES]
    if stays == 0 or most == 0:
        return least, most, single
    room = state[at.SIZES + pile] - stays
    if most <= room:
        return least, most, single
    if least <= room:
        return least, room, single
    return 1, 1 if single and room > 0 else 0, False


@fast
def strays(board: Board, first: int, many: int) -> bool:
    """Whether some card from a place back to the edge is not where its rule wants it."""
    code, state = board.code, board.state
    for i in range(many):
        pile = code[first + i]
        if state[at.SIZES + pile] == 0:
            return True
        row = pile_row(code, pile)
        card = state[code[row + at.BASE_AT]]
        mask = rule_mask(board, code[row + at.START], pile, 0)
        if card >= at.HIDDEN or not has(mask, card):
            return True
    return False


@fast
def lifted_freely(board: Board, pile: int, lift: int) -> tuple[int, int, bool]:
    """The same, when no card need stay behind."""
    code, masks, state = board.code, board.masks, board.state
    size = state[at.SIZES + pile]
    base = base_of(code, pile)
    row = code[at.ROW_LIFTS] + lift * at.LIFT_ROW
    kind = code[row + at.KIND_OF_LIFT]
    over = state[base + size - 1]
    if kind == at.L_UNCOVERED:
        place = pile_row(code, pile)
        for i in range(code[place + at.N_COVERS]):
            if state[at.SIZES + code[code[place + at.COVERS] + i]]:
                return 1, 0, False
        return 1, 1, False
    if kind == at.L_ASTRAY:
        return (1, 1 if strays(board, code[row + at.LIFTED_BY], code[row + at.ENDS]) else 0, False)
    if over & at.HIDDEN:
        return 1, 0, False
    if kind == at.L_TOP:
        return 1, 1, False
    count = 1
    if kind == at.L_RUN:
        table, ends = code[row + at.LIFTED_BY] * at.TABLE, NIL
        if code[row + at.ENDS] >= 0:
            ends = rule_mask(board, code[row + at.ENDS], pile, over)
        while count < size:
            under = state[base + size - 1 - count]
            if not has((masks[table + under] & ~ends), over):
                break
            over = under
            count += 1
        return 1, count, False
    while count < size and not state[base + size - 1 - count] & at.HIDDEN:
        count += 1
    return count, count, code[row + at.LIFTED_BY] != 0


@fast
def alone(board: Board, pile: int) -> bool:
    """Whether the top card of a pile may be lifted by itself."""
    code, state = board.code, board.state
    lift = code[pile_row(code, pile) + at.LIFT]
    if state[at.SIZES + pile] == 0 or lift < 0:
        return False
    least, most, single = lifted(board, pile, lift)
    return most > 0 and (least == 1 or single)


@fast
def wanted_by(board: Board, row: int, target: int) -> Word:
    """The cards that a carry may lay on a pile now."""
    code, state = board.code, board.state
    onto = code[row + at.ONTO]
    if onto and (onto == 1) != (state[at.SIZES + target] > 0):
        return NIL
    return takes(board, target)


@fast
def may_lie(board: Board, source: int, target: int, size: int) -> bool:
    """Whether so many cards of a pile have room on another, and would not just trade its place."""
    code, state = board.code, board.state
    there, filled = pile_row(code, target), state[at.SIZES + target]
    if (
        source == target
        or size < code[there + at.BATCH_FROM]
        or size >= code[there + at.BATCH_TO]
        or filled + size > code[there + at.ROOM]
    ):
        return False
    return not (
        filled == 0
        and code[there + at.ALIKE]
        and size == state[at.SIZES + source]
        and code[pile_row(code, source) + at.LETTER] == code[there + at.LETTER]
    )


@fast
def lift_of(code: Numbers, row: int, pile: int) -> int:
    """How a carry lifts from a pile; -1: not at all."""
    own = code[row + at.OWN_LIFT]
    return own if own >= 0 else code[pile_row(code, pile) + at.LIFT]


@fast
def swaps(board: Board, pile: int) -> bool:
    """Whether a pile may trade places with its like."""
    code, state = board.code, board.state
    kind = code[pile_row(code, pile) + at.SWAPS]
    return kind == 2 or (kind == 1 and state[at.SIZES + code[at.DEALT]] == 0)


@fast
def move_of(row: int, source: int, target: int, size: int) -> int:
    """The move of a row that takes so many cards from one pile to another."""
    return row | source << SOURCE_AT | target << TARGET_AT | size << SIZE_AT


@fast
def row_of(move: int) -> int:
    """The number of its row."""
    return move & BYTE


@fast
def source_of(move: int) -> int:
    """The pile that cards are taken from."""
    return move >> SOURCE_AT & BYTE


@fast
def target_of(move: int) -> int:
    """The pile that cards are laid on."""
    return move >> TARGET_AT & BYTE


@fast
def size_of(move: int) -> int:
    """How many cards are taken."""
    return move >> SIZE_AT & BYTE


@fast
def turns_of(move: int) -> int:
    """How often the stock is turned before it."""
    return move >> TURNS_AT
