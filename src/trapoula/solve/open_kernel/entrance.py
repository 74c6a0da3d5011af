"""The way in to the kernel of open games, as it is compiled: one for all of them."""

from trapoula.compiled import ints, longs, octets, words
from trapoula.solve.open_kernel import beam, depth_first, legal_moves, rows, suitless
from trapoula.solve.open_kernel import best_first as front
from trapoula.solve.open_kernel import book as at
from trapoula.solve.open_kernel import position as cards
from trapoula.solve.open_kernel.tasks import (
    ADVANCE,
    DEEPEN,
    FORGET,
    LOAD,
    OFFERS,
    PLAY,
    REHASH,
    TRACE_BEAM,
    TRACE_FRONT,
    WIDEN,
)


def enter(task, book_, number):
    """Do one task on the arrays it needs; the others are not looked at."""
    book = longs(book_)
    code = longs(book[at.CODE])
    masks = words(book[at.MASKS])
    state = ints(book[at.STATE])
    keys = words(book[at.KEYS])
    weights = longs(book[at.WEIGHTS])
    table = words(book[at.TABLE])
    larger = words(book[at.LARGER])
    rooms = longs(book[at.ROOMS])
    stack = longs(book[at.STACK])
    marks = ints(book[at.MARKS])
    info = longs(book[at.INFO])
    out = longs(book[at.OUT])
    vals = longs(book[at.VALS])
    log = longs(book[at.LOG])
    start = octets(book[at.START])
    level = octets(book[at.LEVEL])
    after = octets(book[at.AFTER])
    if task == DEEPEN:
        return depth_first.deepen(
            code,
            masks,
            state,
            keys,
            weights,
            table,
            rooms,
            stack,
            marks,
            info,
            out,
            vals,
            number,
        )
    if task == WIDEN:
        return beam.widen(
            code, masks, state, keys, weights, table, rooms, level, after, log, info, out, vals,
            number,
        )  # fmt: skip
    if task == ADVANCE:
        return front.advance(
            code, masks, state, keys, weights, table, rooms, stack, marks, start, level, log, info,
            out, vals, number,
        )  # fmt: skip
    if task == FORGET:
        return suitless.forget(code, masks, state, table, stack, info, number)
    if task == LOAD:
        rows.load(code, masks, state, keys, start)
        if number:
            cards.begin(code, masks, state, keys)
            rows.pack(code, state, keys, level, 0)
    elif task == OFFERS:
        return legal_moves.offers(code, masks, state, keys, out)
    elif task == PLAY:
        cards.play(code, masks, state, keys, number)
    elif task == TRACE_BEAM:
        beam.trace(code, masks, state, keys, start, log, info, stack)
    elif task == TRACE_FRONT:
        front.trace(code, masks, state, keys, start, log, info, stack, marks)
    elif task == REHASH:
        depth_first.rehash(table, larger, info)
    return 0
