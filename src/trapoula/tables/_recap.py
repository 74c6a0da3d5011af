"""The recap of a table game: its turns and memorable moments."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

from trapoula.core.errors import Phrase
from trapoula.core.game import CHANCE, Moment, Seat

Course: TypeAlias = Sequence[tuple[Any, Seat, Any]]  # each state, who acted and the action
One = TypeVar("One")


class Turn(NamedTuple):
    """A seat's actions in a row."""

    seat: Seat
    before: Any  # the state before the first one
    actions: tuple[Any, ...]
    step: int  # how many actions of the game came before its end


def turns(
    course: Course,
    counts: Callable[[Any], bool] = lambda action: True,
    begins: Callable[[Any], bool] = lambda table: False,
) -> list[Turn]:
    """Group the actions that count into turns; `begins` says if a state starts a new turn."""
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
    """Return the first item with the highest figure, with the figure, if that is at least `least`."""
    figures = [(of(one), one) for one in all_]
    highest = max((figure for figure, _ in figures), default=least - 1)
    return next(((one, n) for n, one in figures if n == highest >= least), None)


def ahead(course: Course, end: Any, points: Callable[[Any], Sequence[int]]) -> Moment | None:
    """Return when the final leader took the lead for good; None if there is none, or from the start."""
    tables = [table for table, _, _ in course] + [end]
    seat = _first(points(end))
    behind = [step for step, table in enumerate(tables) if _first(points(table)) != seat]
    if seat is None or not behind or behind[-1] + 1 == len(tables):
        return None
    return Moment(Phrase("In front for good: {seat}", seat=seat), behind[-1] + 1)


def _first(points: Sequence[int]) -> Seat | None:
    """Return the seat with the most points, if it is the only one."""
    best_ = max(points)
    return points.index(best_) if points.count(best_) == 1 else None


def margin(scores: Sequence[int]) -> tuple[Phrase, ...]:
    """Return the winner's margin over the second, if there is one."""
    first, second, *_ = sorted(scores, reverse=True)
    return (Phrase("Ahead by: {n}", n=first - second),) if first > second else ()


def in_order(*moments: Moment | None) -> tuple[Moment, ...]:
    """Return the moments in order, without the missing ones."""
    return tuple(sorted((one for one in moments if one), key=lambda one: one.step))


def by_seat(seats: int, figures: Iterable[tuple[Seat, int]]) -> tuple[int, ...]:
    """Return the sum of figures for each seat."""
    found = [0] * seats
    for seat, figure in figures:
        found[seat] += figure
    return tuple(found)
