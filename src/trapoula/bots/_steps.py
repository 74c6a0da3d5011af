"""What a turn on rows of cards changes, compiled: cards are laid, cards are drawn, and another is on turn."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from trapoula.bots._layout import DRAW_ONE, ROWS
from trapoula.machine.compiler import fast


@fast
def copy(source, target):
    """Write down the same numbers somewhere else."""
    for i in range(len(source)):
        target[i] = source[i]


@fast
def copy_table(tops, hands, counts, its_tops, its_hands, its_counts):
    """The same for a table."""
    copy(tops, its_tops)
    copy(counts, its_counts)
    for seat in range(len(counts)):
        copy(hands[seat], its_hands[seat])


@fast
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


@fast
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


@fast
def following(counts, seat):
    """The next seat that holds cards."""
    for _ in range(len(counts)):
        seat = (seat + 1) % len(counts)
        if counts[seat] > 0:
            break
    return seat
