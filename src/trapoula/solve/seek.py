"""The kernel's search: depth first with a table, and one level of a beam."""

import numpy as np

from trapoula.compiled import fast
from trapoula.solve.chores import homes, safe
from trapoula.solve.dead_ends import hopeless
from trapoula.solve.ends import EMPTY, FULL_STACK, FULL_TABLE, FULL_TRAIL, GOING, WON
from trapoula.solve.goals import over, won
from trapoula.solve.layout import *
from trapoula.solve.offer import legal, serves
from trapoula.solve.piles import NIL, ONE, joins, key, may_lie, rank_mask, top, undo, wanted_by
from trapoula.solve.steps import play
from trapoula.solve.worth import W_NOISE, value

# --- what a search keeps in `info` ---------------------------------------------------------------
(
    HEIGHT,  # of the stack
    DEEP,  # where the search stands on its path
    STATES,  # positions met so far
    KEPT,  # keys in the table
    LINE,  # length of the line that wins
    DICE,
    LEVEL,  # positions of the next level of a beam
    WINNER,  # the position of a beam that wins
    WIN_MOVE,
    CUT,  # whether something was left out
    TABLE_ROOM,  # how much the arrays hold: keys in the table,
    LARGER_ROOM,  # and in the larger one,
    STACK_ROOM,  # moves on the stack,
    PATH_ROOM,  # moves on the path,
    TRAIL_ROOM,  # steps on the trail,
    OUT_ROOM,  # moves of one position,
    LEVEL_ROOM,  # positions that a level leads to,
    ROW_WIDTH,  # bytes of a packed position,
    CHOSEN,  # positions of the next level
) = range(19)
INFO = 24

LEAN, IN_FULL = (
    np.bool_(True),
    np.bool_(False),
)  # with their type: bare ones are compiled one by one


@fast
def insert(table, room, one, two):
    """Put a key into the table; whether it is new."""
    places = np.uint64(room - 1)
    place = (one ^ (two >> np.uint64(17))) & places
    while True:
        held = table[np.int64(place) * 2]
        if held == NIL:
            table[np.int64(place) * 2] = one
            table[np.int64(place) * 2 + 1] = two
            return True
        if held == one and table[np.int64(place) * 2 + 1] == two:
            return False
        place = (place + ONE) & places


@fast
def rehash(table, larger, info):
    """Copy all keys to a larger table."""
    for place in range(info[TABLE_ROOM]):
        if table[2 * place] != NIL:
            insert(larger, info[LARGER_ROOM], table[2 * place], table[2 * place + 1])


@fast
def forced(code, masks, state, hashes, out):
    """The move that brings a card home which nothing will need, if there is one."""
    wanted, ready = safe(code, masks, state, hashes)
    for i in range(code[N_SAFE_FROM]):
        pile = code[code[SAFE_FROM] + i]
        if state[SIZES + pile] == 0:
            continue
        card = top(code, state, pile)
        if card >= 64 or wanted >> np.uint64(card) & ONE == NIL:
            continue
        if masks[code[SAFE] * 128 + card] & ~ready == NIL and legal_home(
            code, masks, state, pile, card, out
        ):
            return True
    if code[SAFE_WASTE]:
        return forced_waste(code, masks, state, wanted, ready, out)
    return False


@fast
def forced_waste(code, masks, state, wanted, ready, out):
    """The same for any card of stock and waste, where turning them over is free and shows all."""
    row = code[ROW_MOVES] + code[MACRO] * MOVE
    stock, waste = code[code[row + FROM]], code[code[row + TO]]
    held, down = state[SIZES + waste], state[SIZES + stock]
    w = code[code[ROW_PILES] + waste * PILE + BASE_AT]
    s = code[code[ROW_PILES] + stock * PILE + BASE_AT]
    for place in range(1, held + down + 1):
        card = state[w + place - 1] if place <= held else state[s + held + down - place] & 63
        if wanted >> np.uint64(card) & ONE == NIL or masks[code[SAFE] * 128 + card] & ~ready != NIL:
            continue
        if legal_home(code, masks, state, waste, card, out):
            turns = place - held if place >= held else down + 1 + place
            out[0] |= np.int64(turns) << 32
            return True
    return False


@fast
def legal_home(code, masks, state, pile, card, out):
    """The move that carries a card to the foundation that wants it; 1 when there is one."""
    for move in range(code[N_MOVES]):
        row = code[ROW_MOVES] + move * MOVE
        if code[row + OP] != M_CARRY and code[row + OP] != M_LAYOFF:
            continue
        if not serves(code, row, pile):
            continue
        for i in range(code[row + N_TO]):
            target = code[code[row + TO] + i]
            if (
                code[code[ROW_PILES] + target * PILE + KIND] == FOUNDATION
                and wanted_by(code, masks, state, row, target) >> np.uint64(card) & ONE != NIL
                and may_lie(code, state, pile, target, 1)
            ):
                out[0] = move | pile << 8 | target << 16 | 1 << 24
                return 1
    return 0


@fast
def pointless(code, masks, state, move, wanted):
    """Whether a move splits a run although the card beneath cannot go home."""
    row = code[ROW_MOVES] + (move & 255) * MOVE
    if code[row + OP] != M_CARRY:
        return False
    source, target, size = move >> 8 & 255, move >> 16 & 255, move >> 24 & 255
    here, there = code[ROW_PILES] + source * PILE, code[ROW_PILES] + target * PILE
    if code[here + KIND] != COLUMN or code[there + KIND] != COLUMN:
        return False
    height = state[SIZES + source]
    if size == height:
        return False
    under = state[code[here + BASE_AT] + height - size - 1]
    if not joins(masks, code[here + PACKED], under, state[code[here + BASE_AT] + height - size]):
        return False
    return wanted >> np.uint64(under) & ONE == NIL


@fast
def settles(code, state, move):
    """Whether a move does what must be done next with a card."""
    card, debt = (state[OWED] & 255) - 1, state[OWED] >> 8
    source, target = move >> 8 & 255, move >> 16 & 255
    if target == NO_PILE:
        return False
    from_kind = code[code[ROW_PILES] + source * PILE + KIND]
    to_kind = code[code[ROW_PILES] + target * PILE + KIND]
    if debt == GOES_HOME:
        return to_kind == FOUNDATION and top(code, state, source) == card
    if state[SIZES + target] and top(code, state, target) == card:
        return True
    if debt != RETURNED:
        return False
    return from_kind == FOUNDATION or (
        code[WAITING] != 0 and from_kind == WASTE and to_kind == COLUMN
    )


@fast
def choices(code, masks, state, hashes, out, wants):
    """The moves that a search must try."""
    if code[SAFE] >= 0 and forced(code, masks, state, hashes, out):
        return 1
    count = legal(code, masks, state, hashes, out, wants, LEAN)
    if code[PARTING] >= 0:
        return at_once(code, masks, state, out, count)
    if state[OWED]:
        kept = 0
        for i in range(count):
            if settles(code, state, out[i]):
                out[kept] = out[i]
                kept += 1
        count = kept
    if code[WHOLE_RUNS]:
        wanted, _ = homes(code, masks, state, hashes, code[SAFE_TO], code[N_SAFE_TO])
        kept = 0
        for i in range(count):
            if not pointless(code, masks, state, out[i], wanted):
                out[kept] = out[i]
                kept += 1
        count = kept
    return count


@fast
def at_once(code, masks, state, out, count):
    """The first move by which a card leaves alone, or the last two of their ranks together, in front."""
    left = NIL
    for pile in range(code[PILES]):
        base = code[code[ROW_PILES] + pile * PILE + BASE_AT]
        for j in range(state[SIZES + pile]):
            left |= ONE << np.uint64(state[base + j] & 63)
    for i in range(count):
        row = code[ROW_MOVES] + (out[i] & 255) * MOVE
        last = code[row + OP] == M_DROP
        if code[row + OP] == M_PAIR:
            mates = left & rank_mask(top(code, state, out[i] >> 8 & 255) >> 2)
            others = left & masks[code[PARTING] * TABLE + top(code, state, out[i] >> 8 & 255)]
            last = mates & (mates - ONE) == NIL and others & (others - ONE) == NIL
        if last:
            out[0] = out[i]
            return 1
    return count


@fast
def noise(info, most):
    """A small number of chance."""
    if most <= 0:
        return 0
    word = np.uint64(info[DICE])
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    info[DICE] = np.int64(word)
    return np.int64((word >> np.uint64(33)) % np.uint64(most))


@fast
def deepen(
    code,
    masks,
    state,
    hashes,
    weights,
    table,
    stack,
    depths,
    path,
    marks,
    info,
    out,
    wants,
    vals,
    budget,
):
    """Go on with a depth-first search for so many positions."""
    keys = wants
    last = info[STATES] + budget
    most = info[TABLE_ROOM] * 3 // 4
    margin = 8 * code[CARDS] + 64
    trail_room, out_room = info[TRAIL_ROOM], info[OUT_ROOM]
    while True:
        deep = info[DEEP]
        if marks[deep] + margin > trail_room:
            return FULL_TRAIL
        if info[HEIGHT] + out_room > info[STACK_ROOM] or deep + 2 > info[PATH_ROOM]:
            return FULL_STACK
        if info[KEPT] + out_room > most:
            return FULL_TABLE
        if info[STATES] > last:
            return GOING
        mark = marks[deep]
        count = choices(code, masks, state, hashes, out, wants)
        kept = 0
        for i in range(count):
            move = out[i]
            play(code, masks, state, hashes, move)
            if won(code, masks, state):
                path[deep] = move
                info[LINE] = deep + 1
                return WON
            info[STATES] += 1
            if not over(code, masks, state):
                key(code, masks, state, hashes, keys)
                fresh = insert(table, info[TABLE_ROOM], keys[0], keys[1])
                info[KEPT] += fresh
                if fresh and not hopeless(code, masks, state, hashes):
                    worth = 0
                    if count > 1:  # else there is nothing to put in order
                        worth = value(code, masks, state, hashes, weights) + noise(
                            info, weights[W_NOISE]
                        )
                    j = kept
                    while j > 0 and vals[j - 1] < worth:
                        vals[j] = vals[j - 1]
                        out[j] = out[j - 1]
                        j -= 1
                    vals[j] = worth
                    out[j] = move
                    kept += 1
            undo(code, masks, state, hashes, mark)
        height = info[HEIGHT]
        for i in range(kept):
            stack[height + i] = out[i]
            depths[height + i] = deep
        height += kept
        if height == 0:
            info[HEIGHT] = 0
            return EMPTY
        height -= 1
        info[HEIGHT] = height
        deep = depths[height]
        undo(code, masks, state, hashes, marks[deep])
        play(code, masks, state, hashes, stack[height])
        path[deep] = stack[height]
        deep += 1
        marks[deep] = state[TRAIL_LENGTH]
        info[DEEP] = deep


# --- beams ---------------------------------------------------------------------------------------


@fast
def pack(code, state, row, place):
    """Write a position to bytes."""
    row[place], row[place + 1] = state[TURNED], state[PHASE]
    row[place + 2], row[place + 3] = state[OWED] & 255, state[OWED] >> 8
    place += 4
    for pile in range(code[PILES] + 1):
        base, size = code[code[ROW_PILES] + pile * PILE + BASE_AT], state[SIZES + pile]
        row[place] = size
        place += 1
        for j in range(size):
            row[place + j] = state[base + j]
        place += size


@fast
def unpack(code, masks, state, hashes, row, place):
    """Take a position from bytes; its trail is empty."""
    deep = code[DEPTH]
    state[TURNED], state[PHASE] = row[place], row[place + 1]
    state[OWED] = row[place + 2] | np.int64(row[place + 3]) << 8
    place += 4
    state[TRAIL_LENGTH] = 0
    home = NIL
    for pile in range(code[PILES] + 1):
        here = code[ROW_PILES] + pile * PILE
        base, size = code[here + BASE_AT], np.int64(row[place])
        ordered = 0 if code[here + KIND] == GONE else 1
        state[SIZES + pile] = size
        place += 1
        one, two = NIL, NIL
        for j in range(size):
            card = np.int64(row[place + j])
            state[base + j] = card
            word = code[ZOBRIST] + card * deep + j * ordered
            one += masks[word]
            two += masks[word + 128 * deep]
            if code[here + KIND] == FOUNDATION:
                home |= ONE << np.uint64(card & 63)
        hashes[pile] = one
        hashes[code[PILES] + 1 + pile] = two
        place += size
    hashes[2 * code[PILES] + 2] = home


@fast
def widen(
    code, masks, state, hashes, weights, table, level, count, vals, parents, moves, info, out, wants
):
    """All new positions that one level of a beam leads to, by value, parent and move."""
    keys = wants
    found = 0
    most = info[TABLE_ROOM] * 3 // 4
    for parent in range(count):
        if found + info[OUT_ROOM] > info[LEVEL_ROOM] or info[KEPT] + info[OUT_ROOM] > most:
            info[CUT] = 1
            break
        unpack(code, masks, state, hashes, level, parent * info[ROW_WIDTH])
        many = choices(code, masks, state, hashes, out, wants)
        for i in range(many):
            move = out[i]
            play(code, masks, state, hashes, move)
            if won(code, masks, state):
                info[WINNER], info[WIN_MOVE] = parent, move
                info[LEVEL] = found
                return WON
            info[STATES] += 1
            if not over(code, masks, state):
                key(code, masks, state, hashes, keys)
                fresh = insert(table, info[TABLE_ROOM], keys[0], keys[1])
                info[KEPT] += fresh
                if fresh and not hopeless(code, masks, state, hashes):
                    vals[found] = value(code, masks, state, hashes, weights) + noise(
                        info, weights[W_NOISE]
                    )
                    parents[found] = parent
                    stage = state[SIZES + code[STAGED]] if code[STAGED] >= 0 else 0
                    moves[found] = move | np.int64(stage) << STAGE_AT
                    found += 1
            undo(code, masks, state, hashes, 0)
    info[LEVEL] = found
    return GOING if found else EMPTY


@fast
def advance(code, masks, state, hashes, level, parents, moves, chosen, after, info):
    """Write the chosen positions of the next level."""
    width = info[ROW_WIDTH]
    for i in range(info[CHOSEN]):
        unpack(code, masks, state, hashes, level, parents[chosen[i]] * width)
        play(code, masks, state, hashes, moves[chosen[i]] & MOVE_ALONE)
        pack(code, state, after, i * width)


@fast
def wander(code, masks, state, hashes, info, out, wants, steps):
    """Play at random for so many steps, or to the end; how many were played."""
    for step in range(steps):
        if won(code, masks, state) or over(code, masks, state):
            return step
        count = legal(code, masks, state, hashes, out, wants, IN_FULL)
        if count == 0:
            return step
        state[TRAIL_LENGTH] = 0
        play(code, masks, state, hashes, out[noise(info, count)])
    return steps
