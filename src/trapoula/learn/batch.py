"""The compiled part: step many tables, each with its own action.

A book holds the addresses of all arrays, then their sizes, so that a call is cheap however many
arrays there are.
"""

from trapoula.learn.status import GOING, HIDDEN_AS, LOOK, OVER, WANTS, WON
from trapoula.machine.compiler import fast, ints, longs, octets, wide, words
from trapoula.solve.kernel import goals, legal_moves, play
from trapoula.solve.kernel import layout as at
from trapoula.solve.kernel.layout import Board, Numbers
from trapoula.solve.kernel.piles import base_of, row_of, size_of, source_of, target_of

IN_FULL = False  # include every legal move, not only those that a search needs

(  # the book: addresses,
    PROGRAM,
    MASKS_OF_CARDS,
    KINDS,  # of the numbering
    NUMBERS,
    POSITIONS,
    SUMS,
    CHOSEN,  # the action of each table
    OFFERED,  # the legal moves of each table,
    COUNTS,  # and their number
    MASKS,
    STANDS,  # the status of each table
    SEEN,
    HEIGHTS,  # the height of each pile at the last observation
    WANTED,  # scratch space for each worker thread
    # and measures
    POSITION,
    SUM,
    OFFERS,
    ACTIONS,
    SHOWN,  # piles observed
    DEEP,
    CHEAT,  # whether face-down cards are visible
    PLACES,  # piles of the numbering, plus one for none
    LARGEST,  # sizes in the numbering
) = range(23)


@fast
def number_of(book: Numbers, kinds: Numbers, numbers: Numbers, move: int) -> int:
    """Return the number of a move."""
    nowhere = book[PLACES] - 1
    source, target = min(source_of(move), nowhere), min(target_of(move), nowhere)
    verb = kinds[row_of(move)]
    place = ((verb * book[PLACES] + source) * book[PLACES] + target) * book[LARGEST]
    return numbers[place + size_of(move)]


@fast
def look(book: Numbers, board: Board, one: int) -> None:
    """Write each pile as a row of cards from the bottom, each plus one; 0 is empty."""
    code, state = board.code, board.state
    seen = octets(book[SEEN] + one * book[SHOWN] * book[DEEP])
    heights = ints(book[HEIGHTS] + 4 * one * book[SHOWN])
    for pile in range(book[SHOWN]):
        base, height = (
            base_of(code, pile),
            state[at.SIZES + pile],
        )
        row = pile * book[DEEP]
        for place in range(height):
            card = state[base + place]
            hidden = card >= HIDDEN_AS and book[CHEAT] == 0
            seen[row + place] = HIDDEN_AS if hidden else card + 1
        for place in range(height, heights[pile]):
            seen[row + place] = 0
        heights[pile] = height


@fast
def settle(book: Numbers, board: Board, one: int, wants: Numbers) -> None:
    """Update a table's status, legal actions and observation."""
    kinds, numbers = ints(book[KINDS]), ints(book[NUMBERS])
    allowed, ends = octets(book[MASKS] + one * book[ACTIONS]), octets(book[STANDS])
    counts, moves = longs(book[COUNTS]), longs(book[OFFERED] + 8 * one * book[OFFERS])
    for spot in range(counts[one]):
        allowed[number_of(book, kinds, numbers, moves[spot])] = 0
    count = wide(0)
    end = WON if goals.won(board) else OVER if goals.over(board) else GOING
    if end == GOING:
        count = legal_moves.legal(board, moves, wants, IN_FULL)
        for spot in range(count):
            allowed[number_of(book, kinds, numbers, moves[spot])] = 1
        end = end if count else OVER
    ends[one], counts[one] = end, count
    look(book, board, one)


@fast
def do(book: Numbers, board: Board, one: int) -> bool:
    """Play the chosen action if it is legal; return whether it was."""
    kinds, numbers = ints(book[KINDS]), ints(book[NUMBERS])
    chosen, counts = longs(book[CHOSEN])[one], longs(book[COUNTS])[one]
    moves = longs(book[OFFERED] + 8 * one * book[OFFERS])
    for spot in range(counts):
        if number_of(book, kinds, numbers, moves[spot]) == chosen:
            play.play(board, moves[spot])
            board.state[at.TRAIL_LENGTH] = 0
            return True
    return False


def enter(task: int, book_: int, first: int, last: int, share: int) -> int:
    """Play the chosen action at each table of a range, or observe tables that were just dealt."""
    book = longs(book_)
    code, masks = ints(book[PROGRAM]), words(book[MASKS_OF_CARDS])
    wants = words(book[WANTED] + 8 * share * WANTS)
    for one in range(first, last):
        state = ints(book[POSITIONS] + 4 * one * book[POSITION])
        hashes = words(book[SUMS] + 8 * one * book[SUM])
        board = at.Board(code, masks, state, hashes)
        if task == LOOK or do(book, board, one):
            settle(book, board, one, wants)
    return 0
