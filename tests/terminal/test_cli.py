"""The command line's own promises: versions, JSON, exit codes, completion, help that fits."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import trapoula
from trapoula.core.deals import SplitMix
from trapoula.terminal.cli import main
from trapoula.terminal.codes import FAILED, NO

GREEDY = '''"""Bots for a test."""


class First:
    """Takes the first action."""

    def choose(self, view, legal, dice):
        assert "seat" in view
        return legal[0]


class Cheat(First):
    """Says what is not allowed."""

    def choose(self, view, legal, dice):
        return "win"


class Broken(First):
    """Stops."""

    def choose(self, view, legal, dice):
        return 1 // 0
'''
PROGRAM = """import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    assert set(asked) == {"do", "id", "table", "game", "seat", "view", "legal", "seconds"}, asked
    assert asked["do"] == "choose" and asked["view"]["seat"] == asked["seat"]
    print(json.dumps({"id": asked["id"], "action": asked["legal"][-1]}), flush=True)
"""


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"trapoula {trapoula.__version__}\n"


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (["list", "golf"], "options"),
        (["rules", "golf"], "markdown"),
        (["rules"], "markdown"),
        (["show", "golf", "--deal", "1"], "view"),
        (["deal", "golf", "--deal", "7"], "deal"),
        (["bots", "triggs", "--bots", "greedy", "--deals", "1"], "scores"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else None,
)
def test_every_answer_can_be_json(
    words: list[str], key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--json"]) == 0
    for line in capsys.readouterr().out.splitlines():
        assert key in json.loads(line)


def test_a_replay_can_be_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = trapoula.Session("golf", deal=1)
    table.play("turn")
    (tmp_path / "record").write_text(trapoula.record.write(table.record()))
    assert main(["replay", "record", "--json", "--steps"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["actions"] == [{"seat": 0, "action": "turn"}]
    assert len(told["views"]) == 2


def test_exit_codes_say_what_was_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "xyzzy"]) == NO
    assert main(["show", "nothing-like-it"]) == FAILED
    with pytest.raises(SystemExit) as wrong:
        main(["list", "--deal"])
    assert wrong.value.code == 2


@pytest.mark.slow
def test_a_verdict_is_an_exit_code_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "fortress", "--deal", "1"]) == NO
    assert main(["solve", "golf", "--deal", "1", "--seconds", "20"]) in (0, NO)


@pytest.mark.parametrize("lang", ["en", "el"])
@pytest.mark.parametrize("command", ["", "list", "play", "solve", "serve", "bots"])
def test_help_fits_and_tells_defaults(
    command: str, lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    with pytest.raises(SystemExit):
        main(["--lang", lang, *filter(None, [command]), "--help"])
    told = capsys.readouterr().out
    assert max(map(len, told.splitlines())) <= 60
    if command == "serve" and lang == "en":
        assert "(default: 8017)" in told.replace("\n" + " " * 24, " ")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["li"], {"list"}),
        (["completion", ""], {"bash", "fish", "zsh"}),
        (["show", "klond"], {"klondike"}),
        (["show", "klondike", "-o", "draw"], {"draw=1", "draw=3"}),
        (["solve", "--sec"], {"--seconds"}),
        (["list", "--lang", ""], {"el", "en"}),
        (["replay", ""], {""}),
    ],
)
def test_words_are_completed(
    words: list[str], found: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["complete", *words]) == 0
    assert set(capsys.readouterr().out.rstrip("\n").split("\n")) == found


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_lines_for_a_shell_are_read_by_it(
    shell: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "trapoula complete" in script
    if shutil.which(shell) is None:
        return
    (tmp_path / "script").write_text(script)
    ran = subprocess.run([shell, "-n", str(tmp_path / "script")], capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_bash_completes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    if shutil.which("bash") is None:
        pytest.skip("there is no bash")
    main(["completion", "bash"])
    (tmp_path / "trapoula").write_text(f'#!/bin/sh\nexec {sys.executable} -m trapoula "$@"\n')
    (tmp_path / "trapoula").chmod(0o755)
    script = capsys.readouterr().out
    script += 'COMP_WORDS=(trapoula show klon); COMP_CWORD=2; _trapoula; echo "${COMPREPLY[@]}"\n'
    here = {"PYTHONPATH": str(Path(trapoula.__file__).parents[1])}
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **here, "PATH": path},
    )
    assert ran.stdout == "klondike\n", ran.stderr


# --- bots from outside ---------------------------------------------------------------------------


def test_a_class_of_ones_own_takes_a_seat(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "own.py").write_text(GREEDY)
    line = ["bots", "triggs", "--seats", "2", "--deals", "2", "--json"]
    assert main([*line, "--bots", "./own.py:First,greedy"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert main([*line, "--bots", "./own.py:Cheat,greedy"]) == FAILED
    assert "chooses 'win', which is not legal" in capsys.readouterr().err
    assert main([*line, "--bots", "./own.py:Broken,greedy"]) == FAILED
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert main([*line, "--bots", "./own.py:Nobody,greedy"]) == FAILED
    assert main([*line, "--bots", "no.such.module:X,greedy"]) == FAILED
    assert main([*line, "--bots", "godlike"]) == FAILED


def test_a_program_takes_a_seat_and_is_sent_views_only(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "bot.py").write_text(PROGRAM)
    bots = f"{sys.executable} bot.py,greedy"
    line = ["bots", "triggs", "--seats", "2", "--deals", "2", "--json", "--bots", bots]
    assert main(line) == 0, capsys.readouterr().err
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("import time\ntime.sleep(60)", "thought for more than 0.5 s"),
        ("", "has left the table"),
        ("print('hello', flush=True)\ninput()", "was expected"),
    ],
)
def test_a_program_that_does_not_play_is_told_so(
    program: str, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "bot.py").write_text(program)
    line = ["bots", "triggs", "--seats", "2", "--deals", "1", "--think", "0.5"]
    assert main([*line, "--bots", f"{sys.executable} bot.py,greedy"]) == FAILED
    assert said in capsys.readouterr().err


def test_dice_are_what_a_class_is_given(tmp_path: Path) -> None:
    from trapoula.bots.outside import sit_down

    (tmp_path / "own.py").write_text(GREEDY)
    player = sit_down("triggs", f"{tmp_path}/own.py:First")
    assert player.choose({"seat": 0}, ["a", "b"], SplitMix(1)) == "a"


# --- slips of the pen ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("plya golf", "there is no command 'plya'; the nearest is play."),
        ("xyzzy", "there is no command 'xyzzy'."),
        ("show golf --deal abc", "--deal is a whole number, not 'abc'."),
        ("solve golf --seconds soon", "--seconds is a number, not 'soon'."),
    ],
)
def test_a_slip_is_told_in_a_sentence_with_what_is_near(
    line: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(line.split())
    assert told in capsys.readouterr().err


def test_the_library_names_the_extra_that_is_missing() -> None:
    """Without numpy, numba and the rest: in the same words as the command line."""
    code = """
import sys
class Plain:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numpy", "numba", "llvmlite", "gymnasium"):
            raise ModuleNotFoundError("No module named " + name, name=name)
sys.meta_path.insert(0, Plain())
from trapoula import Session, TrapoulaError, bots, solve
from trapoula.bots import coach
from trapoula.machine.extras import NotInstalled
golf = Session("golf", deal=1)
for ask in (
    lambda: solve.verdict(golf), lambda: solve.fatal(golf), solve.warm,
    lambda: bots.player("the-game", "strong"), lambda: coach.advise(Session("take-that"), 0),
    lambda: __import__("trapoula.learn"),
):
    try:
        ask()
    except NotInstalled as error:
        assert isinstance(error, ImportError) and isinstance(error, TrapoulaError)
        print(error)
print(solve.hint(golf).action)
"""
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert len(ran) == 7
    assert all('pip install "trapoula[' in line for line in ran[:6])


def test_a_folder_of_games_runs_only_files_that_declare_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRAPOULA_GAMES", "")  # which the command adds to
    examples = Path(__file__).parents[2] / "examples"
    (tmp_path / "my_penguin.py").write_text((examples / "penguin.py").read_text("utf-8"))
    (tmp_path / "notes.py").write_text('raise SystemExit("run")\n# @game("open") in a remark\n')
    assert main(["list", "--games", str(tmp_path), "--json"]) == 0
    told = capsys.readouterr()
    assert '"my-penguin"' in told.out
    assert '"id": "notes"' not in told.out
    assert not told.err
