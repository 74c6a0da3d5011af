"""Health reports the truth, files are private and intact, and unstored changes are never promised."""

import asyncio
import errno
import logging
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.server.cluster import binaries
from tests.server.faults import Faulty
from tests.server.house import FREE, WAIT, house, played
from trapoula.server.clock import steady
from trapoula.server.errors import CannotServe
from trapoula.server.house import PULSE, House
from trapoula.server.store import Store, open_database, sqlite
from trapoula.server.store.database import Change
from trapoula.server.store.sqlite import Sqlite

BACKUP = """import sqlite3, sys
own, other = map(sqlite3.connect, sys.argv[1:])
own.backup(other)"""
FULL = sqlite3.OperationalError("database or disk is full")


def file_in(folder: Path) -> Path:
    return folder / "trapoula.db"


@played
async def test_the_files_are_private(tmp_path: Path) -> None:
    """A reader would know every secret deck."""
    file_in(tmp_path).touch(0o644)
    async with house(tmp_path) as place:
        await place.person().make("golf")
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
        assert set(modes.values()) == {0o600}, modes


@played
async def test_a_second_server_does_not_start_whatever_is_deleted_beside_the_file(
    tmp_path: Path,
) -> None:
    async with house(tmp_path):
        for path in tmp_path.glob("*.lock"):
            path.unlink()
        other = House(Store(open_database(str(file_in(tmp_path)))))
        with pytest.raises(CannotServe, match="Another server"):
            await other.open()


@played
async def test_health_writes_and_reads(where: str) -> None:
    async with house(where) as place:
        assert (await place.http.get("/health")).json()["ok"] is True
        assert await place.house.store.pulse("here", 5.0)


class Forgetful(Faulty):
    """Accepts everything and stores nothing, like a disk that lies."""

    async def commit(self, change: Change) -> bool:
        return True


@played
async def test_a_database_that_forgets_is_not_healthy(where: str) -> None:
    async with house(where, wrap=Forgetful) as place:
        answer = await place.http.get("/health")
        assert (answer.status_code, answer.json()["ok"]) == (503, False)


@played
async def test_health_does_not_wait_for_a_database_that_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hang(self: Store, process: str, now: float) -> bool:
        await asyncio.sleep(60)
        return True

    monkeypatch.setattr(Store, "pulse", hang)
    async with house(tmp_path) as place:
        begun = time.monotonic()
        answers = await asyncio.gather(*(place.http.get("/health") for _ in range(3)))
        assert [answer.status_code for answer in answers] == [503] * 3
        assert time.monotonic() - begun < WAIT  # it hangs for longer, on any machine
    assert PULSE < 2


@played
async def test_a_full_disk_is_said_logged_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The move is refused and shown to no one. Once there is room again, play continues."""
    async with house(tmp_path) as place:
        anna = place.person()
        room = (await anna.make("klondike", deal=1))["room"]
        line = await anna.line(room)
        before = await anna.get(f"/api/rooms/{room}")

        def full(self: Sqlite, rows: list[object]) -> bool:
            raise FULL

        with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):
            broken.setattr(Sqlite, "_append", full)
            refused = await line.act("turn")
            assert refused["code"] == "failed"
            assert (await place.http.get("/health")).status_code == 503
        assert "disk is full" in caplog.text
        assert "trapoula_unstored 0" not in (await place.http.get("/metrics")).text
        after = await anna.get(f"/api/rooms/{room}")
        assert (after["number"], after["table"]["view"]) == (
            before["number"],
            before["table"]["view"],
        )
        assert (await line.act("turn"))["type"] == "event"


@played
async def test_a_file_that_was_deleted_is_noticed(tmp_path: Path) -> None:
    """No move is acknowledged into a file that is gone."""
    async with house(tmp_path) as place:
        anna = place.person()
        line = await anna.line((await anna.make("klondike", deal=1))["room"])
        assert (await line.act("turn"))["type"] == "event"
        os.rename(file_in(tmp_path), tmp_path / "elsewhere.db")
        assert (await line.act("turn"))["code"] == "failed"
        assert (await place.http.get("/health")).status_code == 503
        os.rename(tmp_path / "elsewhere.db", file_in(tmp_path))
        assert (await line.act("turn"))["type"] == "event"


@pytest.mark.skipif(sys.platform == "win32", reason="open files cannot be removed there")
@played
async def test_a_deleted_wal_file_loses_nothing(tmp_path: Path) -> None:
    """Deleting it would lose what SQLite has not yet merged into the database."""
    own, other = tmp_path / "own", tmp_path / "other"
    async with house(own) as place:
        anna = place.person()
        line = await anna.line((await anna.make("klondike", deal=1))["room"])
        for _ in range(3):
            await line.act("turn")
            file_in(own).with_name("trapoula.db-wal").unlink()
            assert (await line.act("turn"))["type"] == "event"
            assert (await anna.get("/api/rooms"))["mine"], "what reads sees it too"
        assert (await place.http.get("/health")).json()["ok"] is True
        other.mkdir()
        for file in own.iterdir():  # as they are if the process is killed now
            (other / file.name).write_bytes(file.read_bytes())
        number = line.number
    async with house(other) as place:
        room = (await place.person(anna.token).get("/api/rooms"))["mine"][0]["room"]
        assert (await place.person(anna.token).get(f"/api/rooms/{room}"))["number"] == number


@played
async def test_a_file_that_can_no_longer_be_written_loses_nothing(tmp_path: Path) -> None:
    """As on a disk remounted read-only: no move is acknowledged, and later play continues."""
    async with house(tmp_path) as place:
        anna = place.person()
        room = (await anna.make("klondike", deal=1))["room"]
        line = await anna.line(room)
        database = place.house.store.database
        assert isinstance(database, Sqlite)
        database._writer.execute("PRAGMA query_only = ON")
        assert (await line.act("turn"))["code"] == "failed"
        assert (await place.http.get("/health")).status_code == 503
        assert (await anna.get(f"/api/rooms/{room}"))["table"]["steps"] == 0
        database._writer.execute("PRAGMA query_only = OFF")
        assert (await line.act("turn"))["table"]["steps"] == 1


@played
async def test_a_disk_that_is_read_only_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*given: object) -> int:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(sqlite.os, "open", refuse)
    with pytest.raises(CannotServe, match=r"trapoula\.db cannot be used: Read-only file system"):
        async with house(tmp_path):
            pass


@pytest.mark.parametrize("pages", [slice(3, None, 2), slice(-1, None)], ids=["many", "last"])
@played
async def test_a_damaged_file_is_refused_with_a_sentence_and_left_alone(
    tmp_path: Path, pages: slice
) -> None:
    """Even for a single page that is not needed at the start."""
    async with house(tmp_path) as place:
        for _ in range(30):
            await place.person().make("klondike")
    path = file_in(tmp_path)
    body = bytearray(path.read_bytes())
    for page in range(len(body) // 4096)[pages]:
        body[page * 4096 : page * 4096 + 200] = b"\xaa" * 200
    path.write_bytes(body)
    with pytest.raises(CannotServe, match="cannot be used"):
        async with house(tmp_path):
            pass
    assert path.read_bytes() == bytes(body)


def sqlite_copy(where: str, copy: Path) -> str:
    """Back up the running server with SQLite's own tool, into another folder."""
    folder = copy / "restored"
    folder.mkdir()
    command = [sys.executable, "-c", BACKUP, where, str(file_in(folder))]
    subprocess.run(command, check=True)
    return str(file_in(folder))


def postgres_copy(where: str, copy: Path, empty: str) -> str:
    """Dump the running server with PostgreSQL's own tool, into an empty database."""
    place, file = binaries(), str(copy / "copy.dump")
    assert place is not None
    subprocess.run([place / "pg_dump", "-Fc", "-f", file, where], check=True)
    subprocess.run([place / "pg_restore", "--exit-on-error", "-d", empty, file], check=True)
    return empty


@played
async def test_a_backup_taken_while_people_play_can_be_restored(
    where: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """As in docs/operating.md, on both databases: everything is there, and play continues."""
    async with house(where) as place:
        anna = place.person()
        line = await anna.line((await anna.make("klondike", deal=1))["room"])
        await anna.request("PATCH", "/api/me", json={"name": "Anna"})
        await line.hear("event", what="rename")
        for _ in range(20):
            await line.act("turn")
        room, number = next(iter(place.house.rooms.open)), line.number
        if where.startswith("postgresql://"):
            empty = request.getfixturevalue("fresh")()
            restored = await asyncio.to_thread(postgres_copy, where, tmp_path, empty)
        else:
            restored = await asyncio.to_thread(sqlite_copy, where, tmp_path)
        await line.act("turn")
    async with house(restored) as place:
        anna = place.person(anna.token)
        seen = await anna.get(f"/api/rooms/{room}")
        assert (seen["number"], seen["sitting"]["seats"][0]["name"]) == (number, "Anna")
        assert [one["room"] for one in (await anna.get("/api/rooms"))["mine"]] == [room]
        line = await anna.line(room)
        assert (await line.act("turn", number=number, id="after"))["type"] == "event"
        assert (await anna.request("DELETE", f"/api/rooms/{room}")).status_code == 200
        assert await place.house.store.rows(room) == []


@pytest.mark.parametrize("jump", [600.0, -86_400.0])
@played
async def test_a_change_of_the_system_clock_ends_no_turn(
    tmp_path: Path, jump: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, real = steady(), time.time
    async with house(tmp_path, clock=clock, limits=FREE) as place:
        anna = place.person()
        made = await anna.make("take-that", seats=2, clock=60, bots=[{"seat": 1}], start=True)
        line = await anna.line(made["room"])
        monkeypatch.setattr(time, "time", lambda: real() + jump)
        told = await line.enter(made["room"])
        assert abs(told["at"] - real()) < 30
        if told["table"]["deadline"] is not None:
            assert 20 < told["table"]["deadline"] - told["at"] <= 60
        await line.ask("ping")
        assert line.closed is None
        assert abs(clock() - real()) < 30
