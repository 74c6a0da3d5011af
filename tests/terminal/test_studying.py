"""`trapoula study`: what it prints, what it exports, and how it refuses."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from trapoula.catalogue.entries import find
from trapoula.study import Results, Study
from trapoula.terminal import studying
from trapoula.terminal.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line on a file of results of its own: its code, and what it says."""

    def once(*words: str) -> tuple[int, str, str]:
        code = main(["study", *words, "--file", str(tmp_path / "studies.db"), "--lang", "en"])
        said = capsys.readouterr()
        return code, said.out, said.err

    return once


def test_a_study_is_told_as_a_table_shown_again_and_exported(run: Run, tmp_path: Path) -> None:
    code, said, _ = run("clock", "-o", "hidden=lose", "--deals", "1-40", "--seconds", "60")
    assert code == 0
    heading, line = said.splitlines()
    assert heading.split()[:4] == ["game", "deals", "decided", "can"]
    assert line.split()[:4] == ["clock", "hidden=lose", "40", "100.0%"]
    assert run("show", "clock")[1].splitlines()[1] == line
    facts = json.loads(run("show", "--json")[1])
    assert (facts["game"], facts["options"]) == ("clock", {"hidden": "lose"})
    assert facts["winnable"] + facts["lost"] == facts["deals"] == 40
    rows = list(csv.DictReader(io.StringIO(run("export")[1])))
    assert [int(row["deal"]) for row in rows] == list(range(1, 41))
    assert {row["proof"] for row in rows} <= {"line", "search", "rules"}
    assert sum(row["verdict"] == "winnable" for row in rows) == facts["winnable"]
    told = tmp_path / "rows.jsonl"
    assert run("export", "clock", "--json", "--to", str(told))[0] == 0
    lines = [json.loads(line) for line in told.read_text("utf-8").splitlines()]
    assert [line["deal"] for line in lines] == list(range(1, 41))


def test_only_what_is_missing_is_judged(run: Run, tmp_path: Path) -> None:
    first = run("clock", "--deals", "1-10", "--json", "--seconds", "60")[1].splitlines()
    more = run("clock", "--deals", "1-15", "--json", "--seconds", "60")[1].splitlines()
    assert [json.loads(line)["deal"] for line in first] == list(range(1, 11))
    assert [json.loads(line)["deal"] for line in more] == list(range(11, 16))
    with Results(tmp_path / "studies.db") as results:
        assert results.count(Study.of("clock", seconds=60)).deals == 15


def test_undecided_deals_are_judged_again_and_nothing_else(run: Run) -> None:
    run("easthaven", "--deals", "1-8", "--states", "2000")
    first = [json.loads(line) for line in run("export", "--json")[1].splitlines()]
    undecided = [row["deal"] for row in first if row["verdict"] == "unknown"]
    assert 0 < len(undecided) < 8
    again = run("easthaven", "--undecided", "--json", "--states", "200000")[1].splitlines()
    assert [json.loads(line)["deal"] for line in again] == undecided
    part = run("easthaven", "--undecided", "--deals", "1-1", "--json", "--states", "200001")[1]
    assert {json.loads(line)["deal"] for line in part.splitlines()} <= {1}
    assert len(run("export", "--json")[1].splitlines()) == 8


def test_a_sample_of_verdicts_is_judged_again(run: Run) -> None:
    run("clock", "--deals", "1-10", "--seconds", "60")
    code, said, _ = run("clock", "--recheck", "5", "--seconds", "60")
    assert (code, said) == (0, "5 verdicts judged again: 5 confirmed, 0 still open, 0 wrong.\n")
    assert run("golf", "--recheck", "5")[1].startswith("0 verdicts")


def test_all_games_get_their_deals(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    few = [find("clock"), find("cover")]
    monkeypatch.setattr(studying, "patiences", lambda: few)
    code, said, _ = run("all", "--deals", "1-7", "--seconds", "0.5", "--settings")
    assert code == 0
    counts = {tuple(line.split()[:-9]): line for line in said.splitlines()[1:]}
    assert len(counts) == 3, "the clock by both of its settings"
    assert all(" 7 " in line for line in counts.values())
    code, said, _ = run("all", "--minutes", "0.005", "--seconds", "0.5", "--deals", "1-7")
    assert code == 0
    assert "cover" in said


def test_the_progress_tells_how_far_how_fast_and_how_sure(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr(studying, "TICK", 0.0)
    monkeypatch.setenv("COLUMNS", "200")
    _, _, said = run("clock", "--deals", "1-30", "--seconds", "60")
    line = said.split("\r")[-2]
    assert "30/30" in line
    for part in ("deals/s", "decided: 100.0%", "winnable:", " – ", "left"):
        assert part in line


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["the-game"], "is a table game"),
        (["klondyk"], "closest"),
        (["clock", "-o", "hidden=maybe"], "cannot be"),
        (["clock", "--deals", "9-1"], "names no deals"),
        (["clock", "--seconds", "0"], "more than nothing"),
        (["clock", "--states", "0"], "more than nothing"),
        (["clock", "--jobs", "0"], "At least one process"),
        (["all"], "--minutes 90"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(
    run: Run, words: list[str], sentence: str
) -> None:
    code, _, said = run(*words)
    assert code == 1
    assert sentence in said


def test_nothing_found_yet_is_told(run: Run) -> None:
    for words in (["show"], ["export", "clock"]):
        assert run(*words)[0] == 3
