"""Run a study: send out batches, and check the results that come back."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from concurrent.futures.process import BrokenProcessPool

from trapoula.study.batches import Cost, room, size
from trapoula.study.errors import BadRow
from trapoula.study.row import Judged, replays, sound
from trapoula.study.study import Study
from trapoula.study.workers import Answer, Crew, lost


def run(study: Study, deals: Iterable[int], crew: Crew) -> Iterator[list[Judged]]:
    """Yield the verdicts on some deals, a batch at a time, as they come back."""
    ahead, cost = deque(deals), Cost()
    out: dict[Answer, Sequence[int]] = {}
    while ahead or out:
        while ahead and len(out) < (room(cost, crew.hands) if crew.apart else 1):
            count = size(cost.mean, len(ahead), crew.hands) if crew.apart else 1
            batch = [ahead.popleft() for _ in range(count)]
            out[crew.ask(study, batch)] = batch
        for answer in wait(out, return_when=FIRST_COMPLETED).done:
            asked = out.pop(answer)
            try:
                judged = answer.result()
            except BrokenProcessPool:
                raise lost() from None
            if crew.apart:
                check_answer(study, asked, judged)
            for one in judged:
                cost.add(one.row.seconds)
            yield judged


def check_answer(study: Study, asked: Sequence[int], judged: Sequence[Judged]) -> None:
    """Check a worker's answer: exactly these deals, each consistent, and one line replayed here.

    The worker has replayed all lines; replaying one per batch is enough to find a faulty worker.
    """
    rows = [sound(one.row) for one in judged]
    if sorted(row.deal for row in rows) != sorted(asked):
        raise BadRow(
            "Deals {first} to {last} were asked for, and others came back.",
            first=asked[0],
            last=asked[-1],
        )
    won = [one for one in judged if one.row.verdict == "winnable"]
    if won:
        replays(study, won[asked[0] % len(won)])
