"""What a search is told and keeps: its arrays, where things stand in them, its tasks and how they end."""

from typing import NamedTuple

from trapoula.solve.kernel.layout import Board, Numbers

# --- what a search keeps in `info` ---------------------------------------------------------------
(
    HEIGHT,  # of the stack
    DEEP,  # where the search stands on its path
    STATES,  # positions met so far
    KEPT,  # keys in the table
    LINE,  # length of the line that wins
    DICE,
    LEVEL,  # positions of the next level of a beam
    WINNER,  # the position of a beam that wins
    WIN_MOVE,
    CUT,  # whether something was left out
    TABLE_ROOM,  # how much the arrays hold: keys in the table,
    LARGER_ROOM,  # and in the larger one,
    STACK_ROOM,  # moves on the stack,
    PATH_ROOM,  # moves on the path,
    TRAIL_ROOM,  # steps on the trail,
    OUT_ROOM,  # moves of one position,
    LEVEL_ROOM,  # positions that a level leads to,
    ROW_WIDTH,  # bytes of a packed position,
    CHOSEN,  # positions of the next level
) = range(19)
INFO = 24

# --- what weighs in the value of a position; the lower the better --------------------------------
(
    W_AWAY,  # a card that is not home
    W_HIDDEN,
    W_BREAK,  # a card that does not join the one beneath
    W_BLOCK,  # a card over one that must go home before it
    W_BARE,  # an empty column
    W_FREE,  # an empty cell
    W_STOCK,
    W_NOISE,
    W_DEPTH,  # how deep the next cards to go home lie
    W_RUN,  # a card that joins the one beneath in its suit
    W_BURY,  # a card over a lower one of its suit
    W_WHOLE,  # not a value: whether a beam leaves runs whole, where they are packed in suit
) = range(12)
WEIGHTS = 16


class Search(NamedTuple):
    """One search: its position, and the arrays that it works on."""

    board: Board
    weights: Numbers  # of the value of a position
    table: Numbers  # the transposition table: two words a position
    larger: Numbers  # where it is copied to when it is full
    stack: Numbers  # depth first: the moves that wait,
    depths: Numbers  # and how deep each of them is
    path: Numbers  # the moves on the way to where the search stands,
    marks: Numbers  # and where the trail of each begins
    info: Numbers
    out: Numbers  # the moves of one position
    wants: Numbers  # room for what piles take, and for keys
    vals: Numbers  # values of moves, or of what a level leads to
    level: Numbers  # a level of a beam, packed,
    after: Numbers  # and the next
    parents: Numbers  # what each position of the next level comes from,
    moves: Numbers  # and by which move
    chosen: Numbers  # those of the next level that are kept
    memo: Numbers  # what keys remember of each pile


ARRAYS = (
    len(Board._fields) + len(Search._fields) - 1
)  # in this order they stand in the kernel's book


LEGAL, PLAY, OUTCOME, DEEPEN, WIDEN, ADVANCE, PACK, REHASH, WANDER, VALUE, HOPELESS = range(11)

# it goes on, or it is done, or something is full
GOING, WON, EMPTY, FULL_TABLE, FULL_STACK, FULL_TRAIL, FULL_LOG = range(7)
