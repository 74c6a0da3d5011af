"""Processes that work beside this one: Ctrl-C is none of their business, and they never outlive it."""

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from typing import Any


class Hand(SpawnProcess):
    """A process that never hears Ctrl-C, not even while it is starting."""

    def start(self) -> None:
        """Begin, undisturbed and with a deaf ear: what is blocked here and now stays blocked there."""
        with _later(), _deaf():
            super().start()


@contextmanager
def _deaf() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # else the first process begins it, and lends its ear again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _later() -> Iterator[None]:
    """Hear Ctrl-C when this is done: a process that is half begun would complain of it on the screen."""
    before = signal.getsignal(signal.SIGINT)
    if before is None or threading.current_thread() is not threading.main_thread():
        yield  # nobody can be interrupted here
        return
    heard: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if heard:
            signal.raise_signal(signal.SIGINT)


class ProcessGroup(SpawnContext):
    """Starts processes, and remembers which: there may be others that are none of ours."""

    def __init__(self) -> None:
        super().__init__()
        self.hired: list[BaseProcess] = []

    def Process(self, *args: Any, **given: Any) -> Hand:  # type: ignore[override]  # noqa: N802
        """One more process."""
        self.hired = [one for one in self.hired if one.is_alive()]
        process = Hand(*args, **given)
        self.hired.append(process)
        return process

    def dismiss(self) -> None:
        """End them all at once, even whoever compiles, whom nobody can interrupt for a minute."""
        for process in self.hired:
            if process.is_alive():
                process.kill()
        self.hired.clear()


def set_up_worker() -> None:
    """What a process does first: it leaves Ctrl-C to whoever started it, and ends when that one does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if (chief := parent_process()) is not None:
        threading.Thread(target=_end_with, args=(chief,), daemon=True).start()


def _end_with(chief: BaseProcess) -> None:
    chief.join()
    os._exit(0)


def _begin() -> None:
    """Nothing: whoever is asked this has begun, and so have all the others."""


@contextmanager
def worker_pool(hands: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes to share out work to, who go when it is done, or at once when it is broken off."""
    staff = ProcessGroup()
    pool = ProcessPoolExecutor(hands, staff, set_up_worker)
    try:
        with _later():
            pool.submit(_begin)
        yield pool
    except BaseException:
        staff.dismiss()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
