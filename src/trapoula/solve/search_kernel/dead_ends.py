"""The kernel's eye for positions that cannot be won any more; the arguments are told by the proofs."""

from trapoula.core.cards import KING, ONE_DECK, RANKS, SUITS
from trapoula.machine.compiler import fast, lowest, wide, word
from trapoula.solve.kernel import layout as at
from trapoula.solve.kernel.layout import Board, Numbers, Word
from trapoula.solve.kernel.piles import NIL, ONE, at_home, base_of, has, joins, rank_mask, top
from trapoula.solve.kernel.play import ONE_SUIT

N_RANKS, N_SUITS = len(RANKS), len(SUITS)
# from a card to the next of its suit; beyond the kings
SUIT, LAST = word(N_SUITS), word(len(ONE_DECK))
ACES = word((1 << N_SUITS) - 1)
ROWS, ALL_ROWS = N_SUITS, ACES  # a row for each suit
EDGES = word(sum(1 << N_RANKS * row for row in range(ROWS)))  # the first place of each row
COUNT = ACES  # of one rank, where those of all ranks stand in one word
RANK_ALONE = at.FACE & -N_SUITS  # of a card: where its rank is counted there
NONE_USED = word(1)  # of sets of up to four cards: the set that is empty
# of all sets of four cards, those without the first, the second, the third, the fourth
WITHOUT = 0x00FF_0F0F_3333_5555
SETS = 1 << N_SUITS  # of four cards there are so many


@fast
def sets_without(card: int) -> Word:
    """Of all sets of four cards, those without one of them."""
    return word(WITHOUT >> SETS * card & (1 << SETS) - 1)


@fast
def hopeless(board: Board) -> bool:
    """Whether a position is lost by one of the proofs that need no search."""
    code = board.code
    if code[at.DEAD_ENDS] >= 0:
        if code[at.SINGLE]:
            return dead_end(board)
        return dead_end_of_twins(board)
    if code[at.LINKED] >= 0:
        return too_few_links(board)
    if code[at.PLACED]:
        return too_few_rows(board)
    return code[at.PAIRED] >= 0 and too_few_partners(board)


@fast
def dead_end(board: Board) -> bool:
    """Whether some card can never come home."""
    code, masks, state, hashes = board.code, board.masks, board.state, board.hashes
    packed, starts = code[at.DEAD_ENDS] * at.TABLE, masks[code[at.DEAD_END_START] * at.TABLE]
    home = hashes[at_home(code)]
    wanted = (home << SUIT | ACES) & ~home  # past the kings: the suits that are complete
    loose = home if code[at.DEAD_END_BACK] else NIL  # what may yet come to a column from outside
    open_ = placed = gone = NIL  # laid bare; to be packed on; moved away
    fits = NIL  # what is taken by cards laid bare
    space, going = False, True
    if code[at.DEAD_END_STOCK] >= 0:  # its cards are laid on columns, whether they fit or not
        stock = code[at.DEAD_END_STOCK]
        base = base_of(code, stock)
        for j in range(state[at.SIZES + stock]):
            placed |= ONE << word(state[base + j] & at.FACE)
            fits |= masks[packed + (state[base + j] & at.FACE)]
        loose |= placed
    first, columns = code[at.DEAD_END_COLUMNS], code[at.N_DEAD_END_COLUMNS]
    bared = code[at.SCRATCH]  # of each column: from there on up all cards are laid bare
    for i in range(columns):
        state[bared + i] = state[at.SIZES + code[first + i]] - 1
        space |= state[bared + i] < 0
    in_turn = code[at.MACRO] >= 0
    if in_turn and code[at.MACRO_FREE] and one_by_one(code):
        loose |= turned(board, NIL, NIL)
        in_turn = False
    while going:
        before = open_, placed, gone, wanted, loose, space
        if in_turn:
            loose |= turned(board, loose, wanted | fits | (starts if space else NIL))
        for i in range(columns):
            pile = code[first + i]
            size, base = state[at.SIZES + pile], base_of(code, pile)
            for j in range(state[bared + i], -1, -1):
                card = state[base + j] & at.FACE
                bit = ONE << word(card)
                bare = j == size - 1 or has(gone, state[base + j + 1] & at.FACE)
                if bare:
                    if j + 1 == state[bared + i]:
                        state[bared + i] = j
                    open_ |= bit
                    if placed & bit == NIL:
                        placed |= bit
                        fits |= masks[packed + card]
                elif state[base + j] >= at.HIDDEN or not joins(
                    masks, code[at.DEAD_END_RUN], card, state[base + j + 1]
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
    return leaves_a_card(board, home | wanted >> SUIT)


@fast
def one_by_one(code: Numbers) -> bool:
    """Whether the stock is turned card by card."""
    return code[code[at.ROW_MOVES] + code[at.MACRO] * at.MOVE + at.BY] == 1


@fast
def dead_end_of_twins(board: Board) -> bool:
    """The same where every card is there twice: whether some card and its twin can never both come home."""
    code, masks, state = board.code, board.masks, board.state
    packed, starts = code[at.DEAD_ENDS] * at.TABLE, masks[code[at.DEAD_END_START] * at.TABLE]
    once_home, twice_home = NIL, NIL
    for i in range(code[at.N_SAFE_TO]):
        pile = code[code[at.SAFE_TO] + i]
        if state[at.SIZES + pile]:
            built = (ONE << word(4 * state[at.SIZES + pile])) - ONE
            built &= ONE_SUIT << word(top(board, pile) & 3)
            twice_home |= once_home & built
            once_home |= built
    wanted, fits, space = ACES, NIL, False
    while True:
        before = wanted, fits, space
        once, twice = once_home, twice_home  # what can come to a foundation, with those that have
        takes = fits | (starts if space else NIL)
        if code[at.DEAD_END_BACK]:
            fits |= taken_on(masks, packed, once_home & takes)
        once, twice, laid = outside(board, once, twice, takes, wanted)
        fits |= taken_on(masks, packed, laid)
        for i in range(code[at.N_DEAD_END_COLUMNS]):
            pile = code[code[at.DEAD_END_COLUMNS] + i]
            size, base = (
                state[at.SIZES + pile],
                base_of(code, pile),
            )
            space |= size == 0
            bare = True
            for j in range(size - 1, -1, -1):
                card = state[base + j] & at.FACE
                bit = ONE << word(card)
                if bare:
                    twice |= once & bit
                    once |= bit
                    fits |= masks[packed + card]
                elif state[base + j] >= at.HIDDEN or not joins(
                    masks, code[at.DEAD_END_RUN], card, state[base + j + 1]
                ):
                    break
                takes = fits | (starts if space else NIL) | (wanted if bare else NIL)
                bare = takes & bit != NIL  # and so is the card beneath
                space |= bare and j == 0
        if built_up(twice) >> LAST == ACES:
            return False
        wanted = built_up(once)
        if (wanted, fits, space) == before:
            return leaves_a_twin(board, wanted & once, built_up(twice) & twice)


@fast
def leaves_a_twin(board: Board, homing: Word, both: Word) -> bool:
    """Whether a card is left that is not among those that come home, or a second one where but one does."""
    code, state = board.code, board.state
    once, twice = NIL, NIL
    for pile in range(code[at.PILES]):
        base = base_of(code, pile)
        for j in range(state[at.SIZES + pile]):
            bit = ONE << word(state[base + j] & at.FACE)
            twice |= once & bit
            once |= bit
    return once & ~homing != NIL or twice & ~both != NIL


@fast
def built_up(cards: Word) -> Word:
    """What foundations want in turn, that are built of a set of cards from the aces on."""
    wanted, fresh = ACES, ACES & cards
    while fresh != NIL:
        fresh <<= SUIT
        wanted |= fresh
        fresh &= cards
    return wanted


@fast
def taken_on(masks: Numbers, packed: int, cards: Word) -> Word:
    """What may be packed on some card of a set."""
    fits = NIL
    while cards != NIL:
        fits |= masks[packed + lowest(cards)]
        cards &= cards - ONE
    return fits


@fast
def outside(
    board: Board, once: Word, twice: Word, takes: Word, wanted: Word
) -> tuple[Word, Word, Word]:
    """The cards that come from a stock, or from a waste by those over them, and what is laid on columns."""
    code, state = board.code, board.state
    laid, stock, waste = NIL, code[at.DEAD_END_STOCK], wide(-1)
    whole = False  # whether all of the waste is turned again
    if code[at.MACRO] >= 0:
        row = code[at.ROW_MOVES] + code[at.MACRO] * at.MOVE
        stock, waste = code[code[row + at.FROM]], code[code[row + at.TO]]
        whole = code[at.MACRO_FREE] != 0 or state[at.TURNED] < code[row + at.REDEALS]
    else:
        takes = ~NIL  # what is dealt to columns is laid on them, whether it fits or not
    if stock >= 0:
        base = base_of(code, stock)
        for j in range(state[at.SIZES + stock]):
            bit = ONE << word(state[base + j] & at.FACE)
            twice |= once & bit
            once |= bit
            laid |= takes & bit
    if waste >= 0:
        base = base_of(code, waste)
        for j in range(state[at.SIZES + waste] - 1, -1, -1):
            bit = ONE << word(state[base + j] & at.FACE)
            twice |= once & bit
            once |= bit
            laid |= takes & bit
            if (takes | wanted) & bit == NIL and not whole:
                break
    return once, twice, laid


@fast
def leaves_a_card(board: Board, homing: Word) -> bool:
    """Whether a card is left that is not among those that come home."""
    code, state = board.code, board.state
    for pile in range(code[at.PILES]):
        base = base_of(code, pile)
        for j in range(state[at.SIZES + pile]):
            if not has(homing, state[base + j] & at.FACE):
                return True
    return False


@fast
def turned(board: Board, loose: Word, takes: Word) -> Word:
    """The cards of stock and waste that may come to the top of the waste, some before them taken."""
    code, state = board.code, board.state
    row = code[at.ROW_MOVES] + code[at.MACRO] * at.MOVE
    stock, waste, by = code[code[row + at.FROM]], code[code[row + at.TO]], code[row + at.BY]
    held, down = state[at.SIZES + waste], state[at.SIZES + stock]
    w = base_of(code, waste)
    s = base_of(code, stock)
    whole, found, taken = held + down, NIL, 0
    for i in range(whole):
        card = state[w + i] if i < held else state[s + whole - 1 - i] & at.FACE
        bit = ONE << word(card)
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
        card = state[w + i] if i < held else state[s + whole - 1 - i] & at.FACE
        bit = ONE << word(card)
        if above:
            found |= bit
        above = (found | loose) & takes & bit != NIL
    return found


@fast
def too_few_rows(board: Board) -> bool:
    """Whether the suits do not find a row each in which every card could come to its place."""
    code, state = board.code, board.state
    lies, free, there = code[at.SCRATCH], NIL, NIL
    for place in range(code[at.PILES]):
        if state[at.SIZES + place]:
            card = state[base_of(code, place)] & at.FACE
            state[lies + card] = place
            there |= ONE << word(card)
        else:
            free |= ONE << word(place)
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
                if has(rows, N_RANKS * row):
                    without = sets_without(row)
                    more |= (sets & without) << (ONE << word(row))
            sets = more
        if sets >> ALL_ROWS & ONE != NIL:
            return False
        if free == before:
            return True


@fast
def fillable(state: Numbers, lies: int, free: Word, suit: int) -> tuple[Word, Word]:
    """The edges of the rows that a suit could fill, and the places that are free when it moves as well."""
    lower, rows = NIL, EDGES  # where the next lower card can come to
    for rank in range(1, N_RANKS):
        here = ONE << word(state[lies + 4 * rank + suit])
        found = here
        if rank > 1:
            found |= free & lower << ONE & ~EDGES
        elif here & EDGES == NIL:  # else it stays there
            found |= free & EDGES
        if found != here:
            free |= here
        rows &= found >> word(rank - 1)
        lower = found
    return rows, free


@fast
def too_few_links(board: Board) -> bool:
    """Whether cards that must come to the one pile find too few there to lie on.

    Each rank lies on the next lower and the next higher one. Taken by twos, the ranks go round in a circle in
    which each shares a rank to lie on with the next; so once it is settled how many aces lie on kings, all
    others follow."""
    code, masks, state = board.code, board.masks, board.state
    link, target = code[at.LINKED], code[at.LINKED_TO]
    need, supply = NIL, NIL
    for i in range(code[at.N_LINKED_FROM]):
        pile = code[code[at.LINKED_FROM] + i]
        base = base_of(code, pile)
        for j in range(state[at.SIZES + pile]):
            need += ONE << word(state[base + j] & RANK_ALONE)
    for pile in range(code[at.PILES]):
        base = base_of(code, pile)
        for j in range(state[at.SIZES + pile] if pile != target else 0):
            supply += ONE << word(state[base + j] & RANK_ALONE)
    if state[at.SIZES + target]:
        supply += ONE << word(top(board, target) & RANK_ALONE)
    most = wide(0)
    if joins(masks, link, 4 * KING, 0):
        most = wide(min(need & COUNT, supply >> word(4 * KING) & COUNT))
    for on_kings in range(most + 1):  # noqa: SIM110
        if links_suffice(masks, link, need, supply, word(on_kings)):
            return False
    return True


@fast
def links_suffice(masks: Numbers, link: int, need: Word, supply: Word, on_kings: Word) -> bool:
    """Whether every card finds one of its own to lie on, when so many aces lie on kings."""
    supply -= on_kings << word(4 * KING)
    for i in range(N_RANKS):
        rank = 2 * i % N_RANKS
        left = need >> word(4 * rank) & COUNT
        if i == 0:
            left -= on_kings
        for step in range(1 if i == 0 else 0, 2):
            under = (rank + 1) % N_RANKS if step else (rank + KING) % N_RANKS
            if joins(masks, link, 4 * under, 4 * rank):
                used = min(left, supply >> word(4 * under) & COUNT)
                supply -= used << word(4 * under)
                left -= used
        if left != NIL:
            return False
    return True


@fast
def too_few_partners(board: Board) -> bool:
    """Whether the cards of two ranks that leave in pairs cannot all do so: one lies over the other."""
    code, masks, state = board.code, board.masks, board.state
    lies, left = code[at.SCRATCH], NIL  # on which pile each card lies, and which are left
    over, held = (
        code[at.PAIRED_OVER] * at.TABLE,
        NIL,
    )  # the piles over each, and those that hold cards
    for pile in range(code[at.PILES]):
        base = base_of(code, pile)
        if state[at.SIZES + pile]:
            held |= ONE << word(pile)
        for j in range(state[at.SIZES + pile]):
            card = state[base + j] & at.FACE
            left |= ONE << word(card)
            state[lies + card] = pile
    for pile in range(code[at.PILES]):
        if state[at.SIZES + pile] == 0 and masks[over + pile] & held != NIL:
            return False  # no play leaves a gap under cards: who lies over whom is not known
    for rank in range(N_RANKS):
        others = masks[code[at.PAIRED] * at.TABLE + 4 * rank]
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
                waits = masks[over + own] >> word(its) | masks[over + its] >> word(own)
                if waits & ONE == NIL:
                    without = sets_without(card & 3)
                    more |= (sets & without) << (ONE << word(card & 3))
            sets = more
        if sets >> (others >> word(lowest(others) & ~3) if others != NIL else NIL) & ONE == NIL:
            return True
    return False
