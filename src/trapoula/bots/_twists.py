"""The rest of a round of twisting, compiled: hidden cards are dealt at random and everybody plays on simply.

What may follow a card is in `near`, each card's twin in `twins` and what a taken card costs in `fines`: the
rules are asked. The course of a turn is written here once more, and a test compares it with the rules.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from trapoula.bots import _round as to
from trapoula.bots._dice import below, shuffle
from trapoula.machine.compiler import fast, grid, longs, marks, reals, words

LAY, TWIST, TAKE = range(3)

RID_OF_TOAD = 7  # what speaks for laying a card: it is a toad
TWIN_KEPT = 6  # its twin stays in the hand
FOLLOWER_KEPT = 2  # for each card of the hand that could follow it
LUCK = 2  # and something below this, by chance


@fast
def _simple(hand, n, row, length, lying, near, twins, dice):
    """A simple turn: twist, else lay what is best laid, else take."""
    kind, chosen, best = TAKE, -1, -1
    for i in range(n):
        card = hand[i]
        twin = twins[card]
        if length > 0 and twin >= 0 and lying[twin]:
            return TWIST, i
        if length == 0 or near[row[length - 1], card]:
            worth = below(dice, LUCK)
            if twin < 0:
                worth += RID_OF_TOAD
            for j in range(n):
                if hand[j] == twin:
                    worth += TWIN_KEPT
                if near[card, hand[j]] and j != i:
                    worth += FOLLOWER_KEPT
            if worth > best:
                kind, chosen, best = LAY, i, worth
    return kind, chosen


@fast
def play_on(
    kind, card, hands, counts, row, length, lying, pile, seat, near, twins, fines, harsh, turns, dice, points
):  # fmt: skip
    """Play a first action and then simply, for some turns or to the end of the round."""
    seats, drawn, first = len(counts), 0, True
    chosen = 0
    for _ in range(turns):
        if first:
            for i in range(counts[seat]):
                if hands[seat, i] == card:
                    chosen = i
            first = False
        else:
            kind, chosen = _simple(hands[seat], counts[seat], row, length, lying, near, twins, dice)
        if kind == TAKE:
            for i in range(length):
                points[seat] -= fines[row[i]]
                lying[row[i]] = False
            if drawn >= len(pile) or counts[seat] == 0:
                return
            if harsh and length == 1:
                points[seat] -= fines[pile[drawn]]
                drawn += 1
            length = 0
            kind, chosen = _simple(hands[seat], counts[seat], row, 0, lying, near, twins, dice)
        card = hands[seat, chosen]
        counts[seat] -= 1
        hands[seat, chosen] = hands[seat, counts[seat]]
        if kind == LAY:
            row[length] = card
            lying[card] = True
            length += 1
        else:
            twin, at = twins[card], 0
            for i in range(length):
                if row[i] != twin:
                    row[at] = row[i]
                    at += 1
            length = at
            lying[twin] = False
            points[seat] += 2
            if length == 0 and drawn >= len(pile):
                return
        if drawn < len(pile):
            hands[seat, counts[seat]] = pile[drawn]
            counts[seat] += 1
            drawn += 1
        seat = (seat + 1) % seats


def enter(task, book_):
    """By first action and deal of hidden cards: own points less the others' mean, and less their best."""
    book = longs(book_)
    actions, seats, tries = book[to.ACTIONS], book[to.SEATS], book[to.TRIES]
    kinds, chosen = longs(book[to.KINDS]), longs(book[to.CHOSEN])
    hand, held, before = longs(book[to.HAND]), longs(book[to.HELD]), reals(book[to.BEFORE])
    cards = grid(longs(book[to.CARDS]), (book[to.HIDDEN],))
    row, long, seat = longs(book[to.ROW]), book[to.LENGTH], book[to.SEAT]
    near = grid(marks(book[to.NEAR]), (to.NUMBERS, to.NUMBERS))
    twins, fines = longs(book[to.TWINS]), reals(book[to.FINES])
    dice = grid(words(book[to.DICE]), (1,))
    leads, aheads = (
        grid(reals(book[to.LEADS]), (actions, tries)),
        grid(reals(book[to.AHEADS]), (actions, tries)),
    )
    hands = grid(longs(book[to.HANDS]), (seats, to.WIDEST))
    counts, points = grid(longs(book[to.COUNTS]), (seats,)), grid(reals(book[to.POINTS]), (seats,))
    line, lying = longs(book[to.LINE]), grid(marks(book[to.LYING]), (to.NUMBERS,))
    for deal in range(tries):
        shuffle(cards, dice)
        seed = dice[0]
        for a in range(actions):
            dice[0] = seed
            at = 0
            for s in range(seats):
                counts[s] = held[s]
                points[s] = 0
                for i in range(held[s]):
                    if s == seat:
                        hands[s, i] = hand[i]
                    else:
                        hands[s, i] = cards[at]
                        at += 1
            lying[:] = False
            for i in range(long):
                line[i] = row[i]
                lying[row[i]] = True
            play_on(
                kinds[a], chosen[a], hands, counts, line, long, lying,
                cards[at : at + book[to.PILE]], seat, near, twins, fines, book[to.HARSH] != 0,
                book[to.TURNS], dice, points,
            )  # fmt: skip
            others = (points.sum() - points[seat]) / (seats - 1)
            leads[a, deal] = points[seat] - others
            best = -1e9
            for s in range(seats):
                if s != seat:
                    best = max(best, before[s] + points[s])
            aheads[a, deal] = before[seat] + points[seat] - best
    return 0
