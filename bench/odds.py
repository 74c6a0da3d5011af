"""How often the patiences can be won, how long they take, and how often simple play wins.

    python -m bench.odds              measure every patience and write src/trapoula/solve/measured.json
    python -m bench.odds golf peek    only these; the others keep their rows

Deals 1 to 24 of each game with the options it has by itself, two seconds of processor time a deal. A game
none of whose first eight deals is decided is given up after those.
"""

import json
import sys
from collections.abc import Sequence
from statistics import median
from time import process_time

from trapoula.catalogue import find, ids
from trapoula.deals import deck
from trapoula.patience import Patience
from trapoula.solve import Limits, Verdict, judge, warm
from trapoula.solve.measured import FILE
from trapoula.solve.simple import play_simply

DEALS, FEW = 24, 8
SECONDS = 2.0

Row = dict[str, int | None]


def measure(game: Patience) -> Row:
    """What some deals of a game come to."""
    verdicts: list[Verdict] = []
    simple = [play_simply(game, deck(game.pack, number)) for number in range(1, DEALS + 1)]
    for number in range(1, DEALS + 1):
        start = game.start(deck(game.pack, number))
        verdicts.append(judge(game, start, Limits(SECONDS, clock=process_time)))
        if number == FEW and not any(map(decided, verdicts)):
            break
    simple = simple[: len(verdicts)]
    won = [verdict for verdict in verdicts if verdict.finding == "winnable"]
    lengths = [len(verdict.line) for verdict in won]
    lengths += [one.steps for one in simple if one.won]
    return {
        "deals": len(verdicts),
        "winnable": len(won),
        "lost": sum(map(decided, verdicts)) - len(won),
        "simple": sum(one.won for one in simple),
        "length": round(median(lengths or [one.steps for one in simple])),
    }


def decided(verdict: Verdict) -> bool:
    """Whether a verdict is final: what is lost up to a shuffle may still be won after it."""
    return verdict.finding == "winnable" or (verdict.finding == "lost" and not verdict.shuffles)


def main(wanted: Sequence[str]) -> int:
    """Measure, and write the table after every game."""
    warm()
    rows: dict[str, Row] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    for id_ in wanted or ids():
        game = find(id_).make()
        if not isinstance(game, Patience):
            continue
        since = process_time()
        rows[id_] = measure(game)
        print(f"{id_:20} {process_time() - since:6.1f} s  {rows[id_]}", flush=True)
        lines = (f"{json.dumps(name)}: {json.dumps(rows[name])}" for name in sorted(rows))
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
