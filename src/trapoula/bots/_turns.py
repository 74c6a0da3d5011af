"""Turns on rows of cards, compiled: every one is tried and weighed, and the best are played on.

Nothing here says what a row takes: `gap[row, top, card]` does, made from the rules (see `_rows`), and so are
the sets of cards that it takes and that go back on it. What commands do in a turn is written here once more,
and a test compares it with the rules.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

import numpy as np

from trapoula.bots._compiled import compiled
from trapoula.bots._dice import below, shuffle
from trapoula.tables import _commands as commands
from trapoula.tables._rows import FIRST

ROWS = len(FIRST)
TRICK, NEVER = (
    0,
    99,
)  # the gaps of a card that goes back on a row, and of one that the row does not take
CARDS = 1 + max(FIRST)  # every number on a card or on the beginning of a row is below this
WORD = 64  # cards in each of the two words that hold a set of cards
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
BACKWARDS, STEP = 13, 14  # what a card is worth that could go back; half a step to the nearest row
KEEN, CARING = (
    15,
    16,
)  # how much a hand needs a row whose wish is that nobody plays, or jumps, there
PAIR = 17  # how much more a card is needed there that could go back at once
JUMP = 18  # steps in a jump that is as big as any
GUESSES = 8  # hands that are imagined for one who wishes something
FADE = 19  # how much less the wish of each seat counts that plays later than another


@compiled
def _count(bits):
    """How many cards are in a word."""
    bits -= (bits >> np.uint64(1)) & np.uint64(0x5555555555555555)
    bits = (bits & np.uint64(0x3333333333333333)) + (
        (bits >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((bits * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def _bit(card):
    return np.uint64(1) << np.uint64(card % WORD)


# --- what is left behind -------------------------------------------------------------------------


@compiled
def _weigh(tops, own, unseen, takes, backs, prices, rows):
    """What cards cost that are still to be laid, by how many rows take them; the own ones have own prices."""
    total = 0.0
    for word in range(2):
        a, b = takes[0, tops[0], word], takes[1, tops[1], word]
        c, d = takes[2, tops[2], word], takes[3, tops[3], word]
        odd, two, four = a ^ b ^ c ^ d, (a & b) ^ (c & d) | (a ^ b) & (c ^ d), a & b & c & d
        mine, others = own[word], unseen[word]
        for takers in range(ROWS):
            if takers == 0:
                cards = ~(odd | two | four)
            elif takers == 1:
                cards = odd & ~two
            elif takers == 2:
                cards = two & ~odd
            else:
                cards = odd & two
            total += rows[0, takers] * _count(cards & others) + rows[1, takers] * _count(
                cards & mine
            )
        up = backs[0, tops[0], word] | backs[1, tops[1], word]
        down = backs[2, tops[2], word] | backs[3, tops[3], word]
        total -= prices[BACKWARDS] * (_count(up & (mine | others)) + _count(down & (mine | others)))
    return total


@compiled
def _far(a, b, c, d, used):
    """In half steps, how far all cards are from their nearest rows; those of the hand come last."""
    total, others = 0, len(a) - len(used)
    for j in range(others):
        total += min(a[j], b[j], c[j], d[j])
    for i in range(len(used)):
        if not used[i]:
            j = others + i
            total += min(a[j], b[j], c[j], d[j])
    return total


@compiled
def _against(before, tops, said, prices):
    """What it costs to go against the wishes of others, whose rows may only be set back for nothing."""
    total = 0.0
    for r in range(ROWS):
        ahead = tops[r] - before[r] if r < ROWS // 2 else before[r] - tops[r]
        if ahead > 0:
            total += prices[NOT_HERE] * said[r, NOT_HERE] + prices[FINE] * said[r, FINE]
            total += prices[NO_JUMP] * said[r, NO_JUMP] * min(1.0, ahead / prices[JUMP])
    return total


@compiled
def _kept(hand, used, command, size, pile, prices):
    """What it costs to keep cards that need others to go with them: soon there may be none."""
    skulls, threes = 0, 0
    for i in range(len(hand)):
        if not used[i]:
            skulls += command[hand[i]] == SKULL
            threes += command[hand[i]] == THREE
    cost = prices[HELD_SKULL] * skulls + prices[HELD_THREE] * threes
    if pile > 0:
        return cost
    alone = (skulls > 0 and size == skulls) or (threes > 0 and size < ENOUGH)
    return cost * prices[HASTE] + (DOOMED if alone else 0.0)


# --- every turn ----------------------------------------------------------------------------------


@compiled
def _keep(best, found, cost, hand, card_at, row_at, length):
    """Put a turn among the best, unless one of the same cost is there; how many there are now."""
    plans, lengths, costs = best
    most = len(costs)
    if found == most and cost >= costs[found - 1]:
        return found
    for k in range(found):
        if costs[k] == cost:
            return found
    k = found if found < most else most - 1
    while k > 0 and costs[k - 1] > cost:
        costs[k], lengths[k], plans[k] = costs[k - 1], lengths[k - 1], plans[k - 1]
        k -= 1
    costs[k], lengths[k] = cost, length
    for i in range(length):
        plans[k, i, 0], plans[k, i, 1] = hand[card_at[i]], row_at[i]
    return min(found + 1, most)


@compiled
def turns(before, hand, unseen, book, priced, urgent, now, said, deep, best):
    """The cheapest rests of a turn, the best first, with their lengths and costs; how many there are."""
    gap, takes, backs, _, steps, command, burns = book
    prices, rows = priced
    laid, least, lock, left, pile = now[0], now[1], now[3], now[4], now[5]
    n, m = len(hand), len(unseen)
    own, others = np.zeros(2, np.uint64), np.zeros(2, np.uint64)
    for card in hand:
        own[card // WORD] |= _bit(card)
    for card in unseen:
        others[card // WORD] |= _bit(card)
    near = np.empty(
        (ROWS, n + 1, m + n), np.uint8
    )  # by row, by its top: a card of the hand or the old one
    for r in range(ROWS):
        for i in range(n + 1):
            top = hand[i] if i < n else before[r]
            for j in range(m + n):
                near[r, i, j] = steps[gap[r, top, unseen[j] if j < m else hand[j - m]]]
    tops, on = before.copy(), np.full(ROWS, n)
    used = np.zeros(n, np.bool_)
    tried, covered = np.zeros(deep + 1, np.int64), np.zeros(deep + 1, np.int64)
    card_at, row_at = np.zeros(deep + 1, np.int64), np.zeros(deep + 1, np.int64)
    locks, bound = np.zeros(deep + 1, np.int64), np.zeros(deep + 1, np.bool_)
    onward = np.zeros(deep + 1, np.bool_)
    threes = np.zeros(deep + 1, np.bool_)
    threes[0] = now[2] != 0
    found, d, arrived = 0, 0, True
    while True:
        back = False
        if arrived:
            arrived = False
            tried[d] = 0
            count, rest = laid + d, left - d
            stopped = d > 0 and command[hand[card_at[d - 1]]] == STOP
            kept = (count >= least or stopped) and (not threes[d] or count == ENOUGH)
            broken = threes[d] and (count > ENOUGH or count + n - d < ENOUGH)
            open_price, slow = 0.0, False
            onward[d], bound[d], locks[d] = False, False, -1
            for r in range(ROWS):
                top = tops[r]
                kind = command[top]
                if kind == SKULL:
                    kept = False
                elif kind == SILENCE:
                    open_price += prices[QUIET]
                elif kind == NO_WAY_BACK:
                    open_price += prices[ONWARD]
                    onward[d] = True
                elif kind == DRAW_ONE:
                    slow = True
                elif kind == ONE_ROW:
                    open_price += prices[SINGLE]
                    bound[d] = True
                    since, new = 0, False
                    for i in range(d):
                        if hand[card_at[i]] == top:
                            since, new = i + 1, True
                    if locks[d] < 0 and not new and lock >= 0:
                        locks[d] = lock
                    elif locks[d] < 0 and d > since:
                        locks[d] = row_at[since]
                if rest > 0 and burns[top]:
                    if urgent[r] and top == before[r]:
                        kept = False
                    else:
                        open_price += prices[FIRE]
            if broken:
                cost = LOST * 10
            elif kept and rest == 0:
                cost = WON
            elif kept and count >= min(least, 1):
                cost = open_price + _against(before, tops, said, prices)
                cost += _weigh(tops, own, others, takes, backs, prices, rows)
                cost += prices[STEP] * _far(
                    near[0, on[0]], near[1, on[1]], near[2, on[2]], near[3, on[3]], used
                )
                cost += _kept(hand, used, command, n - d, pile, prices)
                if slow and pile > 0:
                    cost += prices[SLOW] + (prices[FEW] if n - d + 1 < least else 0.0)
            else:
                cost = LOST - PER_CARD * count
            found = _keep(best, found, cost, hand, card_at, row_at, d)
            back = stopped or broken or d >= min(deep, n) or (threes[d] and count == ENOUGH)
        if not back:
            back = True
            while tried[d] < ROWS * n:
                i, r = tried[d] // ROWS, tried[d] % ROWS
                tried[d] += 1
                if used[i]:
                    continue
                if locks[d] >= 0:
                    if r != locks[d]:
                        continue
                elif r % 2 == 1 and tops[r] == tops[r - 1]:
                    continue  # two rows that are alike
                card = hand[i]
                step = gap[r, tops[r], card]
                if step == NEVER or (step == TRICK and onward[d]):
                    continue
                if step > prices[REACH] and laid + d >= least:
                    continue
                if d > 0 and r < row_at[d - 1] and command[card] == 0:
                    free = not (bound[d] or bound[d - 1] or onward[d] or onward[d - 1])
                    if free and command[hand[card_at[d - 1]]] == 0:
                        continue  # the same two cards in the other order
                threes[d + 1] = threes[d] or command[card] == THREE
                card_at[d], row_at[d], covered[d] = i, r, on[r]
                tops[r], on[r], used[i] = card, i, True
                own[card // WORD] &= ~_bit(card)
                d += 1
                back, arrived = False, True
                break
        if back:
            if d == 0:
                return found
            d -= 1
            i, r = card_at[d], row_at[d]
            used[i], on[r] = False, covered[d]
            tops[r] = hand[on[r]] if on[r] < n else before[r]
            own[hand[i] // WORD] |= _bit(hand[i])


# --- how it may go on ----------------------------------------------------------------------------


@compiled
def _needed(row, tops, card, hand, gap, needs, pair):
    """How well a row serves a card, and better still if another of the hand would then set it back."""
    need = needs[gap[row, tops[row], card]]
    if need > 0:
        for other in hand:
            if gap[row, card, other] == TRICK:
                return need * (1 + pair)
    return need


@compiled
def wishes(tops, hand, gap, needs, prices, out):
    """What a hand wishes for each row, or -1: by how much worse off its cards are with the others alone."""
    out[:] = -1
    regrets = np.zeros(ROWS)
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
    most, least = np.argmax(regrets), np.argmin(regrets)
    for r in range(ROWS):
        if regrets[r] >= prices[CARING]:
            out[r] = NO_JUMP
    if regrets[most] >= prices[KEEN]:
        out[most] = NOT_HERE
    if out[least] < 0 and (out >= 0).sum() == ROWS - 1:
        out[least] = FINE


@compiled
def _hear(tops, hands, counts, seat, book, priced, said, wish):
    """What the others wish while a seat is on turn; nothing while a silence is visible."""
    gap, needs, command = book[0], book[3], book[5]
    said[:] = 0
    for r in range(ROWS):
        if command[tops[r]] == SILENCE:
            return
    weight = 1.0
    for ahead in range(1, len(counts)):
        other = (seat + ahead) % len(counts)
        wishes(tops, hands[other, : counts[other]], gap, needs, priced[0], wish)
        for r in range(ROWS):
            if wish[r] >= 0:
                said[r, wish[r]] += weight
        weight *= priced[0][FADE]


@compiled
def lay(tops, hands, counts, seat, plan, length):
    """Lay the cards of a turn."""
    for k in range(length):
        card = plan[k, 0]
        tops[plan[k, 1]] = card
        for i in range(counts[seat]):
            if hands[seat, i] == card:
                counts[seat] -= 1
                hands[seat, i] = hands[seat, counts[seat]]
                break


@compiled
def draw(tops, hands, counts, seat, full, pile, drawn, command):
    """Fill the hand up, or draw one under that command; how many cards of the pile are drawn then."""
    count = full - counts[seat]
    for r in range(ROWS):
        if command[tops[r]] == DRAW_ONE:
            count = 1
    for _ in range(min(count, len(pile) - drawn)):
        hands[seat, counts[seat]] = pile[drawn]
        counts[seat] += 1
        drawn += 1
    return drawn


@compiled
def following(counts, seat):
    """The next seat that holds cards."""
    for _ in range(len(counts)):
        seat = (seat + 1) % len(counts)
        if counts[seat] > 0:
            break
    return seat


@compiled
def play_on(tops, hands, counts, seat, pile, drawn, full, minimum, book, priced, deep):
    """Play by the cheapest turns to the end; how many cards are left then."""
    command, burns = book[5], book[6]
    best = np.zeros((1, deep + 1, 2), np.int64), np.zeros(1, np.int64), np.zeros(1)
    said, urgent = np.zeros((ROWS, 3)), np.zeros(ROWS, np.bool_)
    wish = np.zeros(ROWS, np.int64)
    unseen, now = np.empty(CARDS, np.int64), np.zeros(6, np.int64)
    left = len(pile) - drawn + counts.sum()
    while left > 0:
        hand = hands[seat, : counts[seat]].copy()
        m = 0
        for other in range(len(counts)):
            if other != seat:
                for i in range(counts[other]):
                    unseen[m] = hands[other, i]
                    m += 1
        for i in range(drawn, len(pile)):
            unseen[m] = pile[i]
            m += 1
        _hear(tops, hands, counts, seat, book, priced, said, wish)
        for r in range(ROWS):
            urgent[r] = burns[tops[r]]
        undrawn = len(pile) - drawn
        now[1], now[3], now[4], now[5] = minimum if undrawn > 0 else 1, -1, left, undrawn
        turns(tops, hand, unseen[:m], book, priced, urgent, now, said, min(deep, len(hand)), best)
        lay(tops, hands, counts, seat, best[0][0], best[1][0])
        left -= best[1][0]
        if best[2][0] > LOST / 2:
            return max(1, left)
        drawn = draw(tops, hands, counts, seat, full, pile, drawn, command)
        seat = following(counts, seat)
    return 0


@compiled
def _imagine(cards, held, seat, heard, tops, gap, needs, prices, dice, wish):
    """Deal others hands that would make them wish as they do, if a few tries find such; else any."""
    begin = 0
    for other in range(len(held)):
        if other == seat:
            continue
        end = begin + held[other]
        for _ in range(GUESSES):
            wishes(tops, cards[begin:end], gap, needs, prices, wish)
            alike = True
            for r in range(ROWS):
                asks = heard[other, r] == NOT_HERE or heard[other, r] == NO_JUMP
                alike &= not asks or wish[r] == NOT_HERE or wish[r] == NO_JUMP
            if alike:
                break
            for j in range(begin, end):
                k = j + below(dice, len(cards) - j)
                cards[j], cards[k] = cards[k], cards[j]
        begin = end


@compiled
def _believe(cards, held, seat, told, command):
    """Give others the commands that they said they have; the first cards are the first seat's, and so on."""
    kept = np.zeros(len(cards), np.bool_)
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


@compiled
def outlook(
    tops, hand, unseen, book, priced, heard, told, held, seat, full, minimum, plans, lengths, tries, deep,
    dice, wins, lefts,
):  # fmt: skip
    """Play on from some turns, hidden cards dealt so many times: how often each wins, and what is left."""
    seats, cards = len(held), unseen.copy()
    hands, counts = np.zeros((seats, full + 1), np.int64), np.zeros(seats, np.int64)
    then, wish = tops.copy(), np.zeros(ROWS, np.int64)
    for _ in range(tries):
        shuffle(cards, dice)
        _imagine(cards, held, seat, heard, tops, book[0], book[3], priced[0], dice, wish)
        _believe(cards, held, seat, told, book[5])
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
            then[:] = tops
            lay(then, hands, counts, seat, plans[a], lengths[a])
            drawn = draw(then, hands, counts, seat, full, pile, 0, book[5])
            left = play_on(
                then, hands, counts, following(counts, seat), pile, drawn, full, minimum,
                book, priced, deep,
            )  # fmt: skip
            wins[a] += left == 0
            lefts[a] += left
