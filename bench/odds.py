"""How often the patiences can be won, how long they take, and how often simple play wins.

    python -m bench.odds              measure every patience and write src/trapoula/solve/measured.json
    python -m bench.odds golf peek    only these; the others keep their rows

Deals 1 to 20 of each game with the options it has by itself. A deal that simple play wins is won; the others
are searched, two seconds of processor time each at most. A game none of whose first five deals is decided
is given up after those.
"""

import json
import sys
from collections.abc import Sequence
from statistics import median, quantiles
from time import process_time

from trapoula.catalogue import find, ids
from trapoula.deals import deck
from trapoula.patience import Patience
from trapoula.solve import Limits, decide, warm
from trapoula.solve.measured import FILE
from trapoula.solve.simple import Played, tries

DEALS, FEW = 20, 5
SECONDS = 2.0

Row = dict[str, int | float | list[int] | None]


def measure(game: Patience) -> Row:
    """What some deals of a game come to."""
    won: list[int] = []  # the lengths of the lines
    efforts: list[int] = []
    played: list[Played] = []
    deals = lost = 0
    for deals in range(1, DEALS + 1):
        cards = deck(game.pack, deals)
        simple = tries(game, cards)
        played += simple
        if ways := [len(one.actions) for one in simple if one.won]:
            won.append(min(ways))
        else:
            found = decide(game, game.start(cards), Limits(SECONDS, clock=process_time))
            if found.finding == "winnable":
                won.append(len(found.line))
                efforts.append(found.states)
            elif found.finding == "lost" and not found.shuffles:  # a shuffle might still save it
                lost += 1
        if deals == FEW and not won and not lost:
            break
    return {
        "deals": deals,
        "winnable": len(won),
        "lost": lost,
        "simple": round(sum(one.won for one in played) / len(played), 3),
        "length": round(median(won or [len(one.actions) for one in played])),
        "effort": [round(cut) for cut in quantiles(efforts, n=3)] if len(efforts) > 2 else None,
    }


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
