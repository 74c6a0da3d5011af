"""Where things stand in the arrays that the kernel is driven by.

A program is two flat arrays. `code` (int32) is a header, lists of piles, then rows for piles, moves,
chores, goals, rules and lifts. `masks` (uint64) has one mask for each card beneath, table after table,
then the random words that keys are made of. A position is two more. `state` (int32) holds numbers, sizes,
cards, and the trail that undo follows. `hashes` (uint64) holds two sums for each pile, and the set of
cards on the foundations.
"""

from typing import NamedTuple, Protocol, TypeAlias

from trapoula.core.cards import HIDDEN as HIDDEN

FACE = HIDDEN - 1  # the bits that tell which card it is, whichever way it lies

# --- header of code --------------------------------------------------------------------------------
(
    PILES,  # how many piles; the cards out of play are one more
    ROW_PILES,
    ROW_MOVES,
    N_MOVES,
    ROW_CHORES,
    SETTLE,  # list of chores after every action
    N_SETTLE,
    ROW_GOALS,
    GOAL,
    N_GOAL,
    LOST,
    N_LOST,
    ROW_RULES,
    ROW_LIFTS,
    DEPTH,  # how deep a pile can be
    TRAIL,  # where the trail begins in state
    ZOBRIST,  # where the random words begin in masks
    SALT,
    DEALT,  # the stock that is dealt to piles in their order; -1: none
    MACRO,  # the move that turns the stock, when turning and playing are one step; -1: none
    MACRO_FREE,  # whether the waste may be turned over without end
    SAFE,  # the table of packing by which cards go home safely; -1: never
    SAFE_STRICT,
    SAFE_FROM,
    N_SAFE_FROM,
    SAFE_TO,
    N_SAFE_TO,
    WHOLE_RUNS,  # whether a run is moved whole, or to free a card that goes home
    CARDS,  # how many there are
    NUMBERED,  # whether the turn count tells positions apart
    BASED,  # list of the foundations whose first card is the base
    N_BASED,
    UPWARD,  # whether foundations are built upward, so that low cards go first
    SINGLE,  # whether no card is there twice
    SAFE_WASTE,  # whether safe cards go home from the waste as well
    SAFE_PASSED,  # whether a stock that is gone through once gives up the safe cards on the way
    ROW_HIDDEN,  # moves that the player is not offered
    SCRATCH,  # where cards are put down for a moment
    DEAD_ENDS,  # the table of packing by which lost positions are told; -1: they are not
    DEAD_END_START,
    DEAD_END_RUN,
    DEAD_END_BACK,
    DEAD_END_COLUMNS,
    N_DEAD_END_COLUMNS,
    DEAD_END_STOCK,  # the stock whose cards are dealt to the columns; -1: none
    LINKED,  # the table by which cards lie on the one pile that takes them; -1: not told
    LINKED_TO,  # that pile,
    LINKED_FROM,  # and those that must be emptied to it
    N_LINKED_FROM,
    PAIRED,  # the table of cards that leave in pairs; -1: not told
    PAIRED_OVER,  # for each pile, those that must be empty before it gives a card
    PARTING,  # the same table, where some cards leave as soon as they can; -1: not told
    STAGED,  # the stock that is dealt once; -1: none
    WAITING,  # whether a card of the waste comes to a column only to be built on at once
    SCORED,  # whether the score tells how far a game has come, and nothing else does
    IDLE,  # whether a whole pile that moves to an empty one like it changes nothing
    STEPPING,  # whether cards go home one by one, but not upward
    TRADED,  # whether it counts for nothing on which of the cards that take it a card is packed
    PLACED,  # whether suits must find rows that they can fill
    SETTLING,  # whether a card comes to its place in a row as soon as it has no other use
    IN_SUIT,  # whether columns are packed in suit, and lifted as they are packed
) = range(61)
HEADER = 68
MOST_RANKS = 14  # with jokers
TABLE = 2 * HIDDEN  # masks: one for each card, face up or down
LISTS_END = HEADER + 8192  # lists of piles follow the header, rows follow the lists

# --- a pile --------------------------------------------------------------------------------------
(
    START,
    BUILD,
    LIFT,
    ROOM,
    BATCH_FROM,
    BATCH_TO,
    ALIKE,
    LETTER,
    KIND,
    COVERS,
    N_COVERS,
    BASE_AT,  # where its cards begin in state
    PACKED,  # the table by which it is packed; -1: none
    SWAPS,  # 2: trades places with its like, 1: once nothing is dealt, 0: never
    BURIES,  # whether what lies under its top card never counts again
) = range(15)
PILE = 16
KINDS_OF_PILE = ("stock", "waste", "foundation", "column", "reserve", "cell", "gone")
STOCK, WASTE, FOUNDATION, COLUMN, RESERVE, CELL, GONE = range(7)

# --- a move --------------------------------------------------------------------------------------
(
    OP,
    FROM,
    N_FROM,
    TO,
    N_TO,
    ONTO,
    OWN_LIFT,
    LIMITED,
    CELLS,
    N_CELLS,
    BARES,
    N_BARES,
    MATCH,
    NEAR,
    UNDER,
    N_UNDER,
    BY,
    REDEALS,
    FILLED,
    FULL,
    WHEN,
    N_WHEN,
    AFTER,
    N_AFTER,
    OVERLAPS,
    TAKES_ALONG,
) = range(26)
MOVE = 28
M_CARRY, M_LAYOFF, M_TURN, M_SPREAD, M_PAIR, M_REPLACE = range(6)
M_DROP, M_SWAP, M_FOLD, M_BEAT, M_TAP = range(6, 11)

# --- a chore: what it does, two lists of piles, a table, a number, and at its end a condition --------
(
    DOES,
    DONE_TO,
    N_DONE_TO,
    DONE_FROM,
    N_DONE_FROM,
    DONE_BY,  # a table
    DONE_AS,  # a number
    IF,
    N_IF,
) = range(9)
CHORE = 10
(
    C_REVEAL,
    C_UNCOVER,
    C_REFILL,
    C_SETTLE,
    C_CLOSE_UP,
    C_SWEEP,
    C_PHASE,
    C_SKIP,
    C_FROM_UNDER,
    C_CLEAR,
    C_GATHER,
    C_DEAL_AGAIN,
    C_CLOSE,
    C_BURY,
    C_AUTO,
    C_BACKFILL,
) = range(16)

# --- a goal: a step of a reckoning on a stack -----------------------------------------------------
ASKS, ASKED_OF, N_ASKED_OF, LEAST, MOST, ASKED_BY = range(6)  # of piles: numbers, and a table
GOAL_ROW = 8
G_EMPTY, G_BARE, G_REACH, G_FULL, G_LEFT, G_SORTED, G_PHASE, G_TURNED, G_CANNOT = range(9)
G_AND, G_OR, G_NOT = range(12, 15)
# steps that add to a score
G_START, G_CARDS, G_DOWN, G_WORTH, G_FIXED, G_GONE, G_JOINED, G_SUITS, G_IN_LINE = range(20, 29)

# --- a rule: how many atoms, then each with a sign (2 more: a new group) and three numbers -----------
N_ATOMS, ATOMS = 0, 1
KIND_OF_ATOM, SIGN, TAKEN_BY, LIES_AT, N_LIES_AT = range(5)
RULE, ATOM, MOST_ATOMS = 44, 5, 8
R_TABLE, R_BASE, R_SETTLED, R_UNLIKE, R_SHORT, R_WAY, R_BESIDE, R_ALONG = range(8)

# --- a lift: its sort, two numbers, and how many cards must stay behind ------------------------------
KIND_OF_LIFT, LIFTED_BY, ENDS, LEAVES = range(4)
LIFT_ROW = 4
L_TOP, L_RUN, L_WHOLE, L_UNCOVERED, L_ASTRAY = range(5)

# --- state: numbers, then sizes, then cards ------------------------------------------------------------
TURNED, PHASE, TRAIL_LENGTH = range(3)
OBLIGATION = 3  # a card and one more | what must be done with it next << DEBT_AT
OBLIGATION_AT = 8
BUILT_ON, GOES_HOME = 1, 2
SIZES = 8

# --- a move as one number ---------------------------------------------------------------------------
# its row, and at these bits its source, its target, its size and the turns of the stock before it
SOURCE_AT, TARGET_AT, SIZE_AT, TURNS_AT = 8, 16, 24, 32
BYTE = 255  # the room that all but the last of these have
NO_PILE = BYTE
STAGE_AT = 48  # in a beam, what is left of the stock stands above the move
MOVE_ALONE = (1 << STAGE_AT) - 1


Word: TypeAlias = int  # 64 bits, such as a set of cards


class Numbers(Protocol):
    """An array as compiled code sees it: a bare pointer to whole numbers."""

    def __getitem__(self, place: int, /) -> int:
        """The number at a place."""

    def __setitem__(self, place: int, number: int, /) -> None:
        """Write a number to a place."""


class Board(NamedTuple):
    """A position of a game: its program (`code`, `masks`) and how it lies (`state`, `hashes`)."""

    code: Numbers
    masks: Numbers
    state: Numbers
    hashes: Numbers
