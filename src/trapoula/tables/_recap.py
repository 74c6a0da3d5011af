"""What a table game was like: its turns, and the moments worth remembering."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

from trapoula.core.errors import Phrase
from trapoula.core.game import CHANCE, Moment, Seat

Course: TypeAlias = Sequence[tuple[Any, Seat, Any]]  # each table, who acted and what they did
One = TypeVar("One")


class Turn(NamedTuple):
    """What one seat did before another one did something."""

    seat: Seat
    before: Any  # the table at its beginning
    actions: tuple[Any, ...]
    step: int  # after how many actions of the game it was over


def turns(
    course: Course,
    counts: Callable[[Any], bool] = lambda action: True,
    begins: Callable[[Any], bool] = lambda table: False,
) -> list[Turn]:
    """The turns of a game, of the actions that count; a table may tell that a new one begins."""
    found: list[Turn] = []
    for step, (table, seat, action) in enumerate(course, 1):
        if seat == CHANCE or not counts(action):
            continue
        last = found[-1] if found else None
        if last is not None and last.seat == seat and not begins(table):
            found[-1] = last._replace(actions=(*last.actions, action), step=step)
        else:
            found.append(Turn(seat, table, (action,), step))
    return found


def best(all_: Iterable[One], of: Callable[[One], int], least: int) -> tuple[One, int] | None:
    """The first of those with the highest figure, and the figure, where it is high enough."""
    figures = [(of(one), one) for one in all_]
    highest = max((figure for figure, _ in figures), default=least - 1)
    return next(((one, n) for n, one in figures if n == highest >= least), None)


def ahead(course: Course, end: Any, points: Callable[[Any], Sequence[int]]) -> Moment | None:
    """When the only one in front at the end went there and stayed; nothing if that was at once."""
    tables = [table for table, _, _ in course] + [end]
    seat = _first(points(end))
    behind = [step for step, table in enumerate(tables) if _first(points(table)) != seat]
    if seat is None or not behind or behind[-1] + 1 == len(tables):
        return None
    return Moment(Phrase("In front for good: {seat}", seat=seat), behind[-1] + 1)


def _first(points: Sequence[int]) -> Seat | None:
    """The seat with most points, where only one has as many."""
    best_ = max(points)
    return points.index(best_) if points.count(best_) == 1 else None


def margin(scores: Sequence[int]) -> tuple[Phrase, ...]:
    """How far the first is ahead of the second, where one is."""
    first, second, *_ = sorted(scores, reverse=True)
    return (Phrase("Ahead by: {n}", n=first - second),) if first > second else ()


def in_order(*moments: Moment | None) -> tuple[Moment, ...]:
    """The moments there are, the first one first."""
    return tuple(sorted((one for one in moments if one), key=lambda one: one.step))


def by_seat(seats: int, figures: Iterable[tuple[Seat, int]]) -> tuple[int, ...]:
    """The sum of the figures of each seat."""
    found = [0] * seats
    for seat, figure in figures:
        found[seat] += figure
    return tuple(found)
