"""What players of row games ask of compiled code: the tasks, and where in its book each thing stands."""

TURNS, WISH, OUTLOOK, FINISH = range(4)

(
    TOPS,
    HAND,
    HELD,  # how many cards are in the hand,
    UNSEEN,
    HIDDEN,  # how many are not seen
    GAP,  # the book of the rules: what rows take, by row, top and card,
    NEEDS,
    COMMAND,
    BURNS,
    PRICES,
    BY_ROWS,
    SPACE,  # room to work in
    DEEP,  # cards in the longest turn that is tried,
    WIDE,  # how many turns of as many cards are tried further,
    URGENT,
    NOW,
    SAID,
    PLANS,  # turns with their cards and rows,
    LENGTHS,
    COSTS,
    KEPT,  # how many of them there are,
    LONGEST,  # and what room each has
    COUNTS,  # how many cards each seat holds,
    HANDS,  # and which
    SEATS,
    SEAT,
    FULL,
    MINIMUM,
    HEARD,
    TOLD,
    KINDS,
    TRIES,
    BUDGET,  # tables at which an end is searched,
    FEW,  # and turns that are tried at each
    GUESSES,
    FRANK,
    DICE,
    WINS,
    LEFTS,
) = range(39)
BOOK = 39
FREE, WORK, SPENT = range(
    3
)  # in the room: where it is free, how many turns were weighed, what follows
ROOM = 1 << 17  # numbers that this room has: twice what the widest search of an end takes
