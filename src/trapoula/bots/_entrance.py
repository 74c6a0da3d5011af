"""The way in to the compiled players of row games: one for all that they ask."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from trapoula.bots import _tasks as at
from trapoula.bots._ahead import outlook, wish
from trapoula.bots._ends import finish
from trapoula.bots._layout import APART, CARDS, NEVER, ROWS
from trapoula.bots._turns import room, search
from trapoula.machine.compiler import fast, grid, longs, marks, reals, words

PRICES = APART + 1  # how many there are


@fast
def _told(book):
    """Rules, prices and room, of which every task needs some."""
    gap = grid(longs(book[at.GAP]), (ROWS, CARDS, CARDS))
    needs = grid(reals(book[at.NEEDS]), (NEVER + 1,))
    command, burns = grid(longs(book[at.COMMAND]), (CARDS,)), grid(marks(book[at.BURNS]), (CARDS,))
    prices, rows = (
        grid(reals(book[at.PRICES]), (PRICES,)),
        grid(reals(book[at.BY_ROWS]), (ROWS + 1,)),
    )
    space = grid(longs(book[at.SPACE]), (at.SPENT,))
    return (gap, needs, command, burns), (prices, rows), space


def enter(task, book_):
    """Do one task with what stands in the book."""
    book = longs(book_)
    rules, priced, space = _told(book)
    tops = grid(longs(book[at.TOPS]), (ROWS,))
    hand, unseen = (
        grid(longs(book[at.HAND]), (book[at.HELD],)),
        grid(longs(book[at.UNSEEN]), (book[at.HIDDEN],)),
    )
    deep, wide, seats = book[at.DEEP], book[at.WIDE], book[at.SEATS]
    kept, longest = book[at.KEPT], book[at.LONGEST]
    plans = grid(longs(book[at.PLANS]), (kept, longest, 2))
    lengths, counts = grid(longs(book[at.LENGTHS]), (kept,)), grid(longs(book[at.COUNTS]), (seats,))
    if task == at.TURNS:
        best = plans, lengths, grid(reals(book[at.COSTS]), (kept,))
        return search(
            tops, hand, unseen, rules, priced,
            grid(marks(book[at.URGENT]), (ROWS,)), grid(longs(book[at.NOW]), (6,)),
            grid(reals(book[at.SAID]), (ROWS, 3)), deep, room(deep, wide, space), best,
        )  # fmt: skip
    if task == at.WISH:
        return wish(tops, hand, rules[0], rules[1], priced[0], grid(reals(space[at.FREE]), (ROWS,)))
    if task == at.FINISH:
        hands = grid(longs(book[at.HANDS]), (seats, book[at.FULL] + 1))
        return finish(
            tops, hands, counts, book[at.SEAT], rules, priced, deep, wide, book[at.FEW],
            book[at.BUDGET], plans[0], space,
        )  # fmt: skip
    if task == at.OUTLOOK:
        outlook(
            tops, hand, unseen, rules, priced, grid(longs(book[at.HEARD]), (seats, ROWS)),
            grid(marks(book[at.TOLD]), (seats, book[at.KINDS])),
            counts, book[at.SEAT], book[at.FULL], book[at.MINIMUM],
            plans, lengths, book[at.TRIES], deep, wide, book[at.BUDGET], book[at.GUESSES],
            book[at.FRANK] != 0, grid(words(book[at.DICE]), (1,)),
            grid(reals(book[at.WINS]), (kept,)), grid(reals(book[at.LEFTS]), (kept,)), space,
        )  # fmt: skip
        return space[at.WORK]
    return 0
