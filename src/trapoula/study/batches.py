"""Batch sizes: large enough to be worth sending, small enough that no worker waits for long."""

from dataclasses import dataclass
from math import sqrt

WORTH = 1.0  # seconds of work in a batch; a dying worker may lose it
DESK = 0.01  # seconds that the coordinator spends on sending, checking and writing a batch
ROUNDS = 3  # batches that each worker should still get from the rest, so that all finish together
FIRST = 10  # single deals sent out before their cost is known
AHEAD = 2  # batches in flight per worker, so that it never waits


@dataclass(slots=True)
class Cost:
    """The measured cost of deals."""

    deals: int = 0
    seconds: float = 0.0

    def add(self, seconds: float) -> None:
        """Add the cost of one deal."""
        self.deals += 1
        self.seconds += seconds

    @property
    def mean(self) -> float:
        """The mean cost of a deal; until any is known, that of a full batch."""
        return self.seconds / self.deals if self.deals else WORTH


def room(cost: Cost, hands: int) -> int:
    """Return how many batches may be in flight."""
    return hands * AHEAD if cost.deals else min(FIRST, hands * AHEAD)


def size(mean: float, left: int, hands: int) -> int:
    """Return how many of the remaining deals the next batch takes.

    With many workers, a batch is large enough for the coordinator to serve them all in turn. If
    there is too little work for all of them, the coordinator and the workers are busy equally long.
    """
    mean = max(mean, 1e-6)
    served = min(hands * DESK, sqrt(left * mean * DESK))
    fair = left * mean / (ROUNDS * hands)
    return max(1, min(left, int(min(max(WORTH, served), max(fair, served)) / mean)))
