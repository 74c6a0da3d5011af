"""What the solver says in the terminal."""

import json

import pytest

from tests.terminal.tables import table
from trapoula.play.session import Session
from trapoula.solve import Fatal
from trapoula.terminal.cli import main
from trapoula.terminal.device import Table
from trapoula.terminal.judging import told_fatal
from trapoula.terminal.play import Player


def play(table: Table, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter([*lines, "quit"])
    monkeypatch.setattr("builtins.input", lambda _="": next(typed))
    Player(table).run()


def test_a_player_may_ask_for_a_hint_and_a_verdict(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    play(table("fortress", 1), ["hint", "verdict", "1", "verdict"], monkeypatch)
    told = capsys.readouterr().out
    assert "T10>T4: packs the nine of clubs in order" in told
    assert "It cannot be won. This deal could never be won." in told


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (Fatal(), "Nobody knows yet."),
        (Fatal(None, 0), "This deal could never be won."),
        (Fatal(None, 2), "It was lost after move 2 at the latest."),
        (Fatal(0, 2), "It was lost between move 1 and move 2."),
        (Fatal(1, 2), "Move 2 lost it: turn. Until then it could be won."),
    ],
)
def test_the_fatal_move_is_told_as_far_as_it_is_known(found: Fatal, sentence: str) -> None:
    session = Session("klondike", deal=1)
    session.play("turn")
    session.play("turn")
    assert told_fatal(found, session) == sentence


def test_a_deal_that_can_be_won_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", "freecell", "--easy"]) == 0
    number = capsys.readouterr().out.strip()
    assert main(["solve", "freecell", "--deal", number, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "winnable"


def test_a_deal_that_cannot_be_won_is_not_offered(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", "fortress", "--deal", "1", "--winnable"]) == 3
    assert "No such deal" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["solve", "the-game", "--deal", "1"], ["deal", "triggs", "--winnable"]]
)
def test_a_table_game_is_not_judged(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) != 0
    assert (
        f"Only a patience can be judged, and {words[1]} is a table game." in capsys.readouterr().err
    )


@pytest.mark.parametrize("command", ["solve", "deal"])
@pytest.mark.parametrize("seconds", ["-1", "0", "nan", "inf"])
def test_time_that_is_none_is_refused(
    command: str, seconds: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a study refuses is refused of one deal too, and not spent in silence."""
    assert main([command, "freecell", "--deal", "1", "--seconds", seconds]) == 1
    assert "A deal needs some time, more than nothing" in capsys.readouterr().err


def test_nobody_judges_with_fewer_than_one_process(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "freecell", "--deals", "1-2", "--jobs", "0"]) == 1
    assert "At least one process is needed" in capsys.readouterr().err


def test_a_deal_is_easy_or_hard_and_not_both(capsys: pytest.CaptureFixture[str]) -> None:
    """The first word is not forgotten for the second; help still tells of both."""
    with pytest.raises(SystemExit) as stopped:
        main(["deal", "freecell", "--hard", "--easy"])
    assert stopped.value.code == 2
    assert "--easy: not allowed with argument --hard" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["deal", "--help"])
    told = capsys.readouterr().out
    assert all(f"  --{level} " in told for level in ("easy", "medium", "hard"))
