"""How turns on rows of cards may go on, compiled: what others wish, and games played on to their end."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from trapoula.bots._dice import below, shuffle
from trapoula.bots._ends import finish
from trapoula.bots._layout import (
    CARDS,
    CARING,
    FADE,
    FINE,
    KEEN,
    LOST,
    NO_JUMP,
    NOT_HERE,
    PAIR,
    ROWS,
    SILENCE,
    TRICK,
)
from trapoula.bots._steps import copy, copy_table, draw, following, lay
from trapoula.bots._tasks import FREE
from trapoula.bots._turns import carved, room, search, shelf
from trapoula.machine.compiler import fast, grid, longs, marks, reals

FEW = 8  # turns that are tried at each table of an end


@fast
def _needed(row, tops, card, hand, gap, needs, pair):
    """How well a row serves a card, and better still if another of the hand would then set it back."""
    need = needs[gap[row, tops[row], card]]
    if need > 0:
        for other in hand:
            if gap[row, card, other] == TRICK:
                return need * (1 + pair)
    return need


@fast
def regret(tops, hand, gap, needs, prices, regrets):
    """How much a hand would miss each row: by how much worse off its cards are with the others alone."""
    for r in range(ROWS):
        regrets[r] = 0
    for card in hand:
        best, second, at = 0.0, 0.0, -1
        for r in range(ROWS):
            need = _needed(r, tops, card, hand, gap, needs, prices[PAIR])
            if need > best:
                best, second, at = need, best, r
            elif need > second:
                second = need
        if at >= 0:
            regrets[at] += best - second


@fast
def wish(tops, hand, gap, needs, prices, regrets):
    """The row that a hand wishes to be left alone, the one that it would miss most; or -1."""
    regret(tops, hand, gap, needs, prices, regrets)
    most = 0
    for r in range(ROWS):
        if regrets[r] > regrets[most]:
            most = r
    return most if regrets[most] >= prices[KEEN] else -1


@fast
def _hear(tops, hands, counts, seat, book, priced, said, regrets):
    """What the others wish while a seat is on turn, one for a row; nothing while a silence is visible."""
    gap, needs, command = book[0], book[1], book[2]
    for r in range(ROWS):
        said[r, NOT_HERE], said[r, NO_JUMP], said[r, FINE] = 0, 0, 0
    for r in range(ROWS):
        if command[tops[r]] == SILENCE:
            return
    weight = 1.0
    for ahead in range(1, len(counts)):
        other = (seat + ahead) % len(counts)
        r = wish(tops, hands[other, : counts[other]], gap, needs, priced[0], regrets)
        if r >= 0 and said[r, NOT_HERE] == 0:
            said[r, NOT_HERE] = weight
        weight *= priced[0][FADE]


@fast
def play_on(
    tops, hands, counts, seat, pile, drawn, full, minimum, book, priced, deep, wide, budget, space
):
    """Play by the cheapest turns to the end; how many cards are left then.

    If that fails after all cards were drawn, the end is searched for another way, within a budget.
    """
    free = space[FREE]
    left = _played_on(
        tops, hands, counts, seat, pile, drawn, full, minimum, book, priced, deep, wide, budget, space
    )  # fmt: skip
    space[FREE] = free
    return left


@fast
def _played_on(
    tops, hands, counts, seat, pile, drawn, full, minimum, book, priced, deep, wide, budget, space
):
    """The same, in room that is free again afterwards."""
    command, burns = book[2], book[3]
    best, where = shelf(space, 1, deep), room(deep, wide, space)
    said = grid(reals(carved(space, ROWS * 3)), (ROWS, 3))
    urgent = grid(marks(carved(space, ROWS)), (ROWS,))
    regrets = grid(reals(carved(space, ROWS)), (ROWS,))
    unseen, now = grid(longs(carved(space, CARDS)), (CARDS,)), grid(longs(carved(space, 6)), (6,))
    now[:] = 0
    left = len(pile) - drawn + counts.sum()
    known, begins = False, seat
    seats, room_each = hands.shape
    beginning = (
        grid(longs(carved(space, ROWS)), (ROWS,)),
        grid(longs(carved(space, seats * room_each)), (seats, room_each)),
        grid(longs(carved(space, seats)), (seats,)),
    )
    while left > 0:
        if budget > 0 and not known and drawn == len(pile):
            known, begins = True, seat
            copy_table(tops, hands, counts, *beginning)
        hand = hands[seat, : counts[seat]]
        m = 0
        for other in range(len(counts)):
            if other != seat:
                for i in range(counts[other]):
                    unseen[m] = hands[other, i]
                    m += 1
        for i in range(drawn, len(pile)):
            unseen[m] = pile[i]
            m += 1
        _hear(tops, hands, counts, seat, book, priced, said, regrets)
        for r in range(ROWS):
            urgent[r] = burns[tops[r]]
        undrawn = len(pile) - drawn
        now[1], now[3], now[4], now[5] = minimum if undrawn > 0 else 1, -1, left, undrawn
        most = min(deep, len(hand))
        search(tops, hand, unseen[:m], book, priced, urgent, now, said, most, where, best)
        lay(tops, hands, counts, seat, best[0][0], best[1][0])
        left -= best[1][0]
        if best[2][0] > LOST / 2:
            if known and finish(
                *beginning, begins, book, priced, deep, wide, FEW, budget, best[0][0], space
            ):
                return 0
            return max(1, left)
        drawn = draw(tops, hands, counts, seat, full, pile, drawn, command)
        seat = following(counts, seat)
    return 0


@fast
def _imagine(cards, held, seat, heard, tops, book, prices, guesses, dice, regrets):
    """Deal others hands that would make them wish as they do, if a few tries find such; else any."""
    begin = 0
    for other in range(len(held)):
        if other == seat:
            continue
        end = begin + held[other]
        for _ in range(guesses):
            regret(tops, cards[begin:end], book[0], book[1], prices, regrets)
            alike = True
            for r in range(ROWS):
                alike &= heard[other, r] != NOT_HERE or regrets[r] >= prices[KEEN]
                alike &= heard[other, r] != NO_JUMP or regrets[r] >= prices[CARING]
            if alike:
                break
            for j in range(begin, end):
                k = j + below(dice, len(cards) - j)
                cards[j], cards[k] = cards[k], cards[j]
        begin = end


@fast
def _believe(cards, held, seat, told, command, kept):
    """Give others the commands that they said they have; the first cards are the first seat's, and so on."""
    kept[:] = False
    begin = 0
    for other in range(len(held)):
        if other == seat:
            continue
        end = begin + held[other]
        for kind in range(1, told.shape[1]):
            if not told[other, kind]:
                continue
            found = -1
            for j in range(len(cards)):
                if command[cards[j]] == kind and (not kept[j] or begin <= j < end):
                    found = j
                    if begin <= j < end:
                        break
            if begin <= found < end:
                kept[found] = True
            elif found >= 0:
                for k in range(begin, end):
                    if not kept[k]:
                        cards[k], cards[found] = cards[found], cards[k]
                        kept[k] = True
                        break
        begin = end


@fast
def _doubt(cards, held, seat, told, command):
    """Take from others the commands that they did not tell of, if they told of any."""
    begin, at = 0, held.sum() - held[seat]
    for other in range(len(held)):
        if other == seat:
            continue
        end = begin + held[other]
        frank = False
        for kind in range(1, told.shape[1]):
            frank |= told[other, kind]
        for j in range(begin, end if frank else begin):
            kind = command[cards[j]]
            if kind > 0 and not told[other, kind]:
                while at < len(cards) and command[cards[at]] > 0:
                    at += 1
                if at < len(cards):
                    cards[j], cards[at] = cards[at], cards[j]
        begin = end


@fast
def outlook(
    tops, hand, unseen, book, priced, heard, told, held, seat, full, minimum, plans, lengths, tries, deep,
    wide, budget, guesses, frank, dice, wins, lefts, space,
):  # fmt: skip
    """Play on from some turns, hidden cards dealt so many times: how often each wins, and what is left."""
    seats, hidden = len(held), len(unseen)
    cards, kept = (
        grid(longs(carved(space, hidden)), (hidden,)),
        grid(marks(carved(space, hidden)), (hidden,)),
    )
    hands = grid(longs(carved(space, seats * (full + 1))), (seats, full + 1))
    counts, then = (
        grid(longs(carved(space, seats)), (seats,)),
        grid(longs(carved(space, ROWS)), (ROWS,)),
    )
    regrets = grid(reals(carved(space, ROWS)), (ROWS,))
    copy(unseen, cards)
    for _ in range(tries):
        shuffle(cards, dice)
        _imagine(cards, held, seat, heard, tops, book, priced[0], guesses, dice, regrets)
        _believe(cards, held, seat, told, book[2], kept)
        if frank:
            _doubt(cards, held, seat, told, book[2])
        for a in range(len(lengths)):
            at = 0
            for other in range(seats):
                counts[other] = held[other]
                for i in range(held[other]):
                    if other == seat:
                        hands[other, i] = hand[i]
                    else:
                        hands[other, i] = cards[at]
                        at += 1
            pile = cards[at:]
            copy(tops, then)
            lay(then, hands, counts, seat, plans[a], lengths[a])
            drawn = draw(then, hands, counts, seat, full, pile, 0, book[2])
            left = play_on(
                then, hands, counts, following(counts, seat), pile, drawn, full, minimum,
                book, priced, deep, wide, budget, space,
            )  # fmt: skip
            wins[a] += left == 0
            lefts[a] += left
