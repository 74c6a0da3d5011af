"""A storage in a file does what one in memory does, and outlives its program."""

import sqlite3
from pathlib import Path
from random import Random

import pytest

from trapoula.core.errors import TrapoulaError
from trapoula.local.file import File, at_once
from trapoula.local.storage import Change, Memory, NotKept
from trapoula.room.errors import Stale
from trapoula.terminal.device import NAME, Device


def test_it_does_what_a_drawer_in_memory_does(tmp_path: Path) -> None:
    dice = Random(1)
    file, memory = File(tmp_path / "kept"), Memory()
    keys = ["a", "a/1", "a/2", "ab", "b/1", "Ω/%", "Ω/_", "b/\U0001f0a1"]
    for number in range(2000):
        kinds = dice.choices(["has", "new", "put", "gone"], k=dice.randint(1, 4))
        changes = [Change(kind, dice.choice(keys), str(number)) for kind in kinds]
        assert at_once(file.change(changes)) == at_once(memory.change(changes)), changes
        prefix = dice.choice(["", "a", "a/", "b", "Ω/", "Ω/%"])
        assert [*at_once(file.read(prefix))] == at_once(memory.read(prefix))
    again = File(tmp_path / "kept")
    assert [*at_once(again.read(""))] == at_once(memory.read(""))


def test_what_the_disk_refuses_is_told_and_nothing_is_changed(tmp_path: Path) -> None:
    file = File(tmp_path / "kept")
    assert at_once(file.change([Change("new", "a", "1")]))
    other = sqlite3.connect(tmp_path / "kept", isolation_level=None)
    (pages,) = other.execute("PRAGMA page_count").fetchone()
    file._database.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(NotKept, match="full"):
        at_once(file.change([Change("put", "a", "2"), Change("new", "b", "x" * 100_000)]))
    assert [*at_once(file.read(""))] == [("a", "1")]
    assert at_once(file.change([Change("put", "a", "3")]))


def test_two_terminals_at_one_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log decides: a move for a table that has changed is refused, and the new one is shown."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    one = Device().deal("klondike", {}, 17, None)
    at_once(one.play("turn"))
    (left,) = Device().unfinished()
    other = Device().go_on(left.room)
    assert other.session.steps == 1
    at_once(other.play("turn"))
    with pytest.raises(Stale):
        at_once(one.play("turn"))
    assert one.session.steps == 2
    at_once(one.play("turn"))
    assert other.session.steps == 2
    assert one.session.steps == 3


def test_a_file_that_is_no_drawer_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (folder := tmp_path / "trapoula").mkdir()
    (folder / NAME).write_bytes(b"something else entirely" * 100)
    device = Device()
    assert "not a database" in device.fault
    at_once(device.deal("golf", {}, 1).play("turn"))
    assert (folder / NAME).read_bytes() == b"something else entirely" * 100


def test_a_move_that_is_refused_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    table = Device().deal("klondike", {}, 17, None)
    for wrong in ("T1>T1", "nonsense"):
        with pytest.raises(TrapoulaError):
            at_once(table.play(wrong))
    with pytest.raises(TrapoulaError):
        at_once(table.undo())
    assert table.session.steps == 0
    assert not table.leave()
    assert not Device().unfinished()
