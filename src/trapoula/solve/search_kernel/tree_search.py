"""The kernel's search: depth first with a table, and one level of a beam."""

from trapoula.machine.compiler import fast, wide, word
from trapoula.solve.kernel import layout as at
from trapoula.solve.kernel.goals import over, won
from trapoula.solve.kernel.hashing import key, meet
from trapoula.solve.kernel.layout import Board, Numbers
from trapoula.solve.kernel.legal_moves import legal
from trapoula.solve.kernel.piles import NIL, ONE, at_home, base_of, pile_row, undo
from trapoula.solve.kernel.play import homes, play
from trapoula.solve.search_kernel.dead_ends import hopeless
from trapoula.solve.search_kernel.evaluation import value
from trapoula.solve.search_kernel.layout import (
    CHOSEN,
    CUT,
    DEEP,
    DICE,
    EMPTY,
    FULL_STACK,
    FULL_TABLE,
    FULL_TRAIL,
    GOING,
    HEIGHT,
    KEPT,
    LEVEL,
    LEVEL_ROOM,
    LINE,
    OUT_ROOM,
    PATH_ROOM,
    ROW_WIDTH,
    STACK_ROOM,
    STATES,
    TABLE_ROOM,
    TRAIL_ROOM,
    W_NOISE,
    W_WHOLE,
    WIN_MOVE,
    WINNER,
    WON,
    Search,
)
from trapoula.solve.search_kernel.pruning import IN_FULL, moves_to_try, whole


@fast
def noise(info: Numbers, most: int) -> int:
    """A small number of chance."""
    if most <= 0:
        return 0
    bits = word(info[DICE])
    bits ^= bits << word(13)
    bits ^= bits >> word(7)
    bits ^= bits << word(17)
    info[DICE] = wide(bits)
    return wide((bits >> word(33)) % word(most))


@fast
def deepen(search: Search, budget: int) -> int:
    """Go on with a depth-first search for so many positions."""
    board, weights, table, stack = search.board, search.weights, search.table, search.stack
    depths, path, marks, info = search.depths, search.path, search.marks, search.info
    out, wants, vals = search.out, search.wants, search.vals
    code, state = board.code, board.state
    keys = wants
    last = info[STATES] + budget
    most = info[TABLE_ROOM] * 3 // 4
    margin = 8 * code[at.CARDS] + 64
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
        count = moves_to_try(board, out, wants)
        kept = 0
        for i in range(count):
            move = out[i]
            play(board, move)
            if won(board):
                path[deep] = move
                info[LINE] = deep + 1
                return WON
            info[STATES] += 1
            if not over(board):
                key(board, search.memo, keys)
                fresh = meet(board, table, info[TABLE_ROOM], keys)
                info[KEPT] += fresh
                if fresh and not hopeless(board):
                    worth = 0
                    if count > 1:  # else there is nothing to put in order
                        worth = value(board, weights) + noise(info, weights[W_NOISE])
                    j = kept
                    while j > 0 and vals[j - 1] < worth:
                        vals[j] = vals[j - 1]
                        out[j] = out[j - 1]
                        j -= 1
                    vals[j] = worth
                    out[j] = move
                    kept += 1
            undo(board, mark)
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
        undo(board, marks[deep])
        play(board, stack[height])
        path[deep] = stack[height]
        deep += 1
        marks[deep] = state[at.TRAIL_LENGTH]
        info[DEEP] = deep


# --- beams ---------------------------------------------------------------------------------------


@fast
def pack(board: Board, row: Numbers, place: int) -> None:
    """Write a position to bytes."""
    code, state = board.code, board.state
    row[place], row[place + 1] = state[at.TURNED], state[at.PHASE]
    row[place + 2], row[place + 3] = (
        state[at.OBLIGATION] & at.BYTE,
        state[at.OBLIGATION] >> at.OBLIGATION_AT,
    )
    place += 4
    for pile in range(code[at.PILES] + 1):
        base, size = base_of(code, pile), state[at.SIZES + pile]
        row[place] = size
        place += 1
        for j in range(size):
            row[place + j] = state[base + j]
        place += size


@fast
def unpack(board: Board, row: Numbers, place: int) -> None:
    """Take a position from bytes; its trail is empty."""
    code, masks, state, hashes = board.code, board.masks, board.state, board.hashes
    deep = code[at.DEPTH]
    state[at.TURNED], state[at.PHASE] = row[place], row[place + 1]
    state[at.OBLIGATION] = row[place + 2] | wide(row[place + 3]) << at.OBLIGATION_AT
    place += 4
    state[at.TRAIL_LENGTH] = 0
    home = NIL
    for pile in range(code[at.PILES] + 1):
        here = pile_row(code, pile)
        base, size = code[here + at.BASE_AT], wide(row[place])
        ordered = 0 if code[here + at.KIND] == at.GONE else 1
        state[at.SIZES + pile] = size
        place += 1
        one, two = NIL, NIL
        for j in range(size):
            card = wide(row[place + j])
            state[base + j] = card
            zobrist = code[at.ZOBRIST] + card * deep + j * ordered
            one += masks[zobrist]
            two += masks[zobrist + at.TABLE * deep]
            if code[here + at.KIND] == at.FOUNDATION:
                home |= ONE << word(card & at.FACE)
        hashes[pile] = one
        hashes[code[at.PILES] + 1 + pile] = two
        place += size
    hashes[at_home(code)] = home


@fast
def widen(search: Search, count: int) -> int:
    """All new positions that one level of a beam leads to, by value, parent and move."""
    board, weights, table, level = search.board, search.weights, search.table, search.level
    vals, parents, moves, info = search.vals, search.parents, search.moves, search.info
    out, wants = search.out, search.wants
    code, state = board.code, board.state
    keys = wants
    found = 0
    most = info[TABLE_ROOM] * 3 // 4
    for parent in range(count):
        if found + info[OUT_ROOM] > info[LEVEL_ROOM] or info[KEPT] + info[OUT_ROOM] > most:
            info[CUT] = 1
            break
        unpack(board, level, parent * info[ROW_WIDTH])
        many = moves_to_try(board, out, wants)
        if code[at.IN_SUIT] and weights[W_WHOLE]:
            wanted, _ = homes(board, code[at.SAFE_TO], code[at.N_SAFE_TO])
            kept = whole(board, wanted, out, many)
            info[CUT] |= kept < many
            many = kept
        for i in range(many):
            move = out[i]
            play(board, move)
            if won(board):
                info[WINNER], info[WIN_MOVE] = parent, move
                info[LEVEL] = found
                return WON
            info[STATES] += 1
            if not over(board):
                key(board, search.memo, keys)
                fresh = meet(board, table, info[TABLE_ROOM], keys)
                info[KEPT] += fresh
                # with two packs a look for dead ends costs a beam more than it saves
                if fresh and not (code[at.SINGLE] and hopeless(board)):
                    vals[found] = value(board, weights) + noise(info, weights[W_NOISE])
                    parents[found] = parent
                    stage = state[at.SIZES + code[at.STAGED]] if code[at.STAGED] >= 0 else 0
                    moves[found] = move | wide(stage) << at.STAGE_AT
                    found += 1
            undo(board, 0)
    info[LEVEL] = found
    return GOING if found else EMPTY


@fast
def advance(search: Search) -> None:
    """Write the chosen positions of the next level."""
    board, level, parents, moves = search.board, search.level, search.parents, search.moves
    chosen, after, info = search.chosen, search.after, search.info
    width = info[ROW_WIDTH]
    for i in range(info[CHOSEN]):
        unpack(board, level, parents[chosen[i]] * width)
        play(board, moves[chosen[i]] & at.MOVE_ALONE)
        pack(board, after, i * width)


@fast
def wander(search: Search, steps: int) -> int:
    """Play at random for so many steps, or to the end; how many were played."""
    board, info, out, wants = search.board, search.info, search.out, search.wants
    state = board.state
    for step in range(steps):
        if won(board) or over(board):
            return step
        count = legal(board, out, wants, IN_FULL)
        if count == 0:
            return step
        state[at.TRAIL_LENGTH] = 0
        play(board, out[noise(info, count)])
    return steps
