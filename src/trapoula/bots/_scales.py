"""The numbers that planners and the compiled code share: gaps, commands and what has a price.

A gap is how far a card is from the top of a row; TRICK is that of a card that goes back, and NEVER that
of one that the row does not take. Compiled code keeps these numbers: whoever changes one saves `_turns` again
too, so that what was compiled before is not used any more.
"""

import numpy as np

ROWS = 4
TRICK, NEVER = 0, 99
BACK = 10  # nearer gaps than this are bridged by a trick
MIDDLE = (60, 0, 1, 2, 3, 4.5, 7, 10.5, 16, 28, 48, 80)  # of the gaps on each step of a scale
STEPS = len(MIDDLE)
STOP, SKULL, THREE, SILENCE, NO_WAY_BACK, ONE_ROW, DRAW_ONE = range(
    1, 8
)  # commands on cards; 0: none
LOST, WON = 1e9, -1e9
PER_CARD = 1e6  # a lost turn is still better with a card more
PAST_TRICK, PAST_PAIR, PAST_CLOSE = range(3)  # prices: to go past what somebody spoke of,
FIRE, QUIET, ONWARD, SINGLE, SLOW, FEW = range(3, 9)  # and to leave a command or a fire open
REACH = 9  # the widest gap that is tried once a turn has its cards
HELD_SKULL, HELD_THREE = 10, 11  # prices: to keep a card that needs others to go with it
HASTE = 12  # how much more these cost when nothing is left to draw
DOOMED = 1e6  # the price of a hand that will have to break a rule
ENOUGH = 3  # cards in a turn of exactly three


_EDGES = (0, 1, 2, 3, 5, 8, 12, 20, 35, 60, 98)
SCALE = np.array(  # on which step of the scale a gap is
    [next((at for at, edge in enumerate(_EDGES, 1) if gap <= edge), 0) for gap in range(NEVER + 1)]
)
