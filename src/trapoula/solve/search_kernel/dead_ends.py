"""The kernel's eye for positions that cannot be won any more; the arguments are told by the proofs."""

import numpy as np

from trapoula.cards import KING, ONE_DECK, RANKS, SUITS
from trapoula.compiled import fast, lowest
from trapoula.solve.kernel.chores import ONE_SUIT
from trapoula.solve.kernel.layout import *
from trapoula.solve.kernel.piles import NIL, ONE, at_home, joins, rank_mask, top

N_RANKS, N_SUITS = len(RANKS), len(SUITS)
# from a card to the next of its suit; beyond the kings
SUIT, LAST = np.uint64(N_SUITS), np.uint64(len(ONE_DECK))
ACES = np.uint64((1 << N_SUITS) - 1)
ROWS, ALL_ROWS = N_SUITS, ACES  # a row for each suit
EDGES = np.uint64(sum(1 << N_RANKS * row for row in range(ROWS)))  # the first place of each row
COUNT = ACES  # of one rank, where those of all ranks stand in one word
RANK_ALONE = FACE & -N_SUITS  # of a card: where its rank is counted there
NONE_USED = np.uint64(1)  # of sets of up to four cards: the set that is empty
# of all sets of four cards, those without the first, the second, the third, the fourth
WITHOUT = 0x00FF_0F0F_3333_5555
SETS = 1 << N_SUITS  # of four cards there are so many


@fast
def sets_without(card):
    """Of all sets of four cards, those without one of them."""
    return np.uint64(WITHOUT >> SETS * card & (1 << SETS) - 1)


@fast
def hopeless(code, masks, state, hashes):
    """Whether a position is lost by one of the proofs that need no search."""
    if code[DEAD_ENDS] >= 0:
        if code[SINGLE]:
            return dead_end(code, masks, state, hashes)
        return dead_end_of_twins(code, masks, state)
    if code[LINKED] >= 0:
        return unlinked(code, masks, state)
    if code[PLACED]:
        return unplaced(code, state)
    return code[PAIRED] >= 0 and unpaired(code, masks, state)


@fast
def dead_end(code, masks, state, hashes):
    """Whether some card can never come home."""
    packed, starts = code[DEAD_ENDS] * TABLE, masks[code[DEAD_END_START] * TABLE]
    home = hashes[at_home(code)]
    wanted = (home << SUIT | ACES) & ~home  # past the kings: the suits that are complete
    loose = home if code[DEAD_END_BACK] else NIL  # what may yet come to a column from outside
    open_ = placed = gone = NIL  # laid bare; to be packed on; moved away
    fits = NIL  # what is taken by cards laid bare
    space, going = False, True
    if code[DEAD_END_STOCK] >= 0:  # its cards are laid on columns, whether they fit or not
        stock = code[DEAD_END_STOCK]
        base = code[code[ROW_PILES] + stock * PILE + BASE_AT]
        for j in range(state[SIZES + stock]):
            placed |= ONE << np.uint64(state[base + j] & FACE)
            fits |= masks[packed + (state[base + j] & FACE)]
        loose |= placed
    while going:
        before = open_, placed, gone, wanted, loose, space
        if code[MACRO] >= 0:
            loose |= turned(code, state, loose, wanted | fits | (starts if space else NIL))
        for i in range(code[N_DEAD_END_COLUMNS]):
            pile = code[code[DEAD_END_COLUMNS] + i]
            size, base = state[SIZES + pile], code[code[ROW_PILES] + pile * PILE + BASE_AT]
            space |= size == 0
            for j in range(size - 1, -1, -1):
                card = state[base + j] & FACE
                bit = ONE << np.uint64(card)
                bare = j == size - 1 or gone >> np.uint64(state[base + j + 1] & FACE) & ONE != NIL
                if bare:
                    open_ |= bit
                    if placed & bit == NIL:
                        placed |= bit
                        fits |= masks[packed + card]
                elif state[base + j] >= HIDDEN or not joins(
                    masks, code[DEAD_END_RUN], card, state[base + j + 1]
                ):
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
                fits |= masks[packed + lowest(fresh)]
                fresh &= fresh - ONE
        if wanted >> LAST == ACES:
            return False
        going = before != (open_, placed, gone, wanted, loose, space)
    return strands(code, state, home | wanted >> SUIT)


@fast
def dead_end_of_twins(code, masks, state):
    """The same where every card is there twice: whether some card and its twin can never both come home."""
    packed, starts = code[DEAD_ENDS] * TABLE, masks[code[DEAD_END_START] * TABLE]
    once_home, twice_home = NIL, NIL
    for i in range(code[N_SAFE_TO]):
        pile = code[code[SAFE_TO] + i]
        if state[SIZES + pile]:
            built = (ONE << np.uint64(4 * state[SIZES + pile])) - ONE
            built &= ONE_SUIT << np.uint64(top(code, state, pile) & 3)
            twice_home |= once_home & built
            once_home |= built
    wanted, fits, space = ACES, NIL, False
    while True:
        before = wanted, fits, space
        once, twice = once_home, twice_home  # what can come to a foundation, with those that have
        takes = fits | (starts if space else NIL)
        if code[DEAD_END_BACK]:
            fits |= taken_on(masks, packed, once_home & takes)
        once, twice, laid = outside(code, state, once, twice, takes, wanted)
        fits |= taken_on(masks, packed, laid)
        for i in range(code[N_DEAD_END_COLUMNS]):
            pile = code[code[DEAD_END_COLUMNS] + i]
            size, base = state[SIZES + pile], code[code[ROW_PILES] + pile * PILE + BASE_AT]
            space |= size == 0
            bare = True
            for j in range(size - 1, -1, -1):
                card = state[base + j] & FACE
                bit = ONE << np.uint64(card)
                if bare:
                    twice |= once & bit
                    once |= bit
                    fits |= masks[packed + card]
                elif state[base + j] >= HIDDEN or not joins(
                    masks, code[DEAD_END_RUN], card, state[base + j + 1]
                ):
                    break
                takes = fits | (starts if space else NIL) | (wanted if bare else NIL)
                bare = takes & bit != NIL  # and so is the card beneath
                space |= bare and j == 0
        if built_up(twice) >> LAST == ACES:
            return False
        wanted = built_up(once)
        if (wanted, fits, space) == before:
            return strands_twins(code, state, wanted & once, built_up(twice) & twice)


@fast
def strands_twins(code, state, homing, both):
    """Whether a card is left that is not among those that come home, or a second one where but one does."""
    once, twice = NIL, NIL
    for pile in range(code[PILES]):
        base = code[code[ROW_PILES] + pile * PILE + BASE_AT]
        for j in range(state[SIZES + pile]):
            bit = ONE << np.uint64(state[base + j] & FACE)
            twice |= once & bit
            once |= bit
    return once & ~homing != NIL or twice & ~both != NIL


@fast
def built_up(cards):
    """What foundations want in turn, that are built of a set of cards from the aces on."""
    wanted, fresh = ACES, ACES & cards
    while fresh != NIL:
        fresh <<= SUIT
        wanted |= fresh
        fresh &= cards
    return wanted


@fast
def taken_on(masks, packed, cards):
    """What may be packed on some card of a set."""
    fits = NIL
    while cards != NIL:
        fits |= masks[packed + lowest(cards)]
        cards &= cards - ONE
    return fits


@fast
def outside(code, state, once, twice, takes, wanted):
    """The cards that come from a stock, or from a waste by those over them, and what is laid on columns."""
    laid, stock, waste = NIL, code[DEAD_END_STOCK], np.int64(-1)
    whole = False  # whether all of the waste is turned again
    if code[MACRO] >= 0:
        row = code[ROW_MOVES] + code[MACRO] * MOVE
        stock, waste = code[code[row + FROM]], code[code[row + TO]]
        whole = code[MACRO_FREE] or state[TURNED] < code[row + REDEALS]
    else:
        takes = ~NIL  # what is dealt to columns is laid on them, whether it fits or not
    if stock >= 0:
        base = code[code[ROW_PILES] + stock * PILE + BASE_AT]
        for j in range(state[SIZES + stock]):
            bit = ONE << np.uint64(state[base + j] & FACE)
            twice |= once & bit
            once |= bit
            laid |= takes & bit
    if waste >= 0:
        base = code[code[ROW_PILES] + waste * PILE + BASE_AT]
        for j in range(state[SIZES + waste] - 1, -1, -1):
            bit = ONE << np.uint64(state[base + j] & FACE)
            twice |= once & bit
            once |= bit
            laid |= takes & bit
            if (takes | wanted) & bit == NIL and not whole:
                break
    return once, twice, laid


@fast
def strands(code, state, homing):
    """Whether a card is left that is not among those that come home."""
    for pile in range(code[PILES]):
        base = code[code[ROW_PILES] + pile * PILE + BASE_AT]
        for j in range(state[SIZES + pile]):
            if homing >> np.uint64(state[base + j] & FACE) & ONE == NIL:
                return True
    return False


@fast
def turned(code, state, loose, takes):
    """The cards of stock and waste that may come to the top of the waste, some before them taken."""
    row = code[ROW_MOVES] + code[MACRO] * MOVE
    stock, waste, by = code[code[row + FROM]], code[code[row + TO]], code[row + BY]
    held, down = state[SIZES + waste], state[SIZES + stock]
    w = code[code[ROW_PILES] + waste * PILE + BASE_AT]
    s = code[code[ROW_PILES] + stock * PILE + BASE_AT]
    whole, found, taken = held + down, NIL, 0
    for i in range(whole):
        card = state[w + i] if i < held else state[s + whole - 1 - i] & FACE
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
        card = state[w + i] if i < held else state[s + whole - 1 - i] & FACE
        bit = ONE << np.uint64(card)
        if above:
            found |= bit
        above = (found | loose) & takes & bit != NIL
    return found


@fast
def unplaced(code, state):
    """Whether the suits do not find a row each in which every card could come to its place."""
    lies, free, there = code[SCRATCH], NIL, NIL
    for place in range(code[PILES]):
        if state[SIZES + place]:
            card = state[code[code[ROW_PILES] + place * PILE + BASE_AT]] & FACE
            state[lies + card] = place
            there |= ONE << np.uint64(card)
        else:
            free |= ONE << np.uint64(place)
    if there & ACES != NIL:  # which never lie there, and would take a two
        return False
    if there | ACES != (ONE << LAST) - ONE:
        return True  # some card is not there at all
    while True:
        before, sets = free, NONE_USED  # which sets of rows may be used up by the suits so far
        for suit in range(ROWS):
            rows, free = fillable(state, lies, free, suit)
            more = NIL
            for row in range(ROWS):
                if rows >> np.uint64(N_RANKS * row) & ONE != NIL:
                    without = sets_without(row)
                    more |= (sets & without) << (ONE << np.uint64(row))
            sets = more
        if sets >> ALL_ROWS & ONE != NIL:
            return False
        if free == before:
            return True


@fast
def fillable(state, lies, free, suit):
    """The edges of the rows that a suit could fill, and the places that are free when it moves as well."""
    lower, rows = NIL, EDGES  # where the next lower card can come to
    for rank in range(1, N_RANKS):
        here = ONE << np.uint64(state[lies + 4 * rank + suit])
        found = here
        if rank > 1:
            found |= free & lower << ONE & ~EDGES
        elif here & EDGES == NIL:  # else it stays there
            found |= free & EDGES
        if found != here:
            free |= here
        rows &= found >> np.uint64(rank - 1)
        lower = found
    return rows, free


@fast
def unlinked(code, masks, state):
    """Whether cards that must come to the one pile find too few there to lie on.

    Each rank lies on the next lower and the next higher one. Taken by twos, the ranks go round in a circle in
    which each shares a rank to lie on with the next; so once it is settled how many aces lie on kings, all
    others follow."""
    link, target = code[LINKED], code[LINKED_TO]
    need, supply = NIL, NIL
    for i in range(code[N_LINKED_FROM]):
        pile = code[code[LINKED_FROM] + i]
        base = code[code[ROW_PILES] + pile * PILE + BASE_AT]
        for j in range(state[SIZES + pile]):
            need += ONE << np.uint64(state[base + j] & RANK_ALONE)
    for pile in range(code[PILES]):
        base = code[code[ROW_PILES] + pile * PILE + BASE_AT]
        for j in range(state[SIZES + pile] if pile != target else 0):
            supply += ONE << np.uint64(state[base + j] & RANK_ALONE)
    if state[SIZES + target]:
        supply += ONE << np.uint64(top(code, state, target) & RANK_ALONE)
    most = np.int64(0)
    if joins(masks, link, 4 * KING, 0):
        most = np.int64(min(need & COUNT, supply >> np.uint64(4 * KING) & COUNT))
    for on_kings in range(most + 1):
        if enough(masks, link, need, supply, np.uint64(on_kings)):
            return False
    return True


@fast
def enough(masks, link, need, supply, on_kings):
    """Whether every card finds one of its own to lie on, when so many aces lie on kings."""
    supply -= on_kings << np.uint64(4 * KING)
    for i in range(N_RANKS):
        rank = 2 * i % N_RANKS
        left = need >> np.uint64(4 * rank) & COUNT
        if i == 0:
            left -= on_kings
        for step in range(1 if i == 0 else 0, 2):
            under = (rank + 1) % N_RANKS if step else (rank + KING) % N_RANKS
            if joins(masks, link, 4 * under, 4 * rank):
                used = min(left, supply >> np.uint64(4 * under) & COUNT)
                supply -= used << np.uint64(4 * under)
                left -= used
        if left != NIL:
            return False
    return True


@fast
def unpaired(code, masks, state):
    """Whether the cards of two ranks that leave in pairs cannot all do so: one lies over the other."""
    lies, left = code[SCRATCH], NIL  # on which pile each card lies, and which are left
    over, held = code[PAIRED_OVER] * TABLE, NIL  # the piles over each, and those that hold cards
    for pile in range(code[PILES]):
        base = code[code[ROW_PILES] + pile * PILE + BASE_AT]
        if state[SIZES + pile]:
            held |= ONE << np.uint64(pile)
        for j in range(state[SIZES + pile]):
            card = state[base + j] & FACE
            left |= ONE << np.uint64(card)
            state[lies + card] = pile
    for pile in range(code[PILES]):
        if state[SIZES + pile] == 0 and masks[over + pile] & held != NIL:
            return False  # no play leaves a gap under cards: who lies over whom is not known
    for rank in range(N_RANKS):
        others = masks[code[PAIRED] * TABLE + 4 * rank]
        if others == NIL or lowest(others) < 4 * rank:
            continue
        mine, others = left & rank_mask(rank), others & left
        sets = NONE_USED  # which sets of the others may be used up by those of mine so far
        while mine != NIL:
            own = state[lies + lowest(mine)]
            mine &= mine - ONE
            more, other = NIL, others
            while other != NIL:
                card = lowest(other)
                other &= other - ONE
                its = state[lies + card]
                waits = masks[over + own] >> np.uint64(its) | masks[over + its] >> np.uint64(own)
                if waits & ONE == NIL:
                    without = sets_without(card & 3)
                    more |= (sets & without) << (ONE << np.uint64(card & 3))
            sets = more
        if (
            sets >> (others >> np.uint64(lowest(others) & ~3) if others != NIL else NIL) & ONE
            == NIL
        ):
            return True
    return False
