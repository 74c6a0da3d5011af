"""What all tests share."""

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.effort import EFFORT
from trapoula.texts import speak

settings.register_profile(  # machines are shared: no test is timed; and all look at the same cases,
    "shared", deadline=None, derandomize=EFFORT == 1, database=None
)  # unless more effort is asked for, which looks at others every time
settings.load_profile("shared")

os.environ["TRAPOULA_LANG"] = "en"  # whatever the machine speaks

MEMORY, ROOM = Path("/dev/shm"), 2 << 30  # bytes that tests may fill there


def _in_memory() -> bool:
    """Whether what tests write can lie in memory, where no test waits for a disk."""
    return (
        os.access(MEMORY, os.W_OK)
        and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC  # some of it is run
        and shutil.disk_usage(MEMORY).free > ROOM
    )


if "TMPDIR" not in os.environ and _in_memory():
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

LONG = (
    "tests/web/",
    "tests/solve/",
    "tests/bots/",
    "tests/study/",
    "tests/learn/",
    "test_stopping.py",
    "test_kill.py",
    "test_whole_room.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole rooms of tests that start browsers, compile kernels or kill processes are slow."""
    for item in items:
        if _is_long(item.path):
            item.add_marker(pytest.mark.slow)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where slow tests are left out, such rooms are not even opened: reading them takes seconds."""
    return True if config.option.markexpr == "not slow" and _is_long(collection_path) else None


@pytest.fixture(autouse=True)
def english() -> None:
    """Every test begins in English, whatever language the one before it spoke."""
    speak("en")


@pytest.fixture(autouse=True)
def same_shelf() -> Iterator[None]:
    """A command that names a file of games leaves it in the environment: no other test sees it."""
    before = os.environ.get("TRAPOULA_GAMES")
    yield
    os.environ.pop("TRAPOULA_GAMES", None)
    if before is not None:
        os.environ["TRAPOULA_GAMES"] = before


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Look for garbage before a worker says that it is done: from then on it has five seconds to go.

    pytest looks through all that eleven thousand tests leave once more after that, and whoever is still
    looking then is interrupted, which is told as an error that nobody made.
    """
    gc.collect()
    gc.freeze()


def _is_long(path: Path) -> bool:
    return any(part in path.as_posix() for part in LONG)
