"""Positions a second through a whole `Session`, beside another checkout of this project in the same run.

    ./run bench session                          this checkout alone
    python -m bench.session ../older [GAME ...]  beside an older one: git worktree add ../older COMMIT

A position is `turn`, `legal` and `play` by texts, as a terminal or a program would ask, in processor time.
The two take turns, so that a busy machine is busy for both; the figure is the best of each one's rounds.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

GAMES = ("klondike", "freecell", "spider")
ROUNDS = 5
HERE = Path(__file__).parents[1]

PLAY = """
import sys
from time import process_time as clock
from trapoula.core.deals import SplitMix
from trapoula.play.session import Session

dice, positions, spent, deal = SplitMix(1), 0, 0.0, 0
while spent < 1:
    deal += 1
    table = Session(sys.argv[1], deal=deal)
    since = clock()
    for _ in range(200):
        if table.turn is None:
            break
        legal = table.legal()
        table.play(legal[dice.below(len(legal))])
        positions += 1
    spent += clock() - since
print(positions / spent)
"""


def rate(game: str, checkout: Path) -> float:
    """Positions a second with the package of a checkout."""
    command = [sys.executable, "-c", PLAY, game]
    place = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    told = subprocess.run(command, env=place, capture_output=True, text=True, check=True)
    return float(told.stdout)


def main(arguments: Sequence[str]) -> int:
    """Print the table."""
    older = Path(arguments[0]) if arguments else None
    print("| game | positions/s | the older checkout | times |")
    print("|---|---:|---:|---:|")
    for game in arguments[1:] or GAMES:
        new = old = 0.0
        for _ in range(ROUNDS):
            new = max(new, rate(game, HERE))
            old = max(old, rate(game, older)) if older else 0.0
        beside = f"{old:,.0f} | {new / old:.1f}" if older else "|"
        print(f"| {game} | {new:,.0f} | {beside} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
