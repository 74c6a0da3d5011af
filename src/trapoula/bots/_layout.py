"""What the numbers mean that the compiled players of row games are driven by."""

from trapoula.tables import _commands as commands
from trapoula.tables._rows import FIRST

ROWS = len(FIRST)
TRICK, NEVER = (
    0,
    99,
)  # the gaps of a card that goes back on a row, and of one that the row does not take
CARDS = 1 + max(FIRST)  # every number on a card or on the beginning of a row is below this
NOWHERE = 60  # steps that a card counts for which no row takes
STOP, SKULL, THREE, SILENCE, NO_WAY_BACK, ONE_ROW, DRAW_ONE = (  # on cards; 0: none
    1 + commands.NAMES.index(name)
    for name in ("stop", "skull", "three", "silence", "no-way-back", "one-row", "draw-one")
)
ENOUGH = commands.THREE  # cards in a turn of exactly three
LOST, WON = 1e9, -1e9
PER_CARD = 1e6  # a lost turn is still better with a card more
DOOMED = 1e6  # the price of a hand that will have to break a rule
NOT_HERE, NO_JUMP, FINE = range(3)  # wishes about a row; as prices: to go against them
FIRE, QUIET, ONWARD, SINGLE, SLOW, FEW = range(3, 9)  # prices: to leave a command or a fire open
REACH = 9  # the widest gap that is tried once a turn has its cards
HELD_SKULL, HELD_THREE = 10, 11  # prices: to keep a card that needs others to go with it
HASTE = 12  # how much more these cost when nothing is left to draw
BACKWARDS, STEP = 13, 14  # what a card is worth that could go back; a step to the nearest row
KEEN, CARING = (
    15,
    16,
)  # how much a hand needs a row whose wish is that nobody plays, or jumps, there
PAIR = 17  # how much more a card is needed there that could go back at once
JUMP = 18  # steps in a jump that is as big as any
FADE = 19  # how much less the wish of each seat counts that plays later than another
OWN = 20  # how much more a card in the hand counts than one elsewhere
STRANDED = 21  # price: of a skull still to be laid that nothing could cover any more
APART = 22  # how likely each card that could cover it comes to another hand
MANY = 12  # cards that could cover it, of which one surely comes
BITS = 7  # that a number on a card has; a turn that is tried further is kept in two whole numbers:
USED, LOCK, THREES, TOPS = 16, 3, 1, BITS * ROWS  # the bits of what is known of it,
LAY = BITS + 2  # and those of each of its cards with its row
MOST = 30  # cards that an end may have, five hands of six
