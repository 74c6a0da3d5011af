"""The way in to the kernel of open games, as it is compiled: one for all of them."""

from trapoula.compiled import ints, longs, octets, words
from trapoula.solve.open import beam, cards, front, offer, rows, seek, suitless
from trapoula.solve.open.tasks import (
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
    code = longs(book[0])
    masks = words(book[1])
    state = ints(book[2])
    keys = words(book[3])
    weights = longs(book[4])
    table = words(book[5])
    larger = words(book[6])
    rooms = longs(book[7])
    stack = longs(book[8])
    marks = ints(book[9])
    info = longs(book[10])
    out = longs(book[11])
    vals = longs(book[12])
    log = longs(book[13])
    start = octets(book[14])
    level = octets(book[15])
    after = octets(book[16])
    if task == DEEPEN:
        return seek.deepen(
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
        return offer.offers(code, masks, state, keys, out)
    elif task == PLAY:
        cards.play(code, masks, state, keys, number)
    elif task == TRACE_BEAM:
        beam.trace(code, masks, state, keys, start, log, info, stack)
    elif task == TRACE_FRONT:
        front.trace(code, masks, state, keys, start, log, info, stack, marks)
    elif task == REHASH:
        seek.rehash(table, larger, info)
    return 0
