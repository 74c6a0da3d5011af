"""`trapoula backup` and `trapoula restore`: a backup during play, and its restoration."""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.house import house, played
from trapoula.server.serve import FILE
from trapoula.terminal.cli import main

TABLES, MOVES = 6, 60


def words(where: str) -> list[str]:
    """Return the command-line options that name a database."""
    if where.startswith("postgresql://"):
        return ["--database", where]
    return ["--data", str(Path(where).parent)]


def elsewhere(where: str, folder: Path, fresh: Callable[[], str]) -> str:
    """Return an empty database of the same kind."""
    return fresh() if where.startswith("postgresql://") else str(folder / "other" / FILE)


@played
async def test_a_backup_during_play_is_consistent(
    where: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Every table is there as of one moment, with all moves acknowledged before."""
    fresh = request.getfixturevalue("fresh") if where.startswith("postgres") else str
    file, other = tmp_path / "copy", elsewhere(where, tmp_path, fresh)
    async with house(where) as place:
        people = [place.person() for _ in range(TABLES)]
        made = [(await one.make("klondike", deal=n + 1))["room"] for n, one in enumerate(people)]
        lines = [await one.line(room) for one, room in zip(people, made, strict=True)]
        stop = asyncio.Event()

        async def play(line: object) -> None:
            count = 0
            while not stop.is_set():
                count += 1
                kind = "restart" if count % 5 == 0 else "act"
                given = {} if kind == "restart" else {"action": "turn"}
                told = await line.ask(kind, number=line.number, id=f"m{count}", **given)  # type: ignore[attr-defined]
                assert told["type"] == "event", told

        playing = [asyncio.create_task(play(line)) for line in lines]
        while min(line.number for line in lines) < MOVES:
            await asyncio.sleep(0.01)
        before = [line.number for line in lines]
        assert await asyncio.to_thread(main, ["backup", str(file), *words(where)]) == 0
        after = [line.number for line in lines]
        stop.set()
        await asyncio.gather(*playing)
    assert file.stat().st_mode & 0o777 == 0o600
    assert not [*tmp_path.glob("*.part")]
    assert await asyncio.to_thread(main, ["restore", str(file), *words(other)]) == 0
    async with house(other) as place:
        for person, room, least, most in zip(people, made, before, after, strict=True):
            line = await place.person(person.token).line(room)
            assert least <= line.number <= most + 1
            # a restart is refused right after another
            told = await line.ask("act", number=line.number, id="on", action="turn")
            assert told["type"] == "event", told


def test_a_restore_keeps_the_old_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A restore by mistake loses nothing; a running server's database is refused."""

    @played
    async def first() -> None:
        async with house(tmp_path) as place:
            await place.person().make("golf")
            assert main(["backup", str(tmp_path / "one"), "--data", str(tmp_path)]) == 0
            assert main(["restore", str(tmp_path / "one"), "--data", str(tmp_path)]) == 1
            assert "Another server" in capsys.readouterr().err
            await place.person().make("golf")

    first()
    assert main(["restore", str(tmp_path / "one"), "--data", str(tmp_path)]) == 0
    kept = [path for path in tmp_path.glob(f"{FILE}.*") if path.suffix[1:2].isdigit()]
    counts = []
    for path in (tmp_path / FILE, *kept):
        file = sqlite3.connect(path)
        counts.append(file.execute("SELECT count(*) FROM rooms").fetchone()[0])
        file.close()
    assert counts == [1, 2]
    assert "is kept as" in capsys.readouterr().out


@pytest.mark.parametrize("content", [b"", b"nonsense", b"SQLite format 3\0" + bytes(200)])
def test_a_file_that_is_no_backup_changes_nothing(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, data = tmp_path / "bad", tmp_path / "data"
    bad.write_bytes(content)
    data.mkdir()
    (data / FILE).write_bytes(b"what was there")
    assert main(["restore", str(bad), "--data", str(data)]) == 1
    told = capsys.readouterr().err
    assert told.startswith("trapoula: ")
    assert told.count("\n") == 1
    assert (data / FILE).read_bytes() == b"what was there"
    assert os.listdir(data) == [FILE]


def test_a_database_that_is_not_there_is_not_backed_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "none")]) == 1
    assert "There is no" in capsys.readouterr().err
    assert not (tmp_path / "copy").exists()
