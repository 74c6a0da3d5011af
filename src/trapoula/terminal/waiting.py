"""What is told to one who waits while the solver is made ready."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from trapoula.texts import say

PATIENCE = 1.0  # seconds that pass before anything is said
ERASE = "\r\033[K"  # what empties a line of a terminal


def patience_please(done: float) -> str:
    """What is said while the solver is compiled, of which so much is done."""
    return say("Getting the solver ready: {percent} %", percent=int(100 * done))


@contextmanager
def preparing() -> Iterator[None]:
    """Ask the solver something: if it has to be compiled first, whoever waits is told so."""
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
    while not done.wait(PATIENCE):
        if (share := compiling()) is None:
            continue
        if sys.stderr.isatty():
            print(ERASE + patience_please(share), end="", file=sys.stderr, flush=True)
        elif not said.is_set():
            print(patience_please(share), file=sys.stderr, flush=True)
        said.set()


def compiling() -> float | None:
    """How much of the solver is compiled, from 0 to 1; None while nobody asks for it or it is ready."""
    if "trapoula.solve.search_kernel.loaded" not in sys.modules:
        return None
    from trapoula.solve import progress

    return progress()
