"""The kernel's piles: cards on and off, what a pile takes, what may be lifted, the key of a position."""

import numpy as np

from trapoula.compiled import fast
from trapoula.solve.layout import *

EVERY = np.uint64((1 << 54) - 1)
ONE, NIL = np.uint64(1), np.uint64(0)
MIX_A, MIX_B = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
MIX_C = np.uint64(0x9E3779B97F4A7C15)
S30, S27, S31 = np.uint64(30), np.uint64(27), np.uint64(31)
NUMBER = 1 << 30  # marks a changed number on the trail


@fast
def push(pr, mk, st, hs, pile, card):
    """Lay a card on a pile."""
    size = st[SIZES + pile]
    row = pr[ROW_PILES] + pile * PILE
    st[pr[row + BASE_AT] + size] = card
    st[SIZES + pile] = size + 1
    word = pr[ZOBRIST] + card * pr[DEPTH]
    if pr[row + KIND] != GONE:
        word += size
    hs[pile] += mk[word]
    hs[pile + pr[PILES] + 1] += mk[word + 128 * pr[DEPTH]]
    if pr[row + KIND] == FOUNDATION:
        hs[2 * pr[PILES] + 2] |= ONE << np.uint64(card & 63)
    trail = st[TRAIL_LENGTH]
    st[pr[TRAIL] + trail] = pile << 8 | card << 16 | 1
    st[TRAIL_LENGTH] = trail + 1


@fast
def pop(pr, mk, st, hs, pile):
    """Take the top card off a pile."""
    size = st[SIZES + pile] - 1
    row = pr[ROW_PILES] + pile * PILE
    card = st[pr[row + BASE_AT] + size]
    st[SIZES + pile] = size
    word = pr[ZOBRIST] + card * pr[DEPTH]
    if pr[row + KIND] != GONE:
        word += size
    hs[pile] -= mk[word]
    hs[pile + pr[PILES] + 1] -= mk[word + 128 * pr[DEPTH]]
    if pr[row + KIND] == FOUNDATION:
        hs[2 * pr[PILES] + 2] &= ~(ONE << np.uint64(card & 63))
    trail = st[TRAIL_LENGTH]
    st[pr[TRAIL] + trail] = pile << 8 | card << 16
    st[TRAIL_LENGTH] = trail + 1
    return card


@fast
def number(pr, st, slot, value):
    """Change one of the numbers."""
    trail = st[TRAIL_LENGTH]
    st[pr[TRAIL] + trail] = NUMBER | slot << 24 | st[slot]
    st[TRAIL_LENGTH] = trail + 1
    st[slot] = value


@fast
def undo(pr, mk, st, hs, mark):
    """Take everything back to a mark on the trail."""
    trail, start = st[TRAIL_LENGTH], pr[TRAIL]
    while trail > mark:
        trail -= 1
        step = st[start + trail]
        if step & NUMBER:
            st[step >> 24 & 63] = step & 0xFFFFFF
            continue
        pile, card = step >> 8 & 255, step >> 16 & 127
        row = pr[ROW_PILES] + pile * PILE
        size = st[SIZES + pile]
        word = pr[ZOBRIST] + card * pr[DEPTH]
        if step & 1:
            size -= 1
            if pr[row + KIND] != GONE:
                word += size
            hs[pile] -= mk[word]
            hs[pile + pr[PILES] + 1] -= mk[word + 128 * pr[DEPTH]]
            if pr[row + KIND] == FOUNDATION:
                hs[2 * pr[PILES] + 2] &= ~(ONE << np.uint64(card & 63))
        else:
            st[pr[row + BASE_AT] + size] = card
            if pr[row + KIND] != GONE:
                word += size
            hs[pile] += mk[word]
            hs[pile + pr[PILES] + 1] += mk[word + 128 * pr[DEPTH]]
            if pr[row + KIND] == FOUNDATION:
                hs[2 * pr[PILES] + 2] |= ONE << np.uint64(card & 63)
            size += 1
        st[SIZES + pile] = size
    st[TRAIL_LENGTH] = mark


@fast
def joins(mk, table, under, over):
    """Whether a card may lie on another."""
    return over < 64 and (mk[table * 128 + under] >> np.uint64(over)) & ONE != NIL


@fast
def top(pr, st, pile):
    """The top card of a pile that is not empty."""
    return st[pr[pr[ROW_PILES] + pile * PILE + BASE_AT] + st[SIZES + pile] - 1]


@fast
def rank_mask(rank):
    """All cards of a rank."""
    return np.uint64(15) << np.uint64(4 * rank) & EVERY


@fast
def atom_mask(pr, mk, st, a, pile, card):
    """What one atom of a rule takes."""
    kind, table, first, many = pr[a], pr[a + TAKEN_BY], pr[a + LIES_AT], pr[a + N_LIES_AT]
    if kind == R_TABLE:
        return mk[table * 128 + card]
    if kind == R_BASE:
        for i in range(many):
            home = pr[first + i]
            if st[SIZES + home]:
                first = st[pr[pr[ROW_PILES] + home * PILE + BASE_AT]]
                return rank_mask((first & 63) >> 2)
        return EVERY
    if kind == R_SETTLED:
        return rank_mask((st[PHASE] - 1 + table + 26) % 13) if st[PHASE] else EVERY
    if kind == R_UNLIKE:
        begun = NIL
        for i in range(many):
            home = pr[first + i]
            if st[SIZES + home]:
                begun |= mk[table * 128 + st[pr[pr[ROW_PILES] + home * PILE + BASE_AT]]]
        return EVERY & ~begun
    if kind == R_SHORT:
        return EVERY if st[SIZES + pile] < table else NIL
    if kind == R_WAY:
        for i in range(max(1, many)):
            home = pr[first + i] if many else pile
            if st[SIZES + home] > 1:
                base = pr[pr[ROW_PILES] + home * PILE + BASE_AT]
                return EVERY if joins(mk, table, st[base], st[base + 1]) else NIL
        return EVERY
    size, base = st[SIZES + first], pr[pr[ROW_PILES] + first * PILE + BASE_AT]
    if kind == R_ALONG:
        return mk[table * 128 + st[base + size - 1]] if size else NIL
    mask = NIL
    for i in range(size):
        mask |= mk[table * 128 + st[base + i]]
    return mask


@fast
def rule_mask(pr, mk, st, rule, pile, card):
    """What a rule takes on a card of a pile: what all atoms of some group take."""
    row = pr[ROW_RULES] + rule * RULE
    a = row + ATOMS
    if pr[row + N_ATOMS] == 1 and pr[a] == R_TABLE and pr[a + SIGN] == 0:
        return mk[pr[a + TAKEN_BY] * 128 + card]
    every, mask = NIL, EVERY
    for atom in range(pr[row + N_ATOMS]):
        a = row + ATOMS + ATOM * atom
        if pr[a + SIGN] & 2:
            every |= mask
            mask = EVERY
        found = atom_mask(pr, mk, st, a, pile, card)
        mask &= EVERY & ~found if pr[a + SIGN] & 1 else found
    return every | mask


@fast
def takes(pr, mk, st, pile):
    """The cards that a pile would take now."""
    row = pr[ROW_PILES] + pile * PILE
    size = st[SIZES + pile]
    if size >= pr[row + ROOM]:
        return NIL
    if size:
        return rule_mask(pr, mk, st, pr[row + BUILD], pile, st[pr[row + BASE_AT] + size - 1])
    return rule_mask(pr, mk, st, pr[row + START], pile, 0)


@fast
def lifted(pr, mk, st, pile, lift):
    """How many cards may be lifted: the fewest and the most of them, and whether one alone as well."""
    least, most, single = lifted_freely(pr, mk, st, pile, lift)
    stays = pr[pr[ROW_LIFTS] + lift * LIFT_ROW + LEAVES]
    if stays == 0 or most == 0:
        return least, most, single
    room = st[SIZES + pile] - stays
    if most <= room:
        return least, most, single
    if least <= room:
        return least, room, single
    return 1, 1 if single and room > 0 else 0, False


@fast
def strays(pr, mk, st, first, many):
    """Whether some card from a place back to the edge is not where its rule wants it."""
    for i in range(many):
        pile = pr[first + i]
        if st[SIZES + pile] == 0:
            return True
        row = pr[ROW_PILES] + pile * PILE
        card = st[pr[row + BASE_AT]]
        mask = rule_mask(pr, mk, st, pr[row + START], pile, 0)
        if card >= 64 or (mask >> np.uint64(card)) & ONE == NIL:
            return True
    return False


@fast
def lifted_freely(pr, mk, st, pile, lift):
    """The same, when no card need stay behind."""
    size = st[SIZES + pile]
    base = pr[pr[ROW_PILES] + pile * PILE + BASE_AT]
    row = pr[ROW_LIFTS] + lift * LIFT_ROW
    kind = pr[row + KIND_OF_LIFT]
    over = st[base + size - 1]
    if kind == L_UNCOVERED:
        place = pr[ROW_PILES] + pile * PILE
        for i in range(pr[place + N_COVERS]):
            if st[SIZES + pr[pr[place + COVERS] + i]]:
                return 1, 0, False
        return 1, 1, False
    if kind == L_ASTRAY:
        return 1, 1 if strays(pr, mk, st, pr[row + LIFTED_BY], pr[row + ENDS]) else 0, False
    if over & 64:
        return 1, 0, False
    if kind == L_TOP:
        return 1, 1, False
    count = 1
    if kind == L_RUN:
        table, ends = pr[row + LIFTED_BY] * 128, NIL
        if pr[row + ENDS] >= 0:
            ends = rule_mask(pr, mk, st, pr[row + ENDS], pile, over)
        while count < size:
            under = st[base + size - 1 - count]
            if (mk[table + under] & ~ends) >> np.uint64(over) & ONE == NIL:
                break
            over = under
            count += 1
        return 1, count, False
    while count < size and not st[base + size - 1 - count] & 64:
        count += 1
    return count, count, pr[row + LIFTED_BY] != 0


@fast
def alone(pr, mk, st, pile):
    """Whether the top card of a pile may be lifted by itself."""
    lift = pr[pr[ROW_PILES] + pile * PILE + LIFT]
    if st[SIZES + pile] == 0 or lift < 0:
        return False
    least, most, single = lifted(pr, mk, st, pile, lift)
    return most > 0 and (least == 1 or single)


@fast
def wanted_by(pr, mk, st, row, target):
    """The cards that a carry may lay on a pile now."""
    onto = pr[row + ONTO]
    if onto and (onto == 1) != (st[SIZES + target] > 0):
        return NIL
    return takes(pr, mk, st, target)


@fast
def may_lie(pr, st, source, target, size):
    """Whether so many cards of a pile have room on another, and would not just trade its place."""
    there, filled = pr[ROW_PILES] + target * PILE, st[SIZES + target]
    if (
        source == target
        or size < pr[there + BATCH_FROM]
        or size >= pr[there + BATCH_TO]
        or filled + size > pr[there + ROOM]
    ):
        return False
    return not (
        filled == 0
        and pr[there + ALIKE]
        and size == st[SIZES + source]
        and pr[pr[ROW_PILES] + source * PILE + LETTER] == pr[there + LETTER]
    )


@fast
def lift_of(pr, row, pile):
    """How a carry lifts from a pile; -1: not at all."""
    own = pr[row + OWN_LIFT]
    return own if own >= 0 else pr[pr[ROW_PILES] + pile * PILE + LIFT]


@fast
def swaps(pr, st, pile):
    """Whether a pile may trade places with its like."""
    kind = pr[pr[ROW_PILES] + pile * PILE + SWAPS]
    return kind == 2 or (kind == 1 and st[SIZES + pr[DEALT]] == 0)


@fast
def mixed(word):
    """A word that tells nothing of the one it was made from."""
    word = (word ^ (word >> S30)) * MIX_A
    word = (word ^ (word >> S27)) * MIX_B
    return word ^ (word >> S31)


@fast
def key(pr, mk, st, hs, out):
    """The key of a position, 128 bits; piles that may trade places count the same in any order."""
    piles, salt = pr[PILES], pr[SALT]
    one, two = NIL, NIL
    dealing = pr[DEALT] >= 0 and st[SIZES + pr[DEALT]] > 0
    stock, waste = -1, -1
    if pr[MACRO] >= 0 and pr[MACRO_FREE]:
        row = pr[ROW_MOVES] + pr[MACRO] * MOVE
        stock, waste = pr[pr[row + FROM]], pr[pr[row + TO]]
        held, down = st[SIZES + waste], st[SIZES + stock]
        deep = pr[DEPTH]
        w = pr[pr[ROW_PILES] + waste * PILE + BASE_AT]
        s = pr[pr[ROW_PILES] + stock * PILE + BASE_AT]
        x, y = NIL, NIL
        for i in range(held + down):
            card = st[w + i] if i < held else st[s + held + down - 1 - i] & 63
            word = pr[ZOBRIST] + card * deep + i
            x += mk[word]
            y += mk[word + 128 * deep]
        if held % pr[row + BY] and down:  # elsewhere the next round shows the same cards
            x += MIX_C * np.uint64(held)
            y += MIX_B * np.uint64(held)
        one, two = mixed(x), mixed(y ^ MIX_C)
    for pile in range(piles + 1):
        if pile == stock or pile == waste:
            continue
        kind = pr[pr[ROW_PILES] + pile * PILE + SWAPS]
        s = salt + pile
        if kind == 0 or (kind == 1 and dealing):
            s += piles + 1
        x, y = hs[pile], hs[piles + 1 + pile]
        if pr[pr[ROW_PILES] + pile * PILE + BURIES] and st[SIZES + pile]:
            word = pr[ZOBRIST] + top(pr, st, pile) * pr[DEPTH]  # the rest is what lies nowhere else
            x, y = mk[word], mk[word + 128 * pr[DEPTH]]
        one += mixed(x + mk[s])
        two += mixed((y ^ mk[s]) + MIX_C)
    if stock < 0 and pr[NUMBERED]:
        one += MIX_A * np.uint64(st[TURNED] + 1)
        two += MIX_B * np.uint64(st[TURNED] + 1)
    number_ = np.uint64(st[PHASE] + 1 + (st[OWED] << 8))
    one += MIX_C * number_
    two += MIX_A * number_
    out[0] = one | ONE  # never nought, which marks a free place in a table
    out[1] = two
