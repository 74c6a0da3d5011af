"""Progress messages while the solver compiles."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from trapoula.texts import say

DELAY = 1.0  # seconds before the first message
ERASE = "\r\033[K"  # clears a terminal line


def progress_message(done: float) -> str:
    """Say how much of the solver is compiled."""
    return say("Getting the solver ready: {percent} %", percent=int(100 * done))


@contextmanager
def preparing() -> Iterator[None]:
    """Show progress if the solver has to be compiled inside this block."""
    done, said = Event(), Event()
    watch = Thread(target=_watch, args=(done, said), daemon=True)
    watch.start()
    try:
        yield
    finally:
        done.set()
        watch.join()
        if said.is_set() and sys.stderr.isatty():
            print(ERASE, end="", file=sys.stderr, flush=True)


def _watch(done: Event, said: Event) -> None:
    while not done.wait(DELAY):
        if (share := compiling()) is None:
            continue
        if sys.stderr.isatty():
            print(ERASE + progress_message(share), end="", file=sys.stderr, flush=True)
        elif not said.is_set():
            print(progress_message(share), file=sys.stderr, flush=True)
        said.set()


def compiling() -> float | None:
    """Return how much of the solver is compiled, from 0 to 1; None if it is ready or not in use."""
    if "trapoula.solve.search_kernel" not in sys.modules:
        return None
    from trapoula.solve import progress

    return progress()
