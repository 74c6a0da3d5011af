"""The way in to the kernel, as it is compiled: one for all games."""

from trapoula.compiled import ints, longs, octets, words
from trapoula.solve.kernel import goals, legal_moves, play
from trapoula.solve.search_kernel import book as at
from trapoula.solve.search_kernel import dead_ends, evaluation, tree_search
from trapoula.solve.search_kernel.tasks import (
    ADVANCE,
    DEEPEN,
    HOPELESS,
    LEGAL,
    PACK,
    PLAY,
    REHASH,
    VALUE,
    WANDER,
    WIDEN,
    WON,
)


def enter(task, book_, number):
    """Do one task on the arrays it needs; the others are not looked at."""
    book = longs(book_)
    code = ints(book[at.CODE])
    masks = words(book[at.MASKS])
    state = ints(book[at.STATE])
    hashes = words(book[at.HASHES])
    weights = ints(book[at.WEIGHTS])
    table = words(book[at.TABLE])
    larger = words(book[at.LARGER])
    stack = longs(book[at.STACK])
    depths = ints(book[at.DEPTHS])
    path = longs(book[at.PATH])
    marks = ints(book[at.MARKS])
    info = longs(book[at.INFO])
    out = longs(book[at.OUT])
    wants = words(book[at.WANTS])
    vals = longs(book[at.VALS])
    level = octets(book[at.LEVEL])
    after = octets(book[at.AFTER])
    parents = ints(book[at.PARENTS])
    moves = longs(book[at.MOVES])
    chosen = longs(book[at.CHOSEN])
    if task == DEEPEN:
        return tree_search.deepen(
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
            number,
        )
    if task == WIDEN:
        return tree_search.widen(
            code,
            masks,
            state,
            hashes,
            weights,
            table,
            level,
            number,
            vals,
            parents,
            moves,
            info,
            out,
            wants,
        )
    if task == ADVANCE:
        tree_search.advance(code, masks, state, hashes, level, parents, moves, chosen, after, info)
    elif task == LEGAL:
        return legal_moves.legal(code, masks, state, hashes, out, wants, number == 1)
    elif task == PLAY:
        play.play(code, masks, state, hashes, number)
    elif task == WON:
        return 1 if goals.won(code, masks, state) else 2 if goals.over(code, masks, state) else 0
    elif task == HOPELESS:
        return 1 if dead_ends.hopeless(code, masks, state, hashes) else 0
    elif task == PACK:
        tree_search.pack(code, state, level, 0)
    elif task == REHASH:
        tree_search.rehash(table, larger, info)
    elif task == WANDER:
        return tree_search.wander(code, masks, state, hashes, info, out, wants, number)
    elif task == VALUE:
        return evaluation.value(code, masks, state, hashes, weights)
    return 0
