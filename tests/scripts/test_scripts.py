"""The browser's scripts that draw nothing, each by itself under Node: milliseconds, without a browser."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
NODE = shutil.which("node")
OLDEST = (20, 19)  # that reads a module as one without being told


def version() -> tuple[int, ...]:
    """Which Node there is; nothing where there is none."""
    told = (
        subprocess.run([NODE, "--version"], check=False, capture_output=True, text=True)
        if NODE
        else None
    )
    return tuple(map(int, re.findall(r"\d+", told.stdout)[:2])) if told else ()


@pytest.mark.skipif(version() < OLDEST, reason="Node 20.19 or newer is not installed")
@pytest.mark.parametrize("name", sorted(path.name for path in HERE.glob("*.test.mjs")))
def test_scripts_do_what_they_say(name: str) -> None:
    """One file of `node --test`; what fails is printed as Node tells it."""
    words = [str(NODE), "--test", "--test-reporter", "spec", str(HERE / name)]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
