"""The arrays of the kernel of open games in the order of its book, in which its callers tell them."""

(
    CODE,
    MASKS,
    STATE,
    KEYS,
    WEIGHTS,
    TABLE,
    LARGER,
    ROOMS,
    STACK,
    MARKS,
    INFO,
    OUT,
    VALS,
    LOG,
    START,
    LEVEL,
    AFTER,
) = range(17)
ARRAYS = 17
