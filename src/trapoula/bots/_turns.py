"""Turns on rows of cards, compiled: they are tried card by card, and what each leaves behind is weighed.

What may be laid is not said here: `gap[row, top, card]` does, made from the rules (see `_rows`). What
commands do in a turn is written here once more, and a test compares it with the rules. A table is weighed
at once, however many cards are left: the tops of the rows cut the numbers into a few stretches, and all
cards of a stretch are taken by as many rows. Only their count and their sum are needed.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from trapoula.bots._layout import *
from trapoula.bots._tasks import FREE, WORK
from trapoula.machine.compiler import fast, grid, longs, reals
from trapoula.tables._rows import BACK

# --- what is left behind -------------------------------------------------------------------------


@fast
def _count(unseen, hand, own, weigh, below, sums):
    """What each card counts, and for every number what those up to it count, and add up to."""
    weigh[:] = 0
    for card in unseen:
        weigh[card] = 1
    for card in hand:
        weigh[card] = own
    count, total = 0.0, 0.0
    for card in range(CARDS):
        count += weigh[card]
        total += weigh[card] * card
        below[card], sums[card] = count, total


@fast
def _stretch(low, high, up, down, price, step, below, sums):
    """What the cards between two numbers cost, if the nearest rows are at `up` and `down`; 0: none."""
    if low >= high:
        return 0.0
    cost = price * (below[high] - below[low])
    if up == 0 and down == 0:
        return cost + step * NOWHERE * (below[high] - below[low])
    middle = min(max((up + down) // 2, low), high)
    if down == 0:
        middle = high
    elif up == 0:
        middle = low
    steps = sums[middle] - sums[low] - up * (below[middle] - below[low])
    steps += down * (below[high] - below[middle]) - (sums[high] - sums[middle])
    return cost + step * steps


@fast
def _alone(card, a, b, c, d, step, rows):
    """What one card costs; a and b are the tops of the rows that rise, d and c of those that fall."""
    up, down = card - (b if card > b else a), (d if card <= d else c) - card
    far = NOWHERE
    if card > a:
        far = min(up, down) if card <= c else up
    elif card <= c:
        far = down
    return rows[(card > a) + (card > b) + (card <= c) + (card <= d)] + step * far


@fast
def _weigh(tops, path, length, weights, below, sums, prices, rows):
    """What all cards cost that are still to be laid; those of the turn were counted, and are taken off."""
    a, b = min(tops[0], tops[1]), max(tops[0], tops[1])
    d, c = min(tops[2], tops[3]), max(tops[2], tops[3])
    step, end = prices[STEP], CARDS - 1
    total = _stretch(0, min(a, d), 0, d, rows[2], step, below, sums)
    total += _stretch(d, min(a, c), 0, c, rows[1], step, below, sums)
    total += _stretch(c, a, 0, 0, rows[0], step, below, sums)
    total += _stretch(a, min(b, d), a, d, rows[3], step, below, sums)
    total += _stretch(max(a, d), min(b, c), a, c, rows[2], step, below, sums)
    total += _stretch(max(a, c), b, a, 0, rows[1], step, below, sums)
    total += _stretch(b, d, b, d, rows[4], step, below, sums)
    total += _stretch(max(b, d), c, b, c, rows[3], step, below, sums)
    total += _stretch(max(b, c), end, b, 0, rows[2], step, below, sums)
    for i in range(length):
        total -= prices[OWN] * _alone(path[i, 0], a, b, c, d, step, rows)
    for r in range(ROWS):
        card = tops[r] - BACK if r < ROWS // 2 else tops[r] + BACK
        if 0 < card < end and weights[card] > 0:
            laid = False
            for i in range(length):
                laid |= path[i, 0] == card
            if not laid:
                takers = (card > a) + (card > b) + (card <= c) + (card <= d)
                saved = rows[takers] - rows[takers + 1]
                total -= prices[BACKWARDS] + weights[card] * saved
    return total


@fast
def _stranded(tops, path, length, hand, used, skulls, weights, below, gap, apart):
    """Of each skull still to be laid, how likely no card that could cover it comes to the same hand."""
    total, end = 0.0, CARDS - 1
    for card in skulls:
        up, down = below[end] - below[card], below[card - 1]
        if up > MANY and (card > tops[0] or card > tops[1]):
            continue
        if down > MANY and (card < tops[2] or card < tops[3]):
            continue
        most, safe, own = 0.0, False, False
        for i in range(length):
            safe |= path[i, 0] == card
        for i in range(len(hand)):
            own |= hand[i] == card
        for r in range(ROWS):
            if gap[r, tops[r], card] == NEVER:
                continue
            back = card - BACK if r < ROWS // 2 else card + BACK
            covers = up if r < ROWS // 2 else down
            covers += 0 < back < end and weights[back] > 0
            for i in range(length):
                covers -= gap[r, card, path[i, 0]] != NEVER
            for i in range(len(hand) if own else 0):
                safe |= not used >> i & 1 and gap[r, card, hand[i]] != NEVER
            most = max(most, covers)
        if not safe:
            total += apart**most
    return total


@fast
def _against(before, tops, said, prices):
    """What it costs to go against the wishes of others, whose rows may only be set back for nothing."""
    total = 0.0
    for r in range(ROWS):
        ahead = tops[r] - before[r] if r < ROWS // 2 else before[r] - tops[r]
        if ahead > 0:
            total += prices[NOT_HERE] * said[r, NOT_HERE] + prices[FINE] * said[r, FINE]
            total += prices[NO_JUMP] * said[r, NO_JUMP] * min(1.0, ahead / prices[JUMP])
    return total


@fast
def _kept(hand, used, command, size, pile, prices):
    """What it costs to keep cards that need others to go with them: soon there may be none."""
    skulls, threes = 0, 0
    for i in range(len(hand)):
        if not used >> i & 1:
            skulls += command[hand[i]] == SKULL
            threes += command[hand[i]] == THREE
    cost = prices[HELD_SKULL] * skulls + prices[HELD_THREE] * threes
    if pile > 0:
        return cost
    alone = (skulls > 0 and size == skulls) or (threes > 0 and size < ENOUGH)
    return cost * prices[HASTE] + (DOOMED if alone else 0.0)


# --- every turn ----------------------------------------------------------------------------------


@fast
def _keep(plans, lengths, costs, found, cost, path, length):
    """Put a turn among the best, unless one of the same cost is there; how many there are now."""
    most = len(costs)
    if found == most and cost >= costs[found - 1]:
        return found
    for k in range(found):
        if costs[k] == cost:
            return found
    k = found if found < most else most - 1
    while k > 0 and costs[k - 1] > cost:
        costs[k], lengths[k] = costs[k - 1], lengths[k - 1]
        for i in range(lengths[k]):
            plans[k, i, 0], plans[k, i, 1] = plans[k - 1, i, 0], plans[k - 1, i, 1]
        k -= 1
    costs[k], lengths[k] = cost, length
    for i in range(length):
        plans[k, i, 0], plans[k, i, 1] = path[i, 0], path[i, 1]
    return min(found + 1, most)


@fast
def _known(used, lock, threes, tops):
    """What is known of a turn, as one number: two orders of the same cards give the same."""
    known = ((used << LOCK | (lock + 1)) << THREES) | threes
    for r in range(ROWS):
        known = known << BITS | tops[r]
    return known


@fast
def _among(known, nodes, size):
    """Whether the same cards lie there already, laid in another order."""
    found = False
    for k in range(size):
        found |= nodes[k] == known
    return found


@fast
def _insert(nodes, paths, ranks, size, rank, known, path):
    """Put a turn among those that are tried further, if it is cheap enough; how many there are now."""
    most = len(ranks)
    if size == most and rank >= ranks[size - 1]:
        return size
    k = size if size < most else most - 1
    while k > 0 and ranks[k - 1] > rank:
        ranks[k], nodes[k], paths[k] = ranks[k - 1], nodes[k - 1], paths[k - 1]
        k -= 1
    ranks[k], nodes[k], paths[k] = rank, known, path
    return min(size + 1, most)


@fast
def _bound(tops, before, path, length, lock, command):
    """The only row that takes cards while a one-row is visible, or -1."""
    for r in range(ROWS):
        if command[tops[r]] != ONE_ROW:
            continue
        if tops[r] == before[r] and lock >= 0:
            return lock
        since = 0
        for i in range(length):
            if path[i, 0] == tops[r]:
                since = i + 1
        if length > since:
            return path[since, 1]
    return -1


@fast
def _left_open(tops, before, hand, used, urgent, command, burns, now, length, prices):
    """Whether commands and fires let a turn end, and what it costs to leave them as they are."""
    least, rest, pile = now[1], now[4] - length, now[5]
    kept, cost, slow = True, 0.0, False
    for r in range(ROWS):
        kind = command[tops[r]]
        if kind == SKULL:
            kept = False
        elif kind == SILENCE:
            cost += prices[QUIET]
        elif kind == NO_WAY_BACK:
            cost += prices[ONWARD]
        elif kind == ONE_ROW:
            cost += prices[SINGLE]
        elif kind == DRAW_ONE:
            slow = True
        if rest > 0 and burns[tops[r]]:
            if urgent[r] and tops[r] == before[r]:
                kept = False
            else:
                cost += prices[FIRE]
    size = len(hand) - length
    cost += _kept(hand, used, command, size, pile, prices)
    if slow and pile > 0:
        cost += prices[SLOW] + (prices[FEW] if size + 1 < least else 0.0)
    return kept, cost


@fast
def _matters(before, hand, command, burns):
    """Whether a command or a fire can change anything in this turn."""
    found = False
    for top in before:
        found |= command[top] > 0 or burns[top]
    for card in hand:
        found |= command[card] > 0 or burns[card]
    return found


@fast
def carved(space, count):
    """Where so many numbers may stand: what is free of the room, from now on without them."""
    found = space[FREE]
    space[FREE] += 8 * count
    return found


@fast
def shelf(space, many, deep):
    """Where so many turns are kept with their lengths and costs."""
    plans = grid(longs(carved(space, many * (deep + 1) * 2)), (many, deep + 1, 2))
    lengths, costs = longs(carved(space, many)), reals(carved(space, many))
    return plans, grid(lengths, (many,)), grid(costs, (many,))


@fast
def room(deep, wide, space):
    """Where turns are tried: what cards count by number, a table, a path, and what is tried further."""
    counted, tops = reals(carved(space, 3 * CARDS)), longs(carved(space, ROWS))
    path, nodes = longs(carved(space, (deep + 1) * 2)), longs(carved(space, 2 * wide))
    paths, ranks = longs(carved(space, 2 * wide)), reals(carved(space, 2 * wide))
    skulls = longs(carved(space, CARDS))
    return (
        grid(counted, (3, CARDS)),
        grid(tops, (ROWS,)),
        grid(path, (deep + 1, 2)),
        grid(nodes, (2, wide)),
        grid(paths, (2, wide)),
        grid(ranks, (2, wide)),
        grid(skulls, (CARDS,)),
        space,
    )


@fast
def search(before, hand, unseen, book, priced, urgent, now, said, deep, where, best):
    """The same, in a room for as many turns as are tried with one card more: the cheapest of their length."""
    gap, command, burns = book[0], book[2], book[3]
    prices, rows = priced
    plans, lengths, costs = best
    counted, tops, path, nodes, paths, ranks, skulls, space = where
    weights, below, sums = counted[0], counted[1], counted[2]
    laid, least, left = now[0], now[1], now[4]
    n = len(hand)
    _count(unseen, hand, prices[OWN], weights, below, sums)
    ruled, wished = _matters(before, hand, command, burns), False
    for r in range(ROWS):
        tops[r] = before[r]
        wished |= said[r, NOT_HERE] != 0 or said[r, NO_JUMP] != 0 or said[r, FINE] != 0
    risky = 0
    for card in range(CARDS if prices[STRANDED] > 0 else 0):
        if command[card] == SKULL and weights[card] > 0:
            skulls[risky] = card
            risky += 1
    found, size = 0, 1
    for d in range(min(deep, n) + 1):
        grown = 0
        old, old_paths = nodes[1 - d % 2], paths[1 - d % 2]
        new, new_paths, new_ranks = nodes[d % 2], paths[d % 2], ranks[d % 2]
        count, rest = laid + d, left - d
        for k in range(size):
            used, lock, three, onward, way = 0, now[3], now[2] != 0, False, 0
            if d > 0:
                node, way = old[k], old_paths[k]
                used, three = node >> (TOPS + THREES + LOCK), node >> TOPS & 1 != 0
                lock = (node >> (TOPS + THREES) & ((1 << LOCK) - 1)) - 1
                for r in range(ROWS):
                    tops[r] = node >> BITS * (ROWS - 1 - r) & ((1 << BITS) - 1)
                    onward |= command[tops[r]] == NO_WAY_BACK
                for i in range(d - 1):
                    lay = way >> LAY * (d - 2 - i)
                    path[i, 0], path[i, 1] = lay >> 2 & ((1 << BITS) - 1), lay & (ROWS - 1)
            for at in range(ROWS * n if d > 0 else 1):
                i, r = at // ROWS, at % ROWS
                covered, taken, stopped, threes = tops[r], used, False, three
                if d > 0:
                    if used >> i & 1 or (lock >= 0 and r != lock):
                        continue
                    if lock < 0 and r % 2 == 1 and covered == tops[r - 1]:
                        continue  # two rows that are alike
                    card = hand[i]
                    step = gap[r, covered, card]
                    if step == NEVER or (step == TRICK and onward):
                        continue
                    if step > prices[REACH] and count > least:
                        continue
                    stopped, threes = command[card] == STOP, three or command[card] == THREE
                    taken = used | 1 << i
                    tops[r], path[d - 1, 0], path[d - 1, 1] = card, card, r
                if threes and (count > ENOUGH or count + n - d < ENOUGH):
                    tops[r] = covered
                    continue  # it cannot be kept any more
                bound = _bound(tops, before, path, d, now[3], command) if ruled else -1
                known = _known(taken, bound, threes, tops)
                if _among(known, new, grown):
                    tops[r] = covered
                    continue
                space[WORK] += 1
                sound, cost = count >= least or stopped, 0.0
                if ruled:
                    kept, cost = _left_open(
                        tops, before, hand, taken, urgent, command, burns, now, d, prices
                    )
                    sound &= kept and (not threes or count == ENOUGH)
                if wished:
                    cost += _against(before, tops, said, prices)
                cost += _weigh(tops, path, d, weights, below, sums, prices, rows)
                if risky:
                    cost += prices[STRANDED] * _stranded(
                        tops, path, d, hand, taken, skulls[:risky], weights, below, gap, prices[APART]
                    )  # fmt: skip
                if sound and count >= min(least, 1):
                    found = _keep(plans, lengths, costs, found, cost if rest > 0 else WON, path, d)
                elif not sound:
                    lost = LOST - PER_CARD * count
                    found = _keep(plans, lengths, costs, found, lost, path, d)
                if not stopped and d < min(deep, n) and not (threes and count == ENOUGH):
                    then = way << LAY | path[d - 1, 0] << 2 | path[d - 1, 1] if d > 0 else 0
                    grown = _insert(new, new_paths, new_ranks, grown, cost, known, then)
                tops[r] = covered
        size = grown
    return found
