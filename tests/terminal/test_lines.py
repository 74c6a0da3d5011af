"""The line mode: what may be typed, and how moves are listed."""

import os
import pty
import sys
from pathlib import Path

import pytest

import trapoula
from tests.terminal.tables import table
from trapoula import record as records
from trapoula.catalogue import entries
from trapoula.core.deals import SplitMix
from trapoula.core.errors import TrapoulaError
from trapoula.patience import Patience
from trapoula.play.session import Session
from trapoula.terminal.device import Device, Table
from trapoula.terminal.lines import laid_out, merged, spelled
from trapoula.terminal.picture import draw
from trapoula.terminal.play import Player, choose_game, paint


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def play(table: Table, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter([*lines, "quit"])
    monkeypatch.setattr("builtins.input", lambda _="": next(typed))
    Player(table).run()


def test_equal_moves_are_listed_once() -> None:
    """One card to four equal cells is one move; each text may still be typed."""
    session = Session("freecell", deal=617)
    offers = merged(session.game, session.state, session.legal())
    assert len(session.legal()) == 35
    assert len(offers) == 11
    assert {one for offer in offers for one in offer.alike} == {"C2", "C3", "C4"}
    assert "T1>C3" in session.legal()


def test_places_that_matter_are_not_taken_together() -> None:
    session = Session("gaps", deal=1)
    offers = merged(session.game, session.state, session.legal())
    assert [one.text for one in offers] == session.legal()


def test_points_leave_out_no_toads_but_those_that_lie_face_down() -> None:
    """What was counted when a round ended is told with its toads, and so is the end."""
    session, dice = Session("take-that", deal=3, seats=2), SplitMix(3)
    while session.turn is not None:
        assert paint(session, seat=0).count("points so far: ") == 2
        legal = session.legal(session.turn)
        session.play(legal[dice.below(len(legal))], session.turn)
    assert session.outcome is not None
    for points in session.outcome.scores:
        assert f", points: {points}" in paint(session, seat=0)


def test_numbers_name_what_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    freecell = table("freecell", 617)
    play(freecell, ["5"], monkeypatch)
    assert freecell.session.record().actions == ((0, "T2>C1"),)


@pytest.mark.parametrize("typed", ["t1>c3", "T1>C3", "t1>C3"])
def test_any_case_will_do(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    freecell = table("freecell", 617)
    play(freecell, [typed], monkeypatch)
    assert freecell.session.record().actions == ((0, "T1>C3"),)


def test_a_word_is_not_mistaken_for_a_pile() -> None:
    game = Session("klondike", deal=1).game
    assert spelled(game, ["turn"], "TURN") == "turn"
    assert spelled(game, ["turn"], "t1>t2") == "T1>T2"


@pytest.mark.parametrize("word", ["help", "?", "h", "HELP"])
def test_help_has_several_names(
    word: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(table("golf", 1), [word], monkeypatch)
    told = capsys.readouterr().out
    assert "help tells what else" in told
    assert "take back the last move" in told


def test_what_is_no_move_is_answered_with_one_that_is_legal_now(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    klondike = table("klondike", 1)
    legal = klondike.session.legal()
    play(klondike, ["S>T99"], monkeypatch)
    assert f"'S>T99' is not a move here: {legal[0]} is one" in capsys.readouterr().out


def test_no_entry_of_a_list_is_broken() -> None:
    entries = [f"{number} T{number}>C1 (C2 C3)" for number in range(1, 30)]
    lines = laid_out(entries, 50).split("\n")
    assert all(len(line) <= 50 for line in lines)
    assert [entry for line in lines for entry in line.split("   ")] == entries
    assert laid_out(["x" * 80, "y"], 50) == "x" * 80 + "\ny"


def test_a_line_can_be_edited_and_earlier_ones_come_back(tmp_path: Path) -> None:
    """On a terminal the arrow keys work, and history is kept from one game to the next."""
    pytest.importorskip("readline")
    child, terminal = pty.fork()
    if child == 0:
        os.environ |= {"TERM": "xterm", "PYTHONPATH": str(Path(trapoula.__file__).parents[1])}
        os.execv(
            sys.executable,
            [sys.executable, "-m", "trapoula", "play", "golf", "--deal", "1", "--lines"],
        )
    seen = b""
    for typed in (b"turnx\x7f\n", b"\x1b[A\n", b"quit\n"):  # a slip, mended; then the same again
        while not seen.endswith(b"> "):
            seen += os.read(terminal, 4096)
        os.write(terminal, typed)
        seen = b""
    rest = b""
    try:
        while part := os.read(terminal, 4096):
            rest += part
    except OSError:  # how a terminal says that nobody is there any more
        pass
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert (tmp_path / "trapoula" / "history").read_text().count("turn") >= 1
    record = records.write(Device().go_on().session.record())
    assert record.count("> turn") == 2


@pytest.mark.parametrize("answer", ["²", "9" * 5_000])
def test_what_only_looks_like_a_number_is_asked_again(
    answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter([answer, "klondike"])
    monkeypatch.setattr("builtins.input", lambda _="": next(typed))
    assert choose_game() == "klondike"
    with pytest.raises(TrapoulaError):
        table("triggs", None, 2, answer)


@pytest.mark.parametrize("columns", [60, 80])
def test_every_table_fits_a_narrow_screen(columns: int) -> None:
    """As it is dealt, the picture of no patience is wider than the screen, and no two piles run together."""
    for id_ in entries.ids():
        session = Session(id_, deal=1)
        if isinstance(game := session.game, Patience):
            drawn = draw(game, session.view(), colour=False, columns=columns)
            assert max(map(len, drawn.splitlines())) <= columns, id_
            assert set(game.names) <= {word.partition(":")[0] for word in drawn.split()}, id_


def test_help_names_what_can_be_done_at_this_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(table("golf", 1), ["help"], monkeypatch)
    alone = capsys.readouterr().out
    play(table("triggs", 1, 2), ["", "help"], monkeypatch)
    together = capsys.readouterr().out
    assert "verdict" in alone
    assert "talk" not in alone
    assert "talk" in together
    assert "verdict" not in together
