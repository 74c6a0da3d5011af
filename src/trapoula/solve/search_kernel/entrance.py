"""The way in to the kernel, as it is compiled: one for all games."""

from trapoula.machine.compiler import ints, longs, octets, words
from trapoula.solve.kernel import goals, legal_moves, play
from trapoula.solve.kernel.hashing import rehash
from trapoula.solve.kernel.layout import Board
from trapoula.solve.search_kernel import dead_ends, evaluation, tree_search
from trapoula.solve.search_kernel.layout import (
    ADVANCE,
    DEEPEN,
    HOPELESS,
    LARGER_ROOM,
    LEGAL,
    OUTCOME,
    PACK,
    PLAY,
    REHASH,
    TABLE_ROOM,
    VALUE,
    WANDER,
    WIDEN,
    Search,
)


def enter(task: int, book_: int, number: int) -> int:
    """Do one task on the arrays it needs; the others are not looked at."""
    book = longs(book_)
    board = Board(ints(book[0]), words(book[1]), ints(book[2]), words(book[3]))
    search = Search(
        board,
        weights=ints(book[4]),
        table=words(book[5]),
        larger=words(book[6]),
        stack=longs(book[7]),
        depths=ints(book[8]),
        path=longs(book[9]),
        marks=ints(book[10]),
        info=longs(book[11]),
        out=longs(book[12]),
        wants=words(book[13]),
        vals=longs(book[14]),
        level=octets(book[15]),
        after=octets(book[16]),
        parents=ints(book[17]),
        moves=longs(book[18]),
        chosen=longs(book[19]),
        memo=words(book[20]),
    )
    if task == DEEPEN:
        return tree_search.deepen(search, number)
    if task == WIDEN:
        return tree_search.widen(search, number)
    if task == ADVANCE:
        tree_search.advance(search)
    elif task == LEGAL:
        return legal_moves.legal(board, search.out, search.wants, number == 1)
    elif task == PLAY:
        play.play(board, number)
    elif task == OUTCOME:
        return 1 if goals.won(board) else 2 if goals.over(board) else 0
    elif task == HOPELESS:
        return 1 if dead_ends.hopeless(board) else 0
    elif task == PACK:
        tree_search.pack(board, search.level, 0)
    elif task == REHASH:
        rehash(search.table, search.info[TABLE_ROOM], search.larger, search.info[LARGER_ROOM])
    elif task == WANDER:
        return tree_search.wander(search, number)
    elif task == VALUE:
        return evaluation.value(board, search.weights)
    return 0
