"""How long the coach at table games takes, as a person or a program meets it.

    python -m bench.coach first [TIMES]    the first hint
    python -m bench.coach games [DEALS]    every hint of whole games, and their reviews

First: each time an engine is started, a game is opened and a hint asked for in the same moment, and once
more; and a program is started that asks for a hint as the first thing of all. A line tells, in milliseconds
of processor time, what was spent between question and answer, the middle of all times and the most: by an
engine that opens the table (one that has a patience on another already), for the hint at once and for the
next, by the kernel's ticks; and by the program for its first hint and its next. On a new machine the first
times also tell what it takes to compile the bots.

Games: for every number of players some games are played by nothing but hints, each in its own hand, and
reviewed. A line tells how many hints there were, the middle of their processor times, the time that one in a
hundred went over, and the most; then the most that a review took.
"""

import json
import os
import sys
from pathlib import Path
from statistics import median
from subprocess import PIPE, Popen, run
from time import process_time
from typing import Any

from trapoula.bots import levels
from trapoula.bots.coach import advise, ready, review
from trapoula.catalogue.entries import find, ids
from trapoula.play.session import Session

TIMES = 5
DEALS, FIRST = 8, 6001
GAMES = [id_ for id_ in ids() if levels(id_)]
PROGRAM = """
import sys
from time import process_time
from trapoula import Session
from trapoula.bots.coach import advise
table = Session(sys.argv[1], seats=int(sys.argv[2]), deal=7)
while table.view(table.turn).get("phase") == "begin":
    table.play(table.legal(table.turn)[0])
for _ in range(2):
    begun = process_time()
    advise(table, table.turn)
    print(1000 * (process_time() - begun))
"""


def spent(process: int) -> float:
    """The processor time that a process has spent so far, in milliseconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return 1000 * sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def by_engine(game: str, seats: int) -> tuple[float, float, float]:
    """What an engine takes to open a table, for the first hint there, and for the next."""
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

        ask(do="start", game="golf", table="beside", deal=7)
        begun = spent(engine.pid)
        ask(do="start", game=game, seats=seats, deal=7)
        opened = spent(engine.pid)
        while ask(do="view")["view"].get("phase") == "begin":
            ask(do="play", action=ask(do="legal")["legal"][0])
        before = spent(engine.pid)
        ask(do="hint")
        first = spent(engine.pid)
        ask(do="hint")
        again = spent(engine.pid)
        engine.stdin.close()
    return opened - begun, first - before, again - first


def by_program(game: str, seats: int) -> tuple[float, float]:
    """What a program takes for the first hint that it asks for, and for the next."""
    asked = [sys.executable, "-c", PROGRAM, game, str(seats)]
    first, again = run(asked, capture_output=True, text=True, check=True).stdout.split()
    return float(first), float(again)


def first(times: int = TIMES) -> None:
    """A line for each game, at the most players."""
    print("| game | seats | opening | hint at once | the next | a program's first | its next |")
    print("|---|---|---|---|---|---|---|")
    for game in GAMES:
        seats = max(find(game).make().seats)
        taken = [(*by_engine(game, seats), *by_program(game, seats)) for _ in range(times)]
        cells = (f"{median(column):.0f} ({max(column):.0f})" for column in zip(*taken, strict=True))
        print(f"| {game} | {seats} | {' | '.join(cells)} |", flush=True)


def by_hints(game: str, seats: int, deal: int) -> tuple[list[float], float]:
    """What the hints of a game took in which nothing else was done, and the longest review of it."""
    table, hints, reviews = Session(game, seats=seats, deal=deal), [], []
    while table.turn is not None:
        begun = process_time()
        found = advise(table, table.turn)
        hints.append(1000 * (process_time() - begun))
        table.play(table.legal(table.turn)[0] if found is None else found.action)
    for seat in range(seats):
        begun = process_time()
        review(table, seat)
        reviews.append(process_time() - begun)
    return hints, max(reviews)


def games(deals: int = DEALS) -> None:
    """A line for each game and number of players."""
    print("| game | seats | hints | middle, ms | 1 in 100 over | most | longest review, s |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for game in GAMES:
        ready(game)
        for seats in find(game).make().seats:
            played = [by_hints(game, seats, deal) for deal in range(FIRST, FIRST + deals)]
            hints = sorted(taken for one, _ in played for taken in one)
            told = (median(hints), hints[len(hints) * 99 // 100], hints[-1])
            cells = " | ".join(f"{taken:.0f}" for taken in told)
            longest = max(taken for _, taken in played)
            print(f"| {game} | {seats} | {len(hints)} | {cells} | {longest:.1f} |", flush=True)


def main(part: str = "", number: str = "") -> int:
    """Measure one part, or both with what they usually take."""
    parts = {"first": first, "games": games}
    if (part and part not in parts) or (number and not number.isdecimal()):
        print(
            f"Parts are {' and '.join(parts)}, each with a number after it if you like.",
            file=sys.stderr,
        )
        return 2
    for name in [part] if part else parts:
        parts[name](*[int(number)] if number else [])
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
