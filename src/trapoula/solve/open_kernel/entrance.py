"""The way in to the kernel of open games, as it is compiled: one for all of them."""

from trapoula.machine.compiler import ints, longs, octets, words
from trapoula.solve.kernel.hashing import rehash
from trapoula.solve.open_kernel import (
    depth_first,
    frontier,
    legal_moves,
    position,
)
from trapoula.solve.open_kernel.layout import (
    ADVANCE,
    DEEPEN,
    LARGER_ROOM,
    LOAD,
    OFFERS,
    PLAY,
    REHASH,
    TABLE_ROOM,
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
        return frontier.widen(search, number)
    if task == ADVANCE:
        return frontier.advance(search, number)
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
        frontier.trace_beam(search)
    elif task == TRACE_FRONT:
        frontier.trace_best_first(search)
    elif task == REHASH:
        rehash(search.table, search.info[TABLE_ROOM], search.larger, search.info[LARGER_ROOM])
    return 0
