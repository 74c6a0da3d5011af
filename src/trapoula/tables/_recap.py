"""What a table game was like: its turns, and the moments worth remembering."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

from trapoula.game import CHANCE, Moment, Seat

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


def in_order(*moments: Moment | None) -> tuple[Moment, ...]:
    """The moments there are, the first one first."""
    return tuple(sorted((one for one in moments if one), key=lambda one: one.step))


def by_seat(seats: int, figures: Iterable[tuple[Seat, int]]) -> tuple[int, ...]:
    """The sum of the figures of each seat."""
    found = [0] * seats
    for seat, figure in figures:
        found[seat] += figure
    return tuple(found)
