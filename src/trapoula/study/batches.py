"""How many deals go to a worker at once: enough to be worth sending, few enough that none waits for long."""

from dataclasses import dataclass
from math import sqrt

WORTH = 1.0  # seconds of work in a batch, which may be lost with a worker
DESK = (
    0.01  # seconds that a batch costs whoever gives it out, looks at what comes back and writes it
)
ROUNDS = 3  # batches that each worker should still get of what is left, so that all end together
FIRST = 10  # single deals that go out before anything is known of their cost
AHEAD = 2  # batches of a worker that are under way, so that it never waits for the next


@dataclass(slots=True)
class Cost:
    """What deals cost, as far as they were judged."""

    deals: int = 0
    seconds: float = 0.0

    def add(self, seconds: float) -> None:
        """Count a deal."""
        self.deals += 1
        self.seconds += seconds

    @property
    def mean(self) -> float:
        """The cost of a deal; a whole batch's as long as nothing is known."""
        return self.seconds / self.deals if self.deals else WORTH


def room(cost: Cost, hands: int) -> int:
    """How many batches may be under way."""
    return hands * AHEAD if cost.deals else min(FIRST, hands * AHEAD)


def size(mean: float, left: int, hands: int) -> int:
    """How many of the deals that are left the next batch takes.

    With many hands a batch is so large that the desk can serve them all in turn, or, where there is too
    little work for all of them, that the desk and the hands are busy for as long.
    """
    mean = max(mean, 1e-6)
    served = min(hands * DESK, sqrt(left * mean * DESK))
    fair = left * mean / (ROUNDS * hands)
    return max(1, min(left, int(min(max(WORTH, served), max(fair, served)) / mean)))
