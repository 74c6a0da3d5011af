"""The compiled part: many tables, each with its own action, stepped one after another.

A book tells where everything stands: the addresses of the arrays, and then their measures, so that one call
costs little however many arrays there are.
"""

from pathlib import Path

import numpy as np
from numba import njit, types

from trapoula import solve
from trapoula.compiled import I64, compiling, fast, ints, longs, octets, words
from trapoula.solve import goals, offer, steps
from trapoula.solve.layout import *

SOURCES = ("layout", "piles", "goals", "chores", "offer", "steps")  # what is compiled with it
GOING, WON, OVER = 0, 1, 2
HIDDEN_AS = 64  # a card of which only the back is seen
IN_FULL = False  # every legal move, not only those that a search needs
WANTS = 256  # masks that the kernel needs room for

(  # the book: addresses,
    PROGRAM,
    MASKS_OF_CARDS,
    KINDS,  # of the numbering
    NUMBERS,
    POSITIONS,
    SUMS,
    CHOSEN,  # the action of each table
    OFFERED,  # the moves that each table offers,
    COUNTS,  # and how many
    MASKS,
    STANDS,  # how each table stands
    SEEN,
    HEIGHTS,  # how high each pile was when it was last looked at
    # and measures
    POSITION,
    SUM,
    OFFERS,
    ACTIONS,
    SHOWN,  # piles that are looked at
    DEEP,
    CHEAT,  # whether cards are seen that lie face down
    PLACES,  # piles of the numbering, and nowhere
    LARGEST,  # sizes of the numbering
) = range(22)
BOOK = 22


@fast
def number_of(book, kinds, numbers, move):
    """The number of a move."""
    source, target = min(move >> 8 & 255, book[PLACES] - 1), min(move >> 16 & 255, book[PLACES] - 1)
    verb = kinds[move & 255]
    place = ((verb * book[PLACES] + source) * book[PLACES] + target) * book[LARGEST]
    return numbers[place + (move >> 24 & 255)]


@fast
def look(book, code, state, one):
    """Every pile as a row of cards from the bottom, each one more than its number; 0 is nothing."""
    seen = octets(book[SEEN] + one * book[SHOWN] * book[DEEP])
    heights = ints(book[HEIGHTS] + 4 * one * book[SHOWN])
    for pile in range(book[SHOWN]):
        base, height = code[code[ROW_PILES] + pile * PILE + BASE_AT], state[SIZES + pile]
        row = pile * book[DEEP]
        for place in range(height):
            card = state[base + place]
            hidden = card >= HIDDEN_AS and book[CHEAT] == 0
            seen[row + place] = HIDDEN_AS if hidden else card + 1
        for place in range(height, heights[pile]):
            seen[row + place] = 0
        heights[pile] = height


@fast
def settle(book, code, masks, state, hashes, one, wants):
    """Tell how a table stands, what may be done there and what is seen."""
    kinds, numbers = ints(book[KINDS]), ints(book[NUMBERS])
    allowed, ends = octets(book[MASKS] + one * book[ACTIONS]), octets(book[STANDS])
    counts, moves = longs(book[COUNTS]), longs(book[OFFERED] + 8 * one * book[OFFERS])
    for at in range(counts[one]):
        allowed[number_of(book, kinds, numbers, moves[at])] = 0
    count = np.int64(0)
    end = (
        WON if goals.won(code, masks, state) else OVER if goals.over(code, masks, state) else GOING
    )
    if end == GOING:
        count = offer.legal(code, masks, state, hashes, moves, wants, IN_FULL)
        for at in range(count):
            allowed[number_of(book, kinds, numbers, moves[at])] = 1
        end = end if count else OVER
    ends[one], counts[one] = end, count
    look(book, code, state, one)


@fast
def do(book, code, masks, state, hashes, one):
    """Do the chosen action at a table, if it is on offer there; whether it was."""
    kinds, numbers = ints(book[KINDS]), ints(book[NUMBERS])
    chosen, counts = longs(book[CHOSEN])[one], longs(book[COUNTS])[one]
    moves = longs(book[OFFERED] + 8 * one * book[OFFERS])
    for at in range(counts):
        if number_of(book, kinds, numbers, moves[at]) == chosen:
            steps.play(code, masks, state, hashes, moves[at])
            state[TRAIL_LENGTH] = 0
            return True
    return False


with compiling([Path(solve.__file__).parent / f"{name}.py" for name in SOURCES] + [Path(__file__)]):

    @njit(types.void(I64, types.int64, types.int64, types.boolean), nogil=True, cache=True)
    def advance(book_, first, last, dealt):
        """Do the chosen action at each table from one to another, or look at tables that were just dealt."""
        book = longs(book_.ctypes.data)
        code, masks = ints(book[PROGRAM]), words(book[MASKS_OF_CARDS])
        wants_ = np.empty(WANTS, dtype=np.uint64)
        wants = words(wants_.ctypes.data)
        for one in range(first, last):
            state = ints(book[POSITIONS] + 4 * one * book[POSITION])
            hashes = words(book[SUMS] + 8 * one * book[SUM])
            if dealt or do(book, code, masks, state, hashes, one):
                settle(book, code, masks, state, hashes, one, wants)
