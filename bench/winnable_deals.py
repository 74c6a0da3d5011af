"""Winnable deals of games that take long to search, for src/trapoula/solve/winnable_deals.json.

    python -m bench.winnable_deals 120 spider gypsy    two minutes of processor time for each of these games
    python -m bench.winnable_deals 600 spider=30       ten minutes, up to 30 seconds a deal

Deals are tried from 1 on, until there are ten of each level: easy where simple play wins every other time,
medium where it wins now and then or a search wins within two seconds, hard where the search takes longer.
The lines that win go to tests/solve/winnable_lines.json, and a test plays them.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from time import process_time

from trapoula.catalogue.entries import find
from trapoula.core.deals import deck
from trapoula.patience import Patience
from trapoula.solve import Limits, decide
from trapoula.solve.deals import LEVELS, WINNABLE, Level
from trapoula.solve.simple_play import TRIES, tries

LINES = Path(__file__).parents[1] / "tests" / "solve" / "winnable_lines.json"
ENOUGH = 10  # of each level
QUICK, SECONDS = 2.0, 10.0  # for a deal of medium difficulty, and for any

Known = dict[str, dict[str, list[int]]]
Lines = dict[str, dict[str, str]]


def look(game: Patience, deal: int, seconds: float) -> tuple[Level, str] | None:
    """The level of a deal and a line that wins it, if one is found."""
    cards = deck(game.pack, deal)
    wins = [one for one in tries(game, cards) if one.won]
    if wins:
        shortest = min(wins, key=lambda one: len(one.actions))
        line = ", ".join(map(game.write, shortest.actions))
        return ("easy" if 2 * len(wins) >= TRIES else "medium"), line
    found = decide(game, game.start(cards), Limits(seconds, 1 << 40, clock=process_time))
    if found.finding != "winnable":
        return None
    return ("hard" if found.seconds > QUICK else "medium"), ", ".join(found.line)


def collect(id_: str, known: Known, lines: Lines, budget: float, seconds: float) -> None:
    """Look for deals of a game until there are enough or the time is up."""
    game = find(id_).make()
    assert isinstance(game, Patience)
    levels = known.setdefault(id_, {level: [] for level in LEVELS})
    tried = {deal for deals in levels.values() for deal in deals}
    since, deal = process_time(), 0
    while process_time() - since < budget and min(map(len, levels.values())) < ENOUGH:
        deal += 1
        if deal in tried:
            continue
        found = look(game, deal, seconds)
        if found is not None and len(levels[found[0]]) < ENOUGH:
            levels[found[0]].append(deal)
            lines.setdefault(id_, {})[str(deal)] = found[1]
            print(id_, deal, found[0], f"{process_time() - since:.0f} s", flush=True)
            write(WINNABLE, known)
            write(LINES, lines)


def write(path: Path, table: Known | Lines) -> None:
    """One line a game, so that a change can be read."""
    rows = (f"{json.dumps(game)}: {json.dumps(table[game])}" for game in sorted(table))
    path.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")


def main(arguments: Sequence[str]) -> int:
    """Look for deals of the games that are named."""
    known: Known = json.loads(WINNABLE.read_text("utf-8"))
    lines: Lines = json.loads(LINES.read_text("utf-8")) if LINES.exists() else {}
    for word in arguments[1:]:
        id_, _, seconds = word.partition("=")
        collect(id_, known, lines, float(arguments[0]), float(seconds or SECONDS))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
