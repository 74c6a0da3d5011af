"""Where things stand in the arrays of an open game.

A program is `code` (int64: numbers) and `masks` (uint64: masks for each card beneath, then the random words
of the key). A position is `state` (int32) and `keys` (uint64). The piles are numbered alike in all games:
columns, then cells, then the foundations by suit. A column begins with a card that is none, so that an
empty column takes cards as any other does.
"""

from typing import NamedTuple

from trapoula.solve.kernel.layout import Numbers

# --- places ----------------------------------------------------------------------------------------
CELLS, HOMES, NOWHERE = 16, 32, 36  # the first cell, the first foundation, and beyond them
NONE, CELLED = 63, 62  # beneath the lowest card of a column; beneath a card in a cell

# --- code ----------------------------------------------------------------------------------------------
(
    N_COLUMNS,
    N_CELLS,
    TO_CELLS,  # whether columns' cards go to cells
    BACK_TO_COLUMNS,  # whether foundations' cards come back to columns
    BACK_TO_CELLS,
    LEAVES,  # how many cards stay on a foundation
    LIMITED,  # whether the cards carried together are limited,
    BY_CELLS,  # by the free cells
    BY_COLUMNS,  # and by the empty columns
    SAFE,  # whether safe cards go home first
    STRICT,  # whether those must be home that a safe card could still serve
    SWEEPS,  # whether the table brings safe cards home by itself,
    SWEPT_FIRST,  # and the first place that it looks at
    FREE_RETURN,  # whether cards go home that may come back, and come back only to be built on
    PARKED,  # whether a card leaves its cell as soon as the one that takes it is on top
    ROOMY,  # whether it is lost where packed cards do not find room however they are laid
) = range(16)
NUMBERS = 16

# --- masks ------------------------------------------------------------------------------------------------
BENEATH = 64  # masks: one for each card beneath, and for none
PACK = 0  # what a column takes on a card
RUNS = BENEATH  # what is lifted together with the card beneath
SAFER = 2 * BENEATH  # what must be home before a card is safe there
SWEPT = 3 * BENEATH  # what must be home before the table brings a card there
TAKERS = 4 * BENEATH  # what takes a card
WORDS = 5 * BENEATH  # two random words for each card and the card beneath
MASKS = WORDS + 2 * BENEATH * BENEATH

# --- keys --------------------------------------------------------------------------------------------------
# the two halves of the key, and the cards that are home
KEY, OTHER_KEY, HOME_MASK = 0, 1, 2
KEYS = 4

# --- state --------------------------------------------------------------------------------------------------
HOME = 0  # how many cards of each suit are home
AWAY, BARE, FREE, BREAKS, BLOCKS = 4, 5, 6, 7, 8  # AWAY: how many are not home
OBLIGATION = 9  # one more than the card that came back last and must be built on; 0: none
TRAIL_LENGTH = 10
VALUE = 11  # how far from won it looks
SIZES = 16  # of the columns
CELL = 32  # the card in each cell
WHERE = 64  # the place of each card
SPOT = 128  # and how high it lies there
HIGH = 64
CARD = 192  # the cards of each column
LOW = CARD + 16 * HIGH  # the lowest rank up to each card
NEXTS = (
    LOW + 16 * HIGH
)  # how many of the next cards to go home lie in each column, and in each cell none
TRAIL = NEXTS + 32

# --- a move: place | target << TARGET_AT | cards << SIZE_AT ----------------------------------------
TARGET_AT, SIZE_AT = 8, 16
BYTE = 255  # the room that each of these has
BY_ITSELF = 1 << 24  # marks a step of the trail that the table does by itself,
ADDED = 1 << 25  # and one of those that does not begin a foundation
TOUCHES_HOME = HOMES | HOMES << TARGET_AT  # of a step: its bits where a foundation has part in it
FROM_AT = 32  # where it waits for its turn, the position that it is made from stands above the move
MOVE_ALONE = (1 << FROM_AT) - 1
MOST_STEPS = 256  # on the trail, of a move and all that follows it: more than there ever are

# --- what a search keeps in `info` ---------------------------------------------------------------
(
    HEIGHT,  # of the stack
    DEEP,  # where the search stands on its path
    STATES,  # positions met so far
    KEPT,  # keys in the table
    DICE,
    LEVELS,  # levels of a beam that are behind it
    LEVEL,  # positions on this level
    PARENT,  # how many of them were looked at; best first: the position that is gone on from
    NEXT,  # positions on the next level; best first: positions gone on from so far
    CUT,  # whether something was left out
    TABLE_ROOM,  # how much the arrays hold: keys in the table,
    LARGER_ROOM,  # and in the larger one,
    STACK_ROOM,  # moves on the stack,
    DEPTH_ROOM,  # moves on the path,
    TRAIL_ROOM,  # steps on the trail,
    WIDTH,  # positions on a level, or gone on from best first,
    LOG_ROOM,  # levels that a beam remembers
    BEST,  # the best value that a beam has come to,
    BETTER,  # and the level after which it did
) = range(19)
INFO = 24
ROOMS = (
    1 << 14
)  # places where something is remembered of the room that is left; behind them, how many are taken
NO_BETTER = 52  # levels that a beam goes on without getting better: others want their turn

# --- a packed position, in bytes -----------------------------------------------------------------
ROW_KEY, ROW_OTHER_KEY, ROW_BREAKS, ROW_BLOCKS, ROW_OBLIGATION = 0, 8, 16, 17, 18
ROW_CARDS = 19  # the suits at home, the cells, each column after its size
ROW = 112
MOST_OFFERS = 1024  # of one position: 52 cards, each with columns, a cell and home to go to

# --- a position without the suits of packed cards ------------------------------------------------

# --- what weighs in the value of a position; the lower the better --------------------------------
(
    W_AWAY,  # a card that is not home
    W_BREAK,  # a card that does not join the one beneath
    W_BLOCK,  # a card over one that must go home before it
    W_BARE,  # an empty column
    W_FREE,  # an empty cell
    W_DEEP,  # how deep the next cards to go home lie
    W_NOISE,
    W_MOVE,  # a move on the way there, where the best position goes first
    W_WORSE,  # no weight: how much worse a position may look there than the last; 0: any
) = range(9)
WEIGHTS = 9


class Board(NamedTuple):
    """A position of an open game: its program (`code`, `masks`) and how it lies (`state`, `keys`)."""

    code: Numbers
    masks: Numbers
    state: Numbers
    keys: Numbers


class Search(NamedTuple):
    """One search: its position, and the arrays that it works on."""

    board: Board
    weights: Numbers  # of the value of a position
    table: Numbers  # the transposition table: two words a position
    larger: Numbers  # where it is copied to when it is full
    rooms: Numbers  # what is remembered of the room that is left
    stack: Numbers  # the moves that wait
    marks: Numbers  # depth first: where the trail of each move begins; best first: how many moves
    info: Numbers
    out: Numbers  # the moves of one position
    vals: Numbers  # values of moves
    log: Numbers  # how each position was come to
    start: Numbers  # the position at first, packed
    level: Numbers  # positions, packed,
    after: Numbers  # and those of the next level of a beam


ARRAYS = (
    len(Board._fields) + len(Search._fields) - 1
)  # in this order they stand in the kernel's book


LOAD, OFFERS, PLAY, DEEPEN, WIDEN, TRACE_BEAM, REHASH, ADVANCE, TRACE_FRONT = range(9)
