"""The kernel's piles: cards on and off, what a pile takes, what may be lifted."""

import numpy as np

from trapoula.cards import KINDS
from trapoula.compiled import fast
from trapoula.solve.kernel.layout import *

EVERY = np.uint64((1 << KINDS) - 1)
ONE, NIL = np.uint64(1), np.uint64(0)
MIX_A, MIX_B = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
MIX_C = np.uint64(0x9E3779B97F4A7C15)

# --- a step of the trail: a card that came or went, or a number and its slot -----------------------
LAID, PILE_AT, CARD_AT = 1, 8, 16  # LAID: whether it came
NUMBER, SLOT_AT = 1 << 30, 24  # NUMBER: marks the others
NUMBER_ALONE = (1 << SLOT_AT) - 1
SLOTS = NUMBER - 1 >> SLOT_AT  # the bits of a slot


@fast
def at_home(code):
    """Where the set of all cards on foundations stands in `hashes`, after two sums for each pile."""
    return 2 * (code[PILES] + 1)


@fast
def push(code, masks, state, hashes, pile, card):
    """Lay a card on a pile."""
    size = state[SIZES + pile]
    row = code[ROW_PILES] + pile * PILE
    state[code[row + BASE_AT] + size] = card
    state[SIZES + pile] = size + 1
    word = code[ZOBRIST] + card * code[DEPTH]
    if code[row + KIND] != GONE:
        word += size
    hashes[pile] += masks[word]
    hashes[pile + code[PILES] + 1] += masks[word + TABLE * code[DEPTH]]
    if code[row + KIND] == FOUNDATION:
        hashes[at_home(code)] |= ONE << np.uint64(card & FACE)
    trail = state[TRAIL_LENGTH]
    state[code[TRAIL] + trail] = pile << PILE_AT | card << CARD_AT | LAID
    state[TRAIL_LENGTH] = trail + 1


@fast
def pop(code, masks, state, hashes, pile):
    """Take the top card off a pile."""
    size = state[SIZES + pile] - 1
    row = code[ROW_PILES] + pile * PILE
    card = state[code[row + BASE_AT] + size]
    state[SIZES + pile] = size
    word = code[ZOBRIST] + card * code[DEPTH]
    if code[row + KIND] != GONE:
        word += size
    hashes[pile] -= masks[word]
    hashes[pile + code[PILES] + 1] -= masks[word + TABLE * code[DEPTH]]
    if code[row + KIND] == FOUNDATION:
        hashes[at_home(code)] &= ~(ONE << np.uint64(card & FACE))
    trail = state[TRAIL_LENGTH]
    state[code[TRAIL] + trail] = pile << PILE_AT | card << CARD_AT
    state[TRAIL_LENGTH] = trail + 1
    return card


@fast
def number(code, state, slot, value):
    """Change one of the numbers."""
    trail = state[TRAIL_LENGTH]
    state[code[TRAIL] + trail] = NUMBER | slot << SLOT_AT | state[slot]
    state[TRAIL_LENGTH] = trail + 1
    state[slot] = value


@fast
def undo(code, masks, state, hashes, mark):
    """Take everything back to a mark on the trail."""
    trail, start = state[TRAIL_LENGTH], code[TRAIL]
    while trail > mark:
        trail -= 1
        step = state[start + trail]
        if step & NUMBER:
            state[step >> SLOT_AT & SLOTS] = step & NUMBER_ALONE
            continue
        pile, card = step >> PILE_AT & BYTE, step >> CARD_AT & TABLE - 1
        row = code[ROW_PILES] + pile * PILE
        size = state[SIZES + pile]
        word = code[ZOBRIST] + card * code[DEPTH]
        if step & LAID:
            size -= 1
            if code[row + KIND] != GONE:
                word += size
            hashes[pile] -= masks[word]
            hashes[pile + code[PILES] + 1] -= masks[word + TABLE * code[DEPTH]]
            if code[row + KIND] == FOUNDATION:
                hashes[at_home(code)] &= ~(ONE << np.uint64(card & FACE))
        else:
            state[code[row + BASE_AT] + size] = card
            if code[row + KIND] != GONE:
                word += size
            hashes[pile] += masks[word]
            hashes[pile + code[PILES] + 1] += masks[word + TABLE * code[DEPTH]]
            if code[row + KIND] == FOUNDATION:
                hashes[at_home(code)] |= ONE << np.uint64(card & FACE)
            size += 1
        state[SIZES + pile] = size
    state[TRAIL_LENGTH] = mark


@fast
def joins(masks, table, under, over):
    """Whether a card may lie on another."""
    return over < HIDDEN and (masks[table * TABLE + under] >> np.uint64(over)) & ONE != NIL


@fast
def top(code, state, pile):
    """The top card of a pile that is not empty."""
    return state[code[code[ROW_PILES] + pile * PILE + BASE_AT] + state[SIZES + pile] - 1]


@fast
def rank_mask(rank):
    """All cards of a rank."""
    return np.uint64(15) << np.uint64(4 * rank) & EVERY


@fast
def atom_mask(code, masks, state, a, pile, card):
    """What one atom of a rule takes."""
    kind, table, first, many = code[a], code[a + TAKEN_BY], code[a + LIES_AT], code[a + N_LIES_AT]
    if kind == R_TABLE:
        return masks[table * TABLE + card]
    if kind == R_BASE:
        for i in range(many):
            home = code[first + i]
            if state[SIZES + home]:
                first = state[code[code[ROW_PILES] + home * PILE + BASE_AT]]
                return rank_mask((first & FACE) >> 2)
        return EVERY
    if kind == R_SETTLED:
        return rank_mask((state[PHASE] - 1 + table + 26) % 13) if state[PHASE] else EVERY
    if kind == R_UNLIKE:
        begun = NIL
        for i in range(many):
            home = code[first + i]
            if state[SIZES + home]:
                begun |= masks[table * TABLE + state[code[code[ROW_PILES] + home * PILE + BASE_AT]]]
        return EVERY & ~begun
    if kind == R_SHORT:
        return EVERY if state[SIZES + pile] < table else NIL
    if kind == R_WAY:
        for i in range(max(1, many)):
            home = code[first + i] if many else pile
            if state[SIZES + home] > 1:
                base = code[code[ROW_PILES] + home * PILE + BASE_AT]
                return EVERY if joins(masks, table, state[base], state[base + 1]) else NIL
        return EVERY
    size, base = state[SIZES + first], code[code[ROW_PILES] + first * PILE + BASE_AT]
    if kind == R_ALONG:
        return masks[table * TABLE + state[base + size - 1]] if size else NIL
    mask = NIL
    for i in range(size):
        mask |= masks[table * TABLE + state[base + i]]
    return mask


@fast
def rule_mask(code, masks, state, rule, pile, card):
    """What a rule takes on a card of a pile: what all atoms of some group take."""
    row = code[ROW_RULES] + rule * RULE
    a = row + ATOMS
    if code[row + N_ATOMS] == 1 and code[a] == R_TABLE and code[a + SIGN] == 0:
        return masks[code[a + TAKEN_BY] * TABLE + card]
    every, mask = NIL, EVERY
    for atom in range(code[row + N_ATOMS]):
        a = row + ATOMS + ATOM * atom
        if code[a + SIGN] & 2:
            every |= mask
            mask = EVERY
        found = atom_mask(code, masks, state, a, pile, card)
        mask &= EVERY & ~found if code[a + SIGN] & 1 else found
    return every | mask


@fast
def takes(code, masks, state, pile):
    """The cards that a pile would take now."""
    row = code[ROW_PILES] + pile * PILE
    size = state[SIZES + pile]
    if size >= code[row + ROOM]:
        return NIL
    if size:
        return rule_mask(
            code, masks, state, code[row + BUILD], pile, state[code[row + BASE_AT] + size - 1]
        )
    return rule_mask(code, masks, state, code[row + START], pile, 0)


@fast
def lifted(code, masks, state, pile, lift):
    """How many cards may be lifted: the fewest and the most of them, and whether one alone as well."""
    least, most, single = lifted_freely(code, masks, state, pile, lift)
    stays = code[code[ROW_LIFTS] + lift * LIFT_ROW + LEAVES]
    if stays == 0 or most == 0:
        return least, most, single
    room = state[SIZES + pile] - stays
    if most <= room:
        return least, most, single
    if least <= room:
        return least, room, single
    return 1, 1 if single and room > 0 else 0, False


@fast
def strays(code, masks, state, first, many):
    """Whether some card from a place back to the edge is not where its rule wants it."""
    for i in range(many):
        pile = code[first + i]
        if state[SIZES + pile] == 0:
            return True
        row = code[ROW_PILES] + pile * PILE
        card = state[code[row + BASE_AT]]
        mask = rule_mask(code, masks, state, code[row + START], pile, 0)
        if card >= HIDDEN or (mask >> np.uint64(card)) & ONE == NIL:
            return True
    return False


@fast
def lifted_freely(code, masks, state, pile, lift):
    """The same, when no card need stay behind."""
    size = state[SIZES + pile]
    base = code[code[ROW_PILES] + pile * PILE + BASE_AT]
    row = code[ROW_LIFTS] + lift * LIFT_ROW
    kind = code[row + KIND_OF_LIFT]
    over = state[base + size - 1]
    if kind == L_UNCOVERED:
        place = code[ROW_PILES] + pile * PILE
        for i in range(code[place + N_COVERS]):
            if state[SIZES + code[code[place + COVERS] + i]]:
                return 1, 0, False
        return 1, 1, False
    if kind == L_ASTRAY:
        return (
            1,
            1 if strays(code, masks, state, code[row + LIFTED_BY], code[row + ENDS]) else 0,
            False,
        )
    if over & HIDDEN:
        return 1, 0, False
    if kind == L_TOP:
        return 1, 1, False
    count = 1
    if kind == L_RUN:
        table, ends = code[row + LIFTED_BY] * TABLE, NIL
        if code[row + ENDS] >= 0:
            ends = rule_mask(code, masks, state, code[row + ENDS], pile, over)
        while count < size:
            under = state[base + size - 1 - count]
            if (masks[table + under] & ~ends) >> np.uint64(over) & ONE == NIL:
                break
            over = under
            count += 1
        return 1, count, False
    while count < size and not state[base + size - 1 - count] & HIDDEN:
        count += 1
    return count, count, code[row + LIFTED_BY] != 0


@fast
def alone(code, masks, state, pile):
    """Whether the top card of a pile may be lifted by itself."""
    lift = code[code[ROW_PILES] + pile * PILE + LIFT]
    if state[SIZES + pile] == 0 or lift < 0:
        return False
    least, most, single = lifted(code, masks, state, pile, lift)
    return most > 0 and (least == 1 or single)


@fast
def wanted_by(code, masks, state, row, target):
    """The cards that a carry may lay on a pile now."""
    onto = code[row + ONTO]
    if onto and (onto == 1) != (state[SIZES + target] > 0):
        return NIL
    return takes(code, masks, state, target)


@fast
def may_lie(code, state, source, target, size):
    """Whether so many cards of a pile have room on another, and would not just trade its place."""
    there, filled = code[ROW_PILES] + target * PILE, state[SIZES + target]
    if (
        source == target
        or size < code[there + BATCH_FROM]
        or size >= code[there + BATCH_TO]
        or filled + size > code[there + ROOM]
    ):
        return False
    return not (
        filled == 0
        and code[there + ALIKE]
        and size == state[SIZES + source]
        and code[code[ROW_PILES] + source * PILE + LETTER] == code[there + LETTER]
    )


@fast
def lift_of(code, row, pile):
    """How a carry lifts from a pile; -1: not at all."""
    own = code[row + OWN_LIFT]
    return own if own >= 0 else code[code[ROW_PILES] + pile * PILE + LIFT]


@fast
def swaps(code, state, pile):
    """Whether a pile may trade places with its like."""
    kind = code[code[ROW_PILES] + pile * PILE + SWAPS]
    return kind == 2 or (kind == 1 and state[SIZES + code[DEALT]] == 0)
