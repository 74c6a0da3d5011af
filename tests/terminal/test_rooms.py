"""Table games of the terminal are rooms of the local host: kept, listed, counted, with their company."""

import json
import sys
from pathlib import Path

import pytest

from tests.terminal.tables import table
from trapoula import record as records
from trapoula.core.errors import BadOption, BadSeats, NothingToUndo, TrapoulaError
from trapoula.local.file import File, at_once
from trapoula.local.storage import Change
from trapoula.play.session import Session
from trapoula.room.errors import WrongPhase
from trapoula.terminal.cli import main
from trapoula.terminal.device import NAME, Device, Table

FIRST = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "action": asked["legal"][0]}), flush=True)
"""
LAST = FIRST.replace("[0]", "[-1]")


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))


def play_on(shared: Table, moves: int = 1000) -> None:
    """Play the first thing that is legal, for all the people."""
    at_once(shared.begin())
    while moves and (seat := shared.waiting) is not None:
        at_once(shared.play(shared.session.legal(seat)[0]))
        moves -= 1


def test_each_move_is_kept_when_it_is_made_with_its_company() -> None:
    """Nobody leaves the table: its window is closed. The bots sit where they sat, and play on."""
    shared = Device().deal("take-that", {}, 3, 3, ["greedy", "random"])
    play_on(shared, 2)
    (left,) = Device().unfinished()
    assert (left.game, left.deal) == ("take-that", 3)
    again = Device().go_on(left.room)
    assert again.session.actions[:] == shared.session.actions[:]
    assert [chair.level for chair in again.room.sitting.chairs] == ["", "greedy", "random"]
    assert again.people == (0,)
    play_on(again, 1)
    assert {seat for seat, _ in again.session.actions[shared.session.steps :]} >= {1, 2}


def test_a_table_game_counts_in_the_statistics(capsys: pytest.CaptureFixture[str]) -> None:
    """One dealt by chance and played to its end, as at a server; it is no longer unfinished."""
    device = Device()
    shared = device.deal("take-that", {}, None, 2, ["greedy"])
    play_on(shared)
    assert shared.session.outcome is not None
    assert not shared.leave()
    assert not Device().unfinished()
    (counted,) = json.loads(device.ask("GET", "/api/stats").body)["games"]
    assert (counted["game"], counted["played"]) == ("take-that", 1)
    assert main(["stats"]) == 0
    assert "Take That" in capsys.readouterr().out


def test_what_is_saved_is_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record tells all that happened at the table, the cards that nobody chose among it."""
    shared = Device().deal("take-that", {}, None, 2, ["greedy"])
    play_on(shared)
    file = tmp_path / "mine.trapoula"
    file.write_text(records.write(shared.session.record()))
    assert main(["replay", str(file)]) == 0
    assert "Won by" in capsys.readouterr().out


def test_people_at_one_screen_take_back_at_once() -> None:
    """Everybody who would have to agree sits before it."""
    shared = table("the-game", 1, 2)
    at_once(shared.begin())
    while shared.session.undoer is None:
        play_on(shared, 1)
    steps = shared.session.steps
    assert shared.people == (0, 1)
    at_once(shared.undo())
    assert shared.session.steps < steps
    at_once(shared.redo())
    assert shared.session.steps == steps
    with pytest.raises(WrongPhase, match="for a player alone"):
        at_once(shared.restart())


def test_what_a_bot_did_is_not_taken_back() -> None:
    shared = table("take-that", 3, 2, "1", "greedy")
    play_on(shared, 1)
    while shared.session.undoer in (0, None):
        play_on(shared, 1)
    with pytest.raises(NothingToUndo):
        at_once(shared.undo())


def test_another_round_is_dealt_for_the_same_company() -> None:
    """In the same room when one is over, with the same bots in another room when one is left."""
    shared = table("take-that", None, 2, "1", "random")
    left = shared.room.id
    play_on(shared, 2)
    again = at_once(shared.again(shared.session.options))
    assert again.room.id != left
    assert [chair.level for chair in again.room.sitting.chairs] == ["", "random"]
    play_on(again)
    once_more = at_once(again.again(again.session.options))
    assert (once_more.room.id, once_more.room.sitting.round) == (again.room.id, 2)


@pytest.mark.parametrize(("program", "at"), [(FIRST, 0), (LAST, -1)])
def test_a_program_sits_in_a_room_and_comes_back_to_it(
    program: str, at: int, tmp_path: Path
) -> None:
    """Its seat keeps its command line, by which it is started again."""
    (tmp_path / "bot.py").write_text(program)
    bot = f"{sys.executable} {tmp_path / 'bot.py'}"
    shared = Device(5).deal("triggs", {}, 3, 2, [bot])
    play_on(shared, 2)
    again = Device(5).go_on()
    assert again.room.sitting.chairs[1].level == bot
    play_on(again, 2)
    session, seen = again.session, 0
    for step, (seat, action) in enumerate(session.actions):
        if seat == 1:
            game, state = session.game, session.state_at(step)
            assert session.text(action) == game.write([*game.legal(state, 1)][at])
            seen += step >= shared.session.steps
    assert seen


def test_a_program_that_fails_is_named_and_the_game_is_kept(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("print('hello')")
    bot = f"{sys.executable} {tmp_path / 'bot.py'}"
    shared = Device(5).deal("take-that", {}, 3, 2, [bot])
    with pytest.raises(TrapoulaError, match=r"^The program .* answers .hello"):
        play_on(shared)
    assert shared.session.outcome is None
    (tmp_path / "bot.py").write_text(FIRST)
    again = Device(5).go_on()
    play_on(again)
    assert again.session.outcome is not None


def test_bots_that_cannot_sit_down_are_refused_before_there_is_a_table() -> None:
    device = Device()
    with pytest.raises(BadSeats):
        device.deal("take-that", {}, 3, 2, ["greedy", "greedy"])
    with pytest.raises(BadOption, match="a bot is a level"):
        device.deal("take-that", {}, 3, 2, ["no-such-bot"])
    assert not device.unfinished()
    assert main(["play", "take-that", "--seats", "2", "--bots", "no-such-bot"]) == 1


def kept_before(folder: Path, key: str, record: str, bots: str) -> None:
    """A game as earlier versions kept it: its record under a key."""
    kept = {"game": "the-game", "deal": 5, "at": 1.0, "record": record, "bots": bots, "level": None}
    file = File(folder / "trapoula" / NAME)
    assert at_once(file.change([Change("put", f"left/{key}", json.dumps(kept))]))


def test_games_that_earlier_versions_kept_become_rooms(tmp_path: Path) -> None:
    """With their bots, once; one that cannot be opened stays where it is, and a sentence says why."""
    session = Session("the-game", deal=5, seats=3)
    session.play(session.legal(0)[0], 0)
    record = records.write(session.record())
    for key, text, bots in (
        ("a", record, "2"),
        ("b", record, "/nowhere/bot"),
        ("c", "a torn page", ""),
    ):
        kept_before(tmp_path, key, text, bots)
    device = Device()
    assert device.fault.count("The Game is kept, but cannot be opened: ") == 2
    assert "'/nowhere/bot' does not play the-game" in device.fault
    assert "This is not a record of a game" in device.fault
    (left,) = Device().unfinished()
    shared = Device().go_on(left.room)
    assert shared.session.steps == session.steps
    assert shared.people == (0,)
    assert not at_once(File(tmp_path / "trapoula" / NAME).read("left/a"))


def test_a_game_of_somewhere_else_waits_for_its_file(tmp_path: Path) -> None:
    """Nothing is said of a game that is not on the shelf now, and nothing is lost."""
    record = records.write(Session("golf", deal=5).record()).replace("golf", "my-own")
    kept_before(tmp_path, "a", record, "")
    assert not Device().fault
    assert at_once(File(tmp_path / "trapoula" / NAME).read("left/a"))


def test_a_kept_game_has_its_own_bots(capsys: pytest.CaptureFixture[str]) -> None:
    play_on(Device().deal("take-that", {}, 3, 2, ["greedy"]), 1)
    assert main(["play", "--resume", "--bots", "1", "--lines"]) == 1
    assert "goes on with its own bots" in capsys.readouterr().err
