"""The kernel's eye for positions that cannot be won any more; the argument is told by `proofs.DeadEnds`."""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from trapoula.compiled import fast
from trapoula.solve.layout import *
from trapoula.solve.piles import NIL, ONE, joins

SUIT, LAST = np.uint64(4), np.uint64(52)  # from a card to the next of its suit; beyond the kings
ACES = np.uint64(15)


@intrinsic
def lowest(context, word):
    """The lowest card of a set that is not empty."""

    def code(context, builder, signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), code


@fast
def dead_end(pr, mk, st, hs):
    """Whether some card can never come home."""
    packed, starts = pr[DEAD_ENDS] * 128, mk[pr[DEAD_END_START] * 128]
    home = hs[2 * pr[PILES] + 2]
    wanted = (home << SUIT | ACES) & ~home  # past the kings: the suits that are complete
    loose = home if pr[DEAD_END_BACK] else NIL  # what may yet come to a column from outside
    open_ = placed = gone = NIL  # laid bare; to be packed on; moved away
    fits = NIL  # what is taken by cards laid bare
    space, going = False, True
    while going:
        before = open_, placed, gone, wanted, loose, space
        loose |= turned(pr, st, loose, wanted | fits | (starts if space else NIL))
        for i in range(pr[N_DEAD_END_COLUMNS]):
            pile = pr[pr[DEAD_END_COLUMNS] + i]
            size, base = st[SIZES + pile], pr[pr[ROW_PILES] + pile * PILE + BASE_AT]
            space |= size == 0
            for j in range(size - 1, -1, -1):
                card = st[base + j] & 63
                bit = ONE << np.uint64(card)
                bare = j == size - 1 or gone >> np.uint64(st[base + j + 1] & 63) & ONE != NIL
                if bare:
                    open_ |= bit
                    if placed & bit == NIL:
                        placed |= bit
                        fits |= mk[packed + card]
                elif st[base + j] >= 64 or not joins(mk, pr[DEAD_END_RUN], card, st[base + j + 1]):
                    break
                if (fits | (starts if space else NIL) | (wanted if bare else NIL)) & bit != NIL:
                    gone |= bit
                    space |= j == 0
        while True:
            fresh = wanted & (open_ | loose)
            if (wanted | fresh << SUIT) == wanted:
                break
            wanted |= fresh << SUIT
        while True:
            fresh = loose & ~placed & (fits | (starts if space else NIL))
            if fresh == NIL:
                break
            placed |= fresh
            while fresh != NIL:
                fits |= mk[packed + lowest(fresh)]
                fresh &= fresh - ONE
        if wanted >> LAST == ACES:
            return False
        going = before != (open_, placed, gone, wanted, loose, space)
    return strands(pr, st, home | wanted >> SUIT)


@fast
def strands(pr, st, homing):
    """Whether a card is left that is not among those that come home."""
    for pile in range(pr[PILES]):
        base = pr[pr[ROW_PILES] + pile * PILE + BASE_AT]
        for j in range(st[SIZES + pile]):
            if homing >> np.uint64(st[base + j] & 63) & ONE == NIL:
                return True
    return False


@fast
def turned(pr, st, loose, takes):
    """The cards of stock and waste that may come to the top of the waste, some before them taken."""
    row = pr[ROW_MOVES] + pr[MACRO] * MOVE
    stock, waste, by = pr[pr[row + FROM]], pr[pr[row + TO]], pr[row + BY]
    held, down = st[SIZES + waste], st[SIZES + stock]
    w = pr[pr[ROW_PILES] + waste * PILE + BASE_AT]
    s = pr[pr[ROW_PILES] + stock * PILE + BASE_AT]
    whole, found, taken = held + down, NIL, 0
    for i in range(whole):
        card = st[w + i] if i < held else st[s + whole - 1 - i] & 63
        bit = ONE << np.uint64(card)
        if (
            i + 1 == held
            or i + 1 == whole
            or (i >= held and (i + 1 - held) % by == 0)  # in this round
            or (i + 1) % by <= taken  # in a later one
        ):
            found |= bit
        if (found | loose) & takes & bit != NIL:
            taken += 1
    above = False
    for i in range(whole - 1, -1, -1):
        card = st[w + i] if i < held else st[s + whole - 1 - i] & 63
        bit = ONE << np.uint64(card)
        if above:
            found |= bit
        above = (found | loose) & takes & bit != NIL
    return found
