"""Crews judge batches of deals: this process, several processes, or the workers of a cluster."""

from collections.abc import Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, Self

from trapoula.machine.workers import worker_pool
from trapoula.study.errors import CrewLost
from trapoula.study.judging import judge_batch
from trapoula.study.row import Judged
from trapoula.study.study import Study

Answer = Future[list[Judged]]


class Crew(Protocol):
    """Workers that judge batches of deals; results come back in any order."""

    @property
    def hands(self) -> int:
        """The number of deals judged in parallel."""

    @property
    def apart(self) -> bool:
        """Whether they are other processes, which get batches and whose results are checked."""

    def ask(self, study: Study, deals: Sequence[int]) -> Answer:
        """Send a batch to be judged."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *_: object) -> None: ...


class Alone:
    """This process, one deal at a time; each verdict is available immediately."""

    hands = 1
    apart = False

    def ask(self, study: Study, deals: Sequence[int]) -> Answer:
        """Judge the batch now."""
        answer: Answer = Future()
        answer.set_result(judge_batch(study, deals))
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class Processes:
    """Several processes on this machine."""

    apart = True

    def __init__(self, hands: int) -> None:
        self.hands = hands
        self._workers = worker_pool(hands)

    def ask(self, study: Study, deals: Sequence[int]) -> Answer:
        """Send a batch to a process."""
        try:
            return self._pool.submit(judge_batch, study, deals)
        except BrokenProcessPool:
            raise lost() from None

    def __enter__(self) -> Self:
        self._pool = self._workers.__enter__()
        return self

    def __exit__(self, *why: Any) -> None:
        self._workers.__exit__(*why)


def lost() -> CrewLost:
    """Return the error for a process that died."""
    return CrewLost(
        "A process that judged was ended from outside. What is written stays: the same command goes on."
    )
