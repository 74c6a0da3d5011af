"""What thinks, compiled once before every process of the tests would do it: python -m tests.ready."""

import hashlib
import os
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import trapoula
from trapoula.catalogue.entries import ids

SOURCES = (
    "machine/compiler.py",
    "machine/kernels.py",
    "bots",
    "learn",
    "solve",
    "tables",
)  # what is compiled, and what it asks
STAMP = Path(sys.prefix) / "compiled-for"


def solver() -> None:
    """Kernels are compiled when they are loaded."""
    import_module("trapoula.solve").warm()


def bots() -> None:
    """A bot is compiled when it plays: a round of each game calls all that there is."""
    from trapoula.bots import levels
    from trapoula.terminal.match import match_of, play_deal

    for game in ids():
        if "strong" in levels(game):
            play_deal(match_of(game, 3, "strong", 1, {}), 1)


def arrays() -> None:
    """Tables for learners are compiled when they are loaded."""
    import_module("trapoula.learn.kernel")


PARTS = {part.__name__: part for part in (solver, bots, arrays)}


def wanted() -> str:
    """What is compiled from which source, by what, and where it is kept."""
    package = Path(trapoula.__file__).parent
    place = os.environ.get("XDG_CACHE_HOME") or Path.home()
    digest = hashlib.sha256(f"{version('numba')} {place}".encode())
    for name in SOURCES:
        for path in sorted((package / name).rglob("*.py")) or [package / name]:
            digest.update(path.read_bytes())
    return digest.hexdigest()


def main() -> None:
    """Compile what is not there yet, side by side; what is wrong with it is for the tests to tell."""
    source = wanted()
    if STAMP.exists() and STAMP.read_text() == source:
        return
    print("Compiling what thinks (once)...", flush=True)
    words = [sys.executable, "-m", "tests.ready"]
    hands = [subprocess.Popen([*words, part], stderr=subprocess.DEVNULL) for part in PARTS]
    ended = [hand.wait() for hand in hands]
    if not any(ended):
        STAMP.write_text(source)


if __name__ == "__main__":
    if sys.argv[1:]:
        PARTS[sys.argv[1]]()
    else:
        main()
