"""The way in to the kernel of open games, as it is compiled: one for all of them."""

from trapoula.machine.compiler import ints, longs, octets, words
from trapoula.solve.open_kernel import (
    beam,
    best_first,
    depth_first,
    legal_moves,
    position,
    suitless,
)
from trapoula.solve.open_kernel.layout import (
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
    Board,
    Search,
)


def enter(task: int, book_: int, number: int) -> int:
    """Do one task on the arrays it needs; the others are not looked at."""
    book = longs(book_)
    board = Board(longs(book[0]), words(book[1]), ints(book[2]), words(book[3]))
    search = Search(
        board,
        weights=longs(book[4]),
        table=words(book[5]),
        larger=words(book[6]),
        rooms=longs(book[7]),
        stack=longs(book[8]),
        marks=ints(book[9]),
        info=longs(book[10]),
        out=longs(book[11]),
        vals=longs(book[12]),
        log=longs(book[13]),
        start=octets(book[14]),
        level=octets(book[15]),
        after=octets(book[16]),
    )
    if task == DEEPEN:
        return depth_first.deepen(search, number)
    if task == WIDEN:
        return beam.widen(search, number)
    if task == ADVANCE:
        return best_first.advance(search, number)
    if task == FORGET:
        return suitless.forget(search, number)
    if task == LOAD:
        position.load(board, search.start)
        if number:
            position.begin(board)
            position.pack(board, search.level, 0)
    elif task == OFFERS:
        return legal_moves.offers(board, search.out)
    elif task == PLAY:
        position.play(board, number)
    elif task == TRACE_BEAM:
        beam.trace(search)
    elif task == TRACE_FRONT:
        best_first.trace(search)
    elif task == REHASH:
        depth_first.rehash(search.table, search.larger, search.info)
    return 0
