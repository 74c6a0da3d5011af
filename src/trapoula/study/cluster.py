"""Dask workers as a crew: Dask does the scheduling, retries and dashboard."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from logging import CRITICAL
from time import monotonic
from typing import Any, Self

from distributed import Client, KilledWorker, LocalCluster, get_worker

from trapoula.core.errors import TrapoulaError
from trapoula.study.errors import CrewLost, OtherRules
from trapoula.study.judging import judge_batch
from trapoula.study.row import Judged
from trapoula.study.study import Study
from trapoula.study.workers import Answer

LOCAL = "local"
PATIENCE = 30  # seconds to wait for the scheduler, and for the first worker
LOOK = 1.0  # seconds between two checks on which workers are there

Tell = Callable[[TrapoulaError], None]


class ForeignWorker(str):
    """The address of a worker with different rules or another solver."""

    __slots__ = ()


def judge_there(study: Study, deals: Sequence[int]) -> list[Judged] | ForeignWorker:
    """Judge a batch on a worker; return its address if its rules or solver differ."""
    try:
        return judge_batch(study, deals)
    except OtherRules:
        return ForeignWorker(get_worker().address)


class Cluster:
    """The workers of a scheduler; their number may change at any time."""

    apart = True

    def __init__(self, address: str, jobs: int, tell: Tell) -> None:
        self._local = _local(jobs) if address == LOCAL else None
        self._tell, self._foreign, self._looked = tell, set[str](), 0.0
        self._workers: dict[str, int] = {}
        try:
            self.client = _client(self._local or address)
            self.client.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, TimeoutError, ValueError):
            self.__exit__()
            raise CrewLost(
                "Nobody judges at {address}: a Dask scheduler should listen there, with at least one"
                " worker.",
                address=address,
            ) from None

    @property
    def workers(self) -> dict[str, int]:
        """The workers that may judge now, with their thread counts."""
        if monotonic() - self._looked > LOOK:
            self._workers, self._looked = self.client.nthreads(), monotonic()
        return {one: own for one, own in self._workers.items() if one not in self._foreign}

    @property
    def hands(self) -> int:
        """The number of deals judged in parallel."""
        return max(1, sum(self.workers.values()))

    def ask(self, study: Study, deals: Sequence[int]) -> Answer:
        """Send a batch to a worker; if it dies, the scheduler sends the batch to another."""
        answer: Answer = Future()
        self._send(answer, study, deals)
        return answer

    def _send(self, answer: Answer, study: Study, deals: Sequence[int]) -> None:
        # None also admits workers that join later
        fit = [*self.workers] if self._foreign else None
        if fit == []:
            raise self._refusal(", ".join(sorted(self._foreign)))
        task = self.client.submit(judge_there, study, deals, pure=False, workers=fit)
        task.add_done_callback(lambda done: self._settle(answer, study, deals, done))

    def _settle(self, answer: Answer, study: Study, deals: Sequence[int], done: Any) -> None:
        """Pass on a worker's results; send a rejected batch to another worker."""
        try:
            found = done.result()
            if isinstance(found, ForeignWorker):
                if found not in self._foreign:
                    self._foreign.add(str(found))
                    self._tell(self._refusal(found))
                self._send(answer, study, deals)
            else:
                answer.set_result(found)
        except TrapoulaError as error:
            answer.set_exception(error)
        except KilledWorker:
            answer.set_exception(
                CrewLost(
                    "Worker after worker died while deals {first} to {last} were judged: do they have"
                    " enough memory? What is written stays: the same command goes on.",
                    first=deals[0],
                    last=deals[-1],
                )
            )
        except BaseException as error:  # for example a worker without trapoula, or a lost scheduler
            answer.set_exception(
                CrewLost(
                    "The workers could not judge ({why}): scheduler and workers need the same version of"
                    " trapoula. What is written stays: the same command goes on.",
                    why=" ".join(f"{type(error).__name__}: {error}".split()),
                )
            )

    @staticmethod
    def _refusal(who: str) -> OtherRules:
        return OtherRules(
            "{worker} has other rules or another solver and is given no work: every worker needs the"
            " same version of trapoula.",
            worker=who,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for one in (getattr(self, "client", None), self._local):
            if one is not None:
                one.close()


def _client(scheduler: Any) -> Any:
    made: Any = Client  # Dask has no types
    return made(scheduler, timeout=PATIENCE, set_as_default=False)


def _local(jobs: int) -> Any:
    made: Any = LocalCluster  # its log of stopping workers is noise here
    return made(n_workers=jobs, threads_per_worker=1, dashboard_address=":0", silence_logs=CRITICAL)
