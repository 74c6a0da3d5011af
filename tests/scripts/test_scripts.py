"""The browser's scripts that draw nothing, each by itself under Node: milliseconds, without a browser."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SCRIPTS = HERE.parents[1] / "src/trapoula/web/js"
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


EDGES = [
    "api.js",
    "offline/beside.js",
    "offline/owed.js",
    "refusal.js",
    "room.js",
    "socket.js",
    "store.js",
    "table/board.js",
    "transport.js",
    "types.js",
    "wire.js",
]


@pytest.mark.parametrize("name", EDGES)
def test_what_comes_over_the_wire_has_a_type(name: str) -> None:
    """Nothing is taken for granted where answers come in: no `any`, and no type of the server's twice."""
    text = (SCRIPTS / name).read_text("utf-8")
    assert not re.search(r"(?<=[{<|:,(\s])any(?=[}>|),;\[\s])[^\n]*(?=\})", text)
    if name == "types.js":
        own = set(re.findall(r"@typedef \{\{[^\n]*\}\} (\w+)", text))
        made = set(re.findall(r"\} (\w+)$", (SCRIPTS / "wire.js").read_text("utf-8"), re.MULTILINE))
        assert not own & made
