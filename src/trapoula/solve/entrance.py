"""The way in to the kernel, as it is compiled: one for all games."""

from trapoula.compiled import ints, longs, octets, words
from trapoula.solve import dead_ends, goals, offer, seek, steps, worth
from trapoula.solve.tasks import (
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
    code = ints(book[0])
    masks = words(book[1])
    state = ints(book[2])
    hashes = words(book[3])
    weights = ints(book[4])
    table = words(book[5])
    larger = words(book[6])
    stack = longs(book[7])
    depths = ints(book[8])
    path = longs(book[9])
    marks = ints(book[10])
    info = longs(book[11])
    out = longs(book[12])
    wants = words(book[13])
    vals = longs(book[14])
    level = octets(book[15])
    after = octets(book[16])
    parents = ints(book[17])
    moves = longs(book[18])
    chosen = longs(book[19])
    if task == DEEPEN:
        return seek.deepen(
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
        return seek.widen(
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
        seek.advance(code, masks, state, hashes, level, parents, moves, chosen, after, info)
    elif task == LEGAL:
        return offer.legal(code, masks, state, hashes, out, wants, number == 1)
    elif task == PLAY:
        steps.play(code, masks, state, hashes, number)
    elif task == WON:
        return 1 if goals.won(code, masks, state) else 2 if goals.over(code, masks, state) else 0
    elif task == HOPELESS:
        return 1 if dead_ends.hopeless(code, masks, state, hashes) else 0
    elif task == PACK:
        seek.pack(code, state, level, 0)
    elif task == REHASH:
        seek.rehash(table, larger, info)
    elif task == WANDER:
        return seek.wander(code, masks, state, hashes, info, out, wants, number)
    elif task == VALUE:
        return worth.value(code, masks, state, hashes, weights)
    return 0
