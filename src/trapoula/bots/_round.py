"""A round of twisting as compiled code is told of it: where in its book each thing stands."""

(
    KINDS,  # the first actions: what each does,
    CHOSEN,  # with which card,
    ACTIONS,  # and how many there are
    HAND,
    HELD,  # how many cards each seat holds,
    SEATS,
    SEAT,
    CARDS,  # those that are not seen,
    HIDDEN,  # how many they are,
    PILE,  # and how many of them are drawn
    ROW,
    LENGTH,
    NEAR,  # the rules: what may follow what,
    TWINS,
    FINES,
    HARSH,
    TRIES,
    TURNS,
    DICE,
    BEFORE,  # the points of each seat
    LEADS,  # what comes of it
    AHEADS,
    HANDS,  # room to play on in
    COUNTS,
    POINTS,
    LINE,
    LYING,
) = range(27)
BOOK = 27
NUMBERS = 100  # every number on a card is below this
WIDEST = 16  # cards that a hand can have, and more
