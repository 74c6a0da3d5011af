"""The one search over every kernel: quick tries, then ever wider ones in orders of chance, and beside them a
complete search that is gone on with in turn, so that nothing it has met is met again.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, count, repeat, takewhile
from typing import Literal, Protocol, TypeAlias

from trapoula.core.deals import SplitMix
from trapoula.patience import Action
from trapoula.solve.search_kernel import layout as search_layout
from trapoula.solve.verdict import Limits

Weights: TypeAlias = tuple[int, ...]
Line: TypeAlias = list[Action]
Found: TypeAlias = Line | Literal[False] | None  # a line that wins, there is none, or nobody knows

GLANCE = 5_000  # positions between two looks at the clock
EVERYTHING = 1 << 60  # more positions than any search comes to


@dataclass(frozen=True, slots=True)
class Try:
    """One try: an order, and for how many positions depth first or best first, or how wide a beam."""

    order: Weights
    states: int = 0
    width: int = 0
    staged: bool = False  # whether the beam takes its time before each deal
    best_first: bool = False  # whether the best position of all goes first, not the deepest


@dataclass
class Spending:
    """What a search has spent of its limits."""

    limits: Limits
    states: int = 0
    since: float = field(init=False)
    looked: int = 0  # positions when the clock was last looked at
    ended: bool = False

    def __post_init__(self) -> None:
        self.since = self.limits.clock()

    def spent(self) -> bool:
        """Whether the limits are reached, or the search was called off."""
        if not self.ended and self.states - self.looked >= GLANCE:
            self.looked = self.states
            self.ended = self.limits.reached(self.since, self.states)
        return self.ended


class Board(Protocol):
    """A position in the arrays of a kernel, as a search sees it."""

    spending: Spending

    @property
    def over(self) -> Found:
        """The empty line when it is won already, False when it is lost, None while it goes on."""

    @property
    def quick(self) -> Sequence[Try]:
        """What is tried first, so chosen that each wins deals on which the others fail."""

    def wider(self) -> Iterator[tuple[Try, float]]:
        """What is tried then, each with how many positions of the complete search go with one of it."""

    def attempt(self, one: Try) -> Found:
        """What a try comes to."""

    def complete(self) -> Callable[[int], Found]:
        """A search through everything, which goes on for so many positions whenever it is called."""


def search(board: Board) -> Found:
    """A line that wins, False when there is none, None when the limits were reached."""
    if (over := board.over) is not None:
        return over
    spending = board.spending
    if spending.limits.thorough:
        return board.complete()(EVERYTHING)
    for one in board.quick:
        found = board.attempt(one)
        if found is not None or spending.spent():
            return found
    go_on = board.complete()
    for one, share in board.wider():
        before = spending.states
        found = board.attempt(one)
        if found is not None or spending.spent():
            return found
        if share:
            found = go_on(int(share * (spending.states - before)))
            if found is not None or spending.spent():
                return found
    return go_on(EVERYTHING)


def by_slices(
    spending: Spending,
    size: int,
    deepen: Callable[[int], int],
    met: Callable[[], int],
    won: Callable[[], Found],
    grow: Callable[[int], bool],
) -> Callable[[int], Found]:
    """A search that goes on for so many positions whenever it is called, and makes room for what is full."""

    def go_on(most: int) -> Found:
        first, before, done = met(), spending.states, 0
        while True:
            ended = deepen(min(size, max(1, most - done)))
            done = met() - first
            spending.states = before + done
            if ended == search_layout.WON:
                return won()
            if ended == search_layout.EMPTY:
                return False
            if ended != search_layout.GOING:
                if not grow(ended):
                    return None
            elif done >= most or spending.spent():
                return None

    return go_on


def growing(first: int, turns: int, most: int) -> Iterator[int]:
    """Sizes of tries, twice as large after so many turns, then for ever the largest there is room for."""
    if most < first:
        return iter(())
    sizes = takewhile(most.__gt__, (first << number // turns for number in count()))
    return chain(sizes, repeat(most))


def varied(order: Weights, number: int) -> Weights:
    """An order like another, by chance: each weight from half of it to double; the first is itself."""
    if number == 0:
        return order
    dice = SplitMix(number)
    return tuple(weight * (2 + dice.below(7)) // 4 + dice.below(2) for weight in order)
