"""What is told to one who waits while the solver is made ready."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from trapoula.texts import say

PATIENCE = 1.0  # seconds that pass before anything is said
ERASE = "\r\033[K"  # what empties a line of a terminal
KERNELS = (
    "trapoula.solve.search_kernel.loaded",
    "trapoula.solve.open_kernel.loaded",
)  # importing one compiles it


def patience_please() -> str:
    """What is said while the solver is compiled."""
    return say("Preparing the solver: the first time on a machine takes about half a minute...")


@contextmanager
def preparing() -> Iterator[None]:
    """Ask the solver something: if it has to be compiled first, whoever waits is told so."""
    done, said = Event(), Event()
    watch = Thread(target=_watch, args=(patience_please(), done, said), daemon=True)
    watch.start()
    try:
        yield
    finally:
        done.set()
        watch.join()
        if said.is_set() and sys.stderr.isatty():
            print(ERASE, end="", file=sys.stderr, flush=True)


def _watch(sentence: str, done: Event, said: Event) -> None:
    while not done.wait(PATIENCE):
        if compiling() and not said.is_set():
            said.set()
            end = "" if sys.stderr.isatty() else "\n"
            print(sentence, end=end, file=sys.stderr, flush=True)


def compiling() -> bool:
    """Whether a kernel is being imported, and does not have its entrance yet."""
    loading = (sys.modules.get(name) for name in KERNELS)
    return any(one is not None and not hasattr(one, "enter") for one in loading)
