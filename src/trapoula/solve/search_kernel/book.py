"""The arrays of the kernel in the order of its book, in which its callers tell them."""

(
    CODE,
    MASKS,
    STATE,
    HASHES,
    WEIGHTS,
    TABLE,
    LARGER,
    STACK,
    DEPTHS,
    PATH,
    MARKS,
    INFO,
    OUT,
    WANTS,
    VALS,
    LEVEL,
    AFTER,
    PARENTS,
    MOVES,
    CHOSEN,
) = range(20)
ARRAYS = 20
