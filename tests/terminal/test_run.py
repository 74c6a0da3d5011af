"""./run speaks in sentences wherever it cannot go on, and leaves nothing half done."""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from trapoula.machine.extras import EXTRAS

ROOT = Path(__file__).parents[2]
RUN = ROOT / "run"
FAKE = "#!/bin/sh\ncase $* in *pip*) exit 1;; esac\necho played: $*\n"  # no pip works in it
PYTHON = os.path.realpath(sys.executable)  # an environment of ours has no pip


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PYTHON, str(RUN), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, **environment},
    )


def test_any_python_3_can_read_it() -> None:
    tree = ast.parse(RUN.read_text("utf-8"), feature_version=(3, 6))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert functions
    assert not any(node.returns or arg.annotation for node in functions for arg in node.args.args)


@pytest.mark.parametrize("version", [(3, 6, 0), (3, 10, 9)])
def test_an_old_python_is_told_so(version: tuple[int, ...]) -> None:
    code = f"import sys, runpy; sys.version_info = {version}; sys.argv = ['run', 'play']; "
    code += f"runpy.run_path({str(RUN)!r}, run_name='__main__')"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert re.fullmatch(r"run: Python 3\.11 or newer is needed, and this is \S+\.\n", ran.stderr)


def test_an_unknown_command_is_answered_with_the_known_ones() -> None:
    ran = run("dance")
    assert ran.returncode == 2
    assert "{play|test|check|site|docs|shots|bench|setup}" in ran.stderr


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    ran = run("play", TRAPOULA_VENV=str(tmp_path / "file" / "venv"))
    assert ran.returncode == 1
    assert ran.stderr.startswith("run: Nothing can be written in ")
    assert "TRAPOULA_VENV=" in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_without_a_network_one_sentence_is_said_and_nothing_is_left(tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    nowhere = {
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
        "PIP_EXTRA_INDEX_URL": "",
        "PIP_RETRIES": "0",
    }
    ran = run("play", TRAPOULA_VENV=str(venv), PIP_NO_CACHE_DIR="1", **nowhere)
    assert ran.returncode == 1
    assert "Is the network there?" in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert not venv.exists()


def test_an_environment_that_is_there_is_kept_when_nothing_can_be_fetched(tmp_path: Path) -> None:
    """An older set-up is better than none."""
    venv = tmp_path / "venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").write_text(FAKE)
    (venv / "bin" / "python").chmod(0o755)
    stamp = {"python": sys.version, "pyproject": "older", "purposes": ["play"]}
    (venv / "set-up-for").write_text(json.dumps(stamp))
    ran = run("play", "golf", TRAPOULA_VENV=str(venv), PIP_INDEX_URL="http://127.0.0.1:9/simple")
    assert ran.returncode == 0
    assert "played: -m trapoula play golf" in ran.stdout
    assert json.loads((venv / "set-up-for").read_text()) == stamp


def set_up(venv: Path, says: str) -> None:
    """An environment that is there for everything, with a Python that only says something."""
    import hashlib

    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").write_text(f"#!/bin/sh\necho {says}\n")
    (venv / "bin" / "python").chmod(0o755)
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    stamp = {"python": sys.version, "pyproject": wanted, "purposes": ["play", "test"]}
    (venv / "set-up-for").write_text(json.dumps(stamp))


def test_an_environment_that_is_set_up_is_used_at_once(tmp_path: Path) -> None:
    set_up(tmp_path / "venv", "played: $*")
    ran = run("play", TRAPOULA_VENV=str(tmp_path / "venv"))
    assert (ran.stdout, ran.stderr) == ("played: -m trapoula serve --open\n", "")


@pytest.mark.parametrize(("command", "kept"), [("play", "no"), ("bench", "yes")])
def test_tests_keep_what_python_makes_of_the_files(command: str, kept: str, tmp_path: Path) -> None:
    """Whatever the shell says, since they begin Python hundreds of times; who plays is heeded."""
    set_up(tmp_path / "venv", "${PYTHONDONTWRITEBYTECODE-yes}")
    ran = run(command, "golf", TRAPOULA_VENV=str(tmp_path / "venv"), PYTHONDONTWRITEBYTECODE="no")
    assert (ran.stdout, ran.stderr) == (f"{kept}\n", "")


# --- what is installed ---------------------------------------------------------------------------

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_the_plain_package_is_light() -> None:
    assert [re.split(r"\W", one)[0] for one in PROJECT["dependencies"]] == ["msgspec", "polib"]


def test_every_extra_that_a_sentence_names_can_be_installed() -> None:
    extras = PROJECT["optional-dependencies"]
    for extra, packages in EXTRAS.items():
        listed = {re.split(r"[\W]", one)[0] for one in extras[extra]}
        assert set(packages) <= listed | {"numpy", "numba"}, extra
    everything = extras["all"][0].partition("[")[2].rstrip("]").split(",")
    assert set(everything) == set(extras) - {"all"}


def test_the_page_of_the_package_index_needs_nothing_beside_it() -> None:
    page = (ROOT / PROJECT["readme"]).read_text("utf-8")
    assert not re.search(r"\]\((?!https?://)", page)
    for extra in PROJECT["optional-dependencies"]:
        assert f"| `{extra}` |" in page


LIGHT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition('.')[0] in {heavy!r}:
            raise ModuleNotFoundError(f'No module named {{name!r}}', name=name)
sys.meta_path.insert(0, Missing())
from trapoula.terminal.cli import main
sys.exit(main({words!r}))
"""


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["list", "golf"], 0, "golf"),
        (["show", "klondike", "--deal", "1"], 0, "Klondike"),
        (["rules", "golf"], 0, "Golf"),
        (["play", "golf", "--deal", "1"], 0, "Golf, deal 1"),
        (["stats"], 0, "No game has been finished"),
        (["solve", "golf", "--deal", "1"], 1, 'pip install "trapoula[solve]"'),
        (["serve"], 1, 'pip install "trapoula[server]"'),
        (["warm"], 1, 'pip install "trapoula[solve]"'),
        (["bots", "the-game", "--deals", "1"], 1, 'pip install "trapoula[solve]"'),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else None,
)
def test_without_extras_a_command_works_or_says_what_brings_it(
    words: list[str], code: int, said: str, tmp_path: Path
) -> None:
    heavy = {package for packages in EXTRAS.values() for package in packages}
    ran = subprocess.run(
        [sys.executable, "-c", LIGHT.format(heavy=heavy, words=words)],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "TRAPOULA_LANG": "en", "XDG_DATA_HOME": str(tmp_path)},
    )
    assert ran.returncode == code, ran.stderr
    assert said in ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr


def test_the_engine_without_the_solver_says_so() -> None:
    heavy = {"numpy", "numba"}
    asked = (
        '{"do":"start","game":"golf","deal":1}\n{"do":"hint"}\n{"do":"verdict"}\n{"do":"legal"}\n'
    )
    ran = subprocess.run(
        [sys.executable, "-c", LIGHT.format(heavy=heavy, words=["engine"])],
        input=asked,
        capture_output=True,
        text=True,
        check=False,
    )
    replies = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [reply["ok"] for reply in replies] == [True, False, False, True]
    assert {reply["error"]["code"] for reply in replies[1:3]} == {"not-installed"}
