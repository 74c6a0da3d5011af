"""`python -m tests.oracle DIR [--game ID]`: compare every trace of a folder with our rules."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from tests.oracle.compare import compare
from tests.oracle.trace import read_traces

SHOWN = 8  # differences shown for a game


def check_file(path: Path) -> tuple[int, int, list[str]]:
    """Traces, positions and differences of one file; a file that cannot be read is a difference."""
    traces = positions = 0
    differences: list[str] = []
    try:
        for trace in read_traces(path):
            report = compare(trace)
            traces += 1
            positions += report.positions
            differences += report.differences
    except (
        Exception
    ) as error:  # whatever is wrong with a file, it is named and the others are still read
        differences.append(f"trace {traces + 1} cannot be read: {type(error).__name__}: {error}")
    if not traces and not differences:
        differences.append("no traces in this file")
    return traces, positions, differences


def main(arguments: Iterable[str] | None = None) -> int:
    """Compare, print a line a game and a total, and say by the exit code whether all agree."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--game", metavar="ID")
    parser.add_argument("--all", action="store_true", help="show every difference")
    given = parser.parse_args(None if arguments is None else list(arguments))
    paths = sorted(given.folder.glob(f"{given.game or '*'}.jsonl.gz"))
    if not paths:
        print(f"No traces in {given.folder} for {given.game or 'any game'}.", file=sys.stderr)
        return 2
    total = [0, 0, 0]
    for path in paths:
        traces, positions, differences = check_file(path)
        total = [total[0] + traces, total[1] + positions, total[2] + len(differences)]
        game = path.name.removesuffix(".jsonl.gz")
        print(
            f"{game}: {traces} traces, {positions} positions, {len(differences)} differences",
            flush=True,
        )
        for text in differences if given.all else differences[:SHOWN]:
            print(f"    {text}")
    print(f"total: {total[0]} traces, {total[1]} positions, {total[2]} differences")
    return 1 if total[2] else 0


if __name__ == "__main__":
    sys.exit(main())
