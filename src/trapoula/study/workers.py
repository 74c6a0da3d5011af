"""Those who judge: this process, several on this machine, or the workers of a cluster."""

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
    """Hands that judge batches of deals; what they find comes back in any order."""

    @property
    def hands(self) -> int:
        """How many judge at the same time."""

    @property
    def apart(self) -> bool:
        """Whether they are other processes, to whom batches are sent and who are not believed unseen."""

    def ask(self, study: Study, deals: Sequence[int]) -> Answer:
        """Have a batch judged."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *_: object) -> None: ...


class Alone:
    """This process, one deal at a time: each verdict is there as soon as it is found."""

    hands = 1
    apart = False

    def ask(self, study: Study, deals: Sequence[int]) -> Answer:
        """Judge at once."""
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
        self._staffed = worker_pool(hands)

    def ask(self, study: Study, deals: Sequence[int]) -> Answer:
        """Have a process judge a batch."""
        try:
            return self._pool.submit(judge_batch, study, deals)
        except BrokenProcessPool:
            raise lost() from None

    def __enter__(self) -> Self:
        self._pool = self._staffed.__enter__()
        return self

    def __exit__(self, *why: Any) -> None:
        self._staffed.__exit__(*why)


def lost() -> CrewLost:
    """What is said when a process of ours died."""
    return CrewLost(
        "A process that judged was ended from outside. What is written stays: the same command goes on."
    )
