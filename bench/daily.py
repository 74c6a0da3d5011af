"""The deals of the days (src/trapoula/solve/daily.json): a year of winnable ones for a few games each.

    python -m bench.daily klondike freecell     look for deals until each of these games has a year of them

Deals are drawn by chance that begins with the game's name, so that a second run finds the same ones first.
"""

import json
import sys
from collections.abc import Sequence
from random import Random

from trapoula.solve.deals import DAILY, any_deals, judge_deal

YEAR = 366
SECONDS = 0.5  # of search for a deal; what takes longer is left for others


def collect(game: str, known: list[int]) -> list[int]:
    """A year of winnable deals of a game, those that are known already among them."""
    found = [*known]
    for deal in any_deals(Random(game)):
        if len(found) >= YEAR:
            break
        if deal in found:
            continue
        if judge_deal(game, {}, SECONDS, deal).verdict.finding == "winnable":
            found.append(deal)
    return found


def main(games: Sequence[str]) -> int:
    """Look for deals of the games that are named, and keep what was found after each of them."""
    kept: dict[str, list[int]] = json.loads(DAILY.read_text("utf-8")) if DAILY.exists() else {}
    for game in games:
        kept[game] = collect(game, kept.get(game, []))
        rows = (f"{json.dumps(name)}: {json.dumps(deals)}" for name, deals in kept.items())
        DAILY.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
        print(game, len(kept[game]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
