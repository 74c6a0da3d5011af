"""Running a study: batches go out, rows come back, and none is believed unseen."""

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
    """The verdicts on some deals as they come back, a batch at a time."""
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
                believed(study, asked, judged)
            for one in judged:
                cost.add(one.row.seconds)
            yield judged


def believed(study: Study, asked: Sequence[int], judged: Sequence[Judged]) -> None:
    """Check the answers of a worker: just the deals asked for, each sound, and one line replayed here.

    The worker has replayed all lines; one of each batch is enough to find a worker whose answers are wrong.
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
