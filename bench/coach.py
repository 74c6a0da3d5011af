"""How long the first hint at a table game takes, as a person meets it.

    python -m bench.coach [TIMES]

Each time an engine is started, a game is opened and a hint asked for: at once, or when the engine has come to
rest, as it has before a person has looked at the table; and once more. A line tells the processor time that
the engine spent between question and answer, in milliseconds by the kernel's ticks: the middle of all times,
and the most. On a new machine the first times also tell what it takes to compile the bots.
"""

import json
import os
import sys
from pathlib import Path
from statistics import median
from subprocess import PIPE, Popen
from time import sleep
from typing import Any

from trapoula.bots import levels
from trapoula.catalogue import find, ids

TIMES = 5
REST = 0.3  # seconds in which one who has nothing more to do spends nothing


def spent(process: int) -> float:
    """The processor time that a process has spent so far, in milliseconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return 1000 * sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def first_hints(game: str, seats: int, *, rested: bool) -> tuple[float, float]:
    """What the first hint of an engine takes, and the next."""
    with Popen([sys.executable, "-m", "trapoula", "engine"], stdin=PIPE, stdout=PIPE) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None

        def ask(**request: object) -> Any:
            assert engine.stdin is not None
            assert engine.stdout is not None
            engine.stdin.write(json.dumps(request).encode() + b"\n")
            engine.stdin.flush()
            reply = json.loads(engine.stdout.readline())
            assert reply["ok"], reply
            return reply

        ask(do="start", game=game, seats=seats, deal=7)
        while ask(do="view")["view"].get("phase") == "begin":
            ask(do="play", action=ask(do="legal")["legal"][0])
        begun = spent(engine.pid)
        while rested:
            sleep(REST)
            rested, begun = spent(engine.pid) != begun, spent(engine.pid)
        ask(do="hint")
        first = spent(engine.pid)
        ask(do="hint")
        again = spent(engine.pid)
        engine.stdin.close()
    return first - begun, again - first


def main(times: int = TIMES) -> None:
    """A line for each game, at the most players."""
    print("| game | seats | at once | when ready | once more |")
    print("|---|---|---|---|---|")
    for game in (id_ for id_ in ids() if levels(id_)):
        seats = max(find(game).make().seats)
        hasty = [first_hints(game, seats, rested=False) for _ in range(times)]
        calm = [first_hints(game, seats, rested=True) for _ in range(times)]
        columns = ([one[0] for one in hasty], [one[0] for one in calm], [one[1] for one in calm])
        cells = (f"{median(column):.0f} ({max(column):.0f})" for column in columns)
        print(f"| {game} | {seats} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
