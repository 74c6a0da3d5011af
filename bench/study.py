"""Studies: are verdicts the same when they are judged again, and how well do many workers share the work?

python -m bench.study again studies.db 200 [SECONDS]     verdicts drawn at random, judged another way
python -m bench.study scaling [GAME] [DEALS]             one process and two, without Dask and with it
python -m bench.study simulate studies.db                10, 100 and 1,000 workers, from measured costs
"""

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from random import Random
from time import monotonic

from trapoula.study import Alone, Processes, Results, Study, run
from trapoula.study.batches import DESK, Cost, room, size
from trapoula.study.recheck import recheck
from trapoula.study.settings import patiences
from trapoula.study.workers import Crew
from trapoula.texts import tell

SEED = 16
WORKERS = (1, 10, 100, 1_000)
SIMULATED = 100_000  # deals


# --- again -----------------------------------------------------------------------------------------


def again(path: str, count: int = 200, seconds: float = 2.0) -> int:
    """Judge verdicts of every game again; how many were wrong."""
    ways = Counter[tuple[str, str]]()
    with Results(path) as results:
        studies = [Study.of(entry.id, seconds=seconds) for entry in patiences()]
        for one in recheck(results, studies, count):
            ways[one.verdict, one.again] += 1
            if one.wrong:
                print(tell(one.sentence))
    for (verdict, finding), number in sorted(ways.items()):
        print(f"{number:6}  {verdict}, judged again: {finding}")
    wrong = sum(number for pair, number in ways.items() if set(pair) == {"winnable", "lost"})
    print(f"{wrong} of {ways.total()} verdicts are wrong")
    return wrong


# --- scaling ---------------------------------------------------------------------------------------


def timed(study: Study, deals: range, crew: Callable[[], Crew]) -> float:
    """How long a crew takes, once each of its hands is warm."""
    with crew() as hands:
        list(run(study, range(1, 2 * hands.hands + 1), hands))
        since = monotonic()
        for _ in run(study, deals, hands):
            pass
        return monotonic() - since


def scaling(game: str = "", count: int = 300) -> int:
    """One process and two, without Dask and with it."""
    from trapoula.study.cluster import Cluster

    study = Study.of(game or next(patiences()).id, seconds=0.5)
    crews: dict[str, Callable[[], Crew]] = {
        "this process": Alone,
        "1 process": lambda: Processes(1),
        "2 processes": lambda: Processes(2),
        "Dask, 1 worker": lambda: Cluster("local", 1, print),
        "Dask, 2 workers": lambda: Cluster("local", 2, print),
    }
    deals, first = range(101, 101 + count), 0.0
    for name, crew in crews.items():
        spent = timed(study, deals, crew)
        first = first or spent
        print(
            f"{name:18} {spent:7.2f} s  {count / spent:8.1f} deals/s  {first / spent:5.2f} times",
            flush=True,
        )
    return 0


# --- simulation ------------------------------------------------------------------------------------


def simulated(costs: Sequence[float], workers: int) -> float:
    """How long a study takes on so many workers: the batches of `run`, given out one after another."""
    cost, left, at = Cost(), len(costs), 0
    free = [0.0] * workers  # when each worker has done what it has
    out: list[tuple[float, int, int]] = []  # batches under way: when they are back, and which deals
    desk = 0.0  # when the one who gives out is free
    while left or out:
        while left and len(out) < room(cost, workers):
            count = size(cost.mean, left, workers)
            begun = max(heappop(free), desk)
            desk += DESK / 2
            done = begun + sum(costs[at : at + count])
            heappush(free, done)
            heappush(out, (done, at, count))
            at, left = at + count, left - count
        back, first, count = heappop(out)
        desk = max(desk, back) + DESK / 2
        for one in costs[first : first + count]:
            cost.add(one)
    return desk


def simulate(path: str) -> int:
    """Studies of as many deals as costs allow, on ever more workers."""
    dice = Random(SEED)
    with Results(path) as results:
        kinds = {
            study.game: [row.seconds for row in results.rows(study)] for study in results.studies()
        }
    means = {game: sum(costs) / len(costs) for game, costs in kinds.items() if len(costs) >= 30}
    ranked = sorted(means, key=means.__getitem__)
    for game in (ranked[len(ranked) // 10], ranked[len(ranked) // 2], ranked[-1]):
        costs = dice.choices(kinds[game], k=SIMULATED)
        alone = sum(costs)
        for workers in WORKERS:
            spent = simulated(costs, workers)
            print(
                f"{game:20} {means[game] * 1000:7.1f} ms a deal  {workers:5} workers {spent:9.1f} s"
                f"  {alone / spent:7.1f} times  {alone / spent / workers:6.1%}",
                flush=True,
            )
    return 0


def main(arguments: Sequence[str]) -> int:
    """Run one of them."""
    what, *rest = arguments or ["scaling"]
    if what == "again":
        return again(rest[0], *map(int, rest[1:2]), *map(float, rest[2:3])) > 0
    if what == "simulate":
        return simulate(rest[0])
    return scaling(*rest[:1], *map(int, rest[1:2]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
