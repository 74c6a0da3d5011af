"""Worker processes: they ignore Ctrl-C and never outlive the process that started them."""

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


class WorkerProcess(SpawnProcess):
    """A process that ignores Ctrl-C, even while it starts."""

    def start(self) -> None:
        """Start with SIGINT blocked; the child inherits the signal mask."""
        with _sigint_deferred(), _sigint_blocked():
            super().start()


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    # otherwise the first process starts the resource tracker, which unblocks SIGINT
    ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _sigint_deferred() -> Iterator[None]:
    """Defer Ctrl-C to the end of the block: a half-started process would print a traceback."""
    before = signal.getsignal(signal.SIGINT)
    if before is None or threading.current_thread() is not threading.main_thread():
        yield  # only the main thread can be interrupted
        return
    received: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: received.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if received:
            signal.raise_signal(signal.SIGINT)


class ProcessGroup(SpawnContext):
    """A start context that remembers its own processes, since the program may have others."""

    def __init__(self) -> None:
        super().__init__()
        self.processes: list[BaseProcess] = []

    def Process(self, *args: Any, **given: Any) -> WorkerProcess:  # type: ignore[override]  # noqa: N802
        """Create a process and remember it."""
        self.processes = [one for one in self.processes if one.is_alive()]
        process = WorkerProcess(*args, **given)
        self.processes.append(process)
        return process

    def dismiss(self) -> None:
        """Kill all processes at once.

        A process that is compiling would not react to a signal for a minute.
        """
        for process in self.processes:
            if process.is_alive():
                process.kill()
        self.processes.clear()


def set_up_worker() -> None:
    """Set up a worker: ignore Ctrl-C, and exit when the parent process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if (parent := parent_process()) is not None:
        threading.Thread(target=_exit_with, args=(parent,), daemon=True).start()


def _exit_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(0)


def _no_op() -> None:
    """Do nothing. The first task of a pool starts all of its workers."""


@contextmanager
def worker_pool(count: int) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of worker processes; an exception kills them, and otherwise they stop at the end."""
    group = ProcessGroup()
    pool = ProcessPoolExecutor(count, group, set_up_worker)
    try:
        with _sigint_deferred():
            pool.submit(_no_op)
        yield pool
    except BaseException:
        group.dismiss()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
