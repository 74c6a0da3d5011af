"""Whoever stops a command has it stopped: at once, without a word, and with nobody left behind."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest

SOON = 20.0  # seconds within which the busiest machine does what takes a moment
CASES = {
    "serve": ["serve", "--port", "0"],
    "study": ["study", "golf", "--deals", "1-300", "--jobs", "2"],
    "solve": ["solve", "klondike", "--deal", "3", "--jobs", "2", "--seconds", "60"],
    "bots": ["bots", "the-game", "--deals", "50", "--jobs", "2"],
}


def wait_for(ready: Callable[[], bool]) -> None:
    end = monotonic() + SOON
    while not ready():
        assert monotonic() < end
        sleep(0.05)


def group(leader: int) -> list[Path]:
    """The processes of a group that are still alive."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            _, _, told = process.joinpath("stat").read_text().rpartition(") ")
        except OSError:  # gone meanwhile
            continue
        state, _, of = told.split()[:3]
        if int(of) == leader and state != "Z":
            found.append(process)
    return found


def listening() -> None:
    """Hear Ctrl-C, which whoever runs the tests in the background may not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc to count processes in")
@pytest.mark.parametrize(
    ("command", "how"),
    [*((name, signal.SIGINT) for name in CASES), ("serve", signal.SIGTERM)],
)
def test_nothing_is_said_and_nobody_is_left(
    command: str, how: signal.Signals, tmp_path: Path
) -> None:
    """In the middle of compiling, which hears nothing: the signal goes to all of them, as from a terminal."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    running = subprocess.Popen(
        [sys.executable, "-m", "trapoula", *CASES[command]],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=listening,  # noqa: PLW1509  # no thread of ours is about
    )
    try:
        wait_for(lambda: len(group(running.pid)) > 2)  # itself, a tracker, and whoever works
        os.killpg(running.pid, how)
        _, told = running.communicate(timeout=SOON)
        wait_for(lambda: not group(running.pid))
    finally:
        if alive := group(running.pid):
            os.killpg(running.pid, signal.SIGKILL)
    assert not alive
    assert running.returncode == (0 if command == "serve" else 130)
    assert [line for line in told.splitlines() if "stopped after" not in line] == []
