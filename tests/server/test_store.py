"""The log decides, on both databases."""

import asyncio
import itertools
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from tests.server.house import house, played, until
from trapoula.host.listings import Listing
from trapoula.room.errors import Failed
from trapoula.room.events import Row
from trapoula.server.errors import CannotServe, Unsure
from trapoula.server.store import Store, open_database, schema
from trapoula.server.store.database import Change, Step
from trapoula.server.store.postgres import Postgres
from trapoula.stats.results import Result


async def _deaf(news: str) -> None:
    return


async def opened(where: str) -> Store:
    store = Store(open_database(where))
    await store.database.open(_deaf)
    return store


async def begin(store: Store, *rooms: str) -> None:
    """Store rooms with their first row."""
    for room in rooms:
        listing = Listing(room, "golf", 1, "p", "playing", False, 1.0, {})
        await store.make_room([Row(1, 1.0, b"first")], listing, store.member(room, "p", 1.0))


@played
async def test_a_number_is_given_once(where: str) -> None:
    """Of many appends with one number exactly one succeeds, and the log has its row."""
    store = await opened(where)
    await begin(store, "r")
    tries = [
        store.append("r", Row(2, 1.0, b"%d" % k), [store.member("r", f"p{k}", 1.0)])
        for k in range(50)
    ]
    won = await asyncio.gather(*tries)
    assert won.count(True) == 1
    rows = await store.rows("r")
    assert [row.number for row in rows] == [1, 2]
    assert rows[1].body == b"%d" % won.index(True)
    members = await store.database.query("SELECT player FROM members WHERE player <> 'p'")
    assert members == [(f"p{won.index(True)}",)]
    await store.database.close()


@played
async def test_a_lobby_summary_is_committed_with_its_row(where: str) -> None:
    """Of many tables at once, each is listed as its own row says. A late row lists nothing."""
    store = await opened(where)
    names = [f"r{k}" for k in range(12)]
    await begin(store, *names, "gone")
    await store.delete_room("gone")

    def list_as(room: str, turn: int) -> Step:
        return store.list_room(
            Listing(room, "golf", 1, "p", "playing", True, 1.0, {"turn": turn, "seats": []})
        )

    for number in (2, 3):  # all of them in time, then two of them late
        late = [("r5", 2), ("gone", 3)] if number == 3 else []
        wanted = [*((room, number) for room in names), *late]
        made = await asyncio.gather(
            *(
                store.append(room, Row(own, 1.0, b"x"), [list_as(room, 10 * number + at)])
                for at, (room, own) in enumerate(wanted)
            )
        )
        assert made == [True] * len(names) + [False] * len(late)
        found = await store.database.query("SELECT id, summary FROM rooms")
        turns = {room: json.loads(summary)["turn"] for room, summary in found}
        assert turns == {room: 10 * number + at for at, room in enumerate(names)}
    await store.database.close()


@played
async def test_a_change_that_fails_leaves_the_others_alone(where: str) -> None:
    store = await opened(where)
    names = [f"r{k}" for k in range(19)]
    await begin(store, *names)
    good = [store.append(room, Row(2, 1.0, b"x")) for room in names]
    bad = store.database.commit(
        Change(
            [
                ("INSERT INTO log VALUES ('b', 1, 1.0, ?)", (b"x",)),
                ("INSERT INTO nowhere VALUES (?)", (1,)),
            ]
        )
    )
    results = await asyncio.gather(*good, bad, return_exceptions=True)
    assert results[:-1] == [True] * 19
    assert isinstance(results[-1], Failed)
    assert [len(await store.rows(room)) for room in names] == [2] * 19
    assert await store.rows("b") == []
    await store.database.close()


@played
async def test_rows_come_back_as_they_went(where: str) -> None:
    store = await opened(where)
    body = bytes(range(256))
    await begin(store, "r")
    await store.append("r", Row(2, 1731700000.123456, body))
    assert await store.rows("r", 1) == [Row(2, 1731700000.123456, body)]
    assert await store.rows("r", 2) == []
    await store.database.close()


@played
async def test_a_newer_schema_is_refused(where: str) -> None:
    store = await opened(where)
    if store.database.shared:
        await store.database.commit(
            Change([("INSERT INTO schema_version VALUES (?)", (schema.VERSION + 1,))])
        )
        await store.database.close()
    else:
        await store.database.close()
        with sqlite3.connect(where) as connection:
            connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    with pytest.raises(CannotServe, match="newer"):
        await opened(where)


@played
async def test_a_schema_is_brought_forward_with_its_rows(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await opened(where)
    await begin(store, "r")
    await store.database.close()
    more = (*schema.STEPS, ("ALTER TABLE players ADD COLUMN colour TEXT",))
    monkeypatch.setattr(schema, "STEPS", more)
    monkeypatch.setattr(schema, "VERSION", len(more))
    store = await opened(where)
    assert await store.rows("r") == [Row(1, 1.0, b"first")]
    assert await store.database.query("SELECT colour FROM players") == []
    await store.database.close()
    store = await opened(where)
    await store.database.close()


@played
async def test_one_process_a_file(tmp_path: Path) -> None:
    store = await opened(str(tmp_path / "a.db"))
    with pytest.raises(CannotServe, match="Another server"):
        await opened(str(tmp_path / "a.db"))
    await store.database.close()
    await (await opened(str(tmp_path / "a.db"))).database.close()


@played
async def test_a_file_that_is_no_database_is_said_so(tmp_path: Path) -> None:
    """Junk, a folder in its place, a file in place of its folder: a sentence, and no lock remains."""
    junk, folder = tmp_path / "junk.db", tmp_path / "folder.db"
    junk.write_bytes(b"no database" * 1000)
    folder.mkdir()
    for where in (junk, folder, junk / "a.db"):
        for _ in range(2):
            with pytest.raises(CannotServe, match="cannot be used"):
                await opened(str(where))


@played
async def test_a_database_that_is_not_there_is_said_so() -> None:
    with pytest.raises(CannotServe, match="cannot be reached"):
        await opened("postgresql://nobody@127.0.0.1:1/none")


@played
async def test_results_are_kept_once_and_forgotten_when_taken_back(where: str) -> None:
    store = await opened(where)
    result = Result("p", "r", 1, 0, "golf", "{}", 1, 7, True, 12, "won", 83.5, 97, 5.0)
    await begin(store, "r")
    for number in (2, 3):
        await store.append("r", Row(number, 1.0, b"x"), store.figures.ended([result]))
    assert await store.results("p") == [result]
    await store.append("r", Row(4, 1.0, b"x"), store.figures.taken_back("r", 1))
    assert await store.results("p") == []
    await store.database.close()


@played
async def test_a_link_works_once(where: str) -> None:
    store = await opened(where)
    await store.make_link("link", "anna", expires=100.0, now=1.0)
    assert await store.use_link("link", "t0", now=101.0) is None
    both = await asyncio.gather(
        store.use_link("link", "t1", 2.0), store.use_link("link", "t2", 2.0)
    )
    assert sorted(map(str, both)) == ["None", "anna"]
    await store.database.close()


@played
async def test_untouched_rooms_are_swept_and_played_ones_stay(where: str) -> None:
    async with house(where) as place:
        anna = place.person()
        old = (await anna.make("golf", deal=1))["room"]
        played_ = await anna.make("golf", deal=1)
        line = await anna.line(played_["room"])
        await line.act(played_["table"]["legal"][0])
        assert await place.house.rooms.sweep(place.house.clock() + 1) == 1
        left = await place.house.store.rooms_of((await place.house.people.of(anna.token)).id, 10)
        assert [room.room for room in left] == [played_["room"]]
        assert await place.house.store.rows(old) == []


@played
async def test_chance_follows_from_the_log(tmp_path: Path) -> None:
    """Shuffles have no rows: the deck decides them, and they are the same after a restart."""
    async with house(tmp_path) as place:
        anna = place.person()
        made = await anna.make("extreme", seats=1, options={"commands": "random"})
        where = f"/api/rooms/{made['room']}/record"
        before = (await anna.request("GET", where)).text
        assert "commands stop" in before
    async with house(tmp_path) as place:
        assert (await place.person(anna.token).request("GET", where)).text == before
        rows = await place.house.store.rows(made["room"])
        assert not any(b"commands stop" in row.body for row in rows)


@played
async def test_writing_continues_after_a_lost_connection(fresh: Callable[[], str]) -> None:
    """Broken connections are replaced, and rows are appended as before."""
    store = await opened(fresh())
    await begin(store, "r", "s")
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    await store.database.query(cut)
    both = [store.append(room, Row(2, 1.0, b"x")) for room in ("r", "s")]
    assert await asyncio.gather(*both) == [True, True]
    assert [row.number for row in await store.rows("r")] == [1, 2]
    await store.database.close()


@pytest.mark.parametrize("losses", [1, 2])
@played
async def test_a_row_with_a_lost_answer_is_never_reported_missing(
    losses: int, fresh: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stored, then the connection broke: a retry finds its number taken; broken again, it is unsure."""
    store = await opened(fresh())
    await begin(store, "a")
    append, lost = Postgres._append, itertools.count(1)

    async def losing(self: Postgres, changes: list[Change]) -> list[bool]:
        made = await append(self, changes)
        if next(lost) <= losses:
            raise psycopg.OperationalError("the line broke")
        return made

    monkeypatch.setattr(Postgres, "_append", losing)
    if losses == 1:
        assert await store.append("a", Row(2, 2.0, b"two")) is False
    else:
        with pytest.raises(Unsure):
            await store.append("a", Row(2, 2.0, b"two"))
    monkeypatch.undo()
    assert [row.body for row in await store.rows("a", 1)] == [b"two"]
    assert await store.append("a", Row(3, 3.0, b"three")), "and writing goes on"
    await store.database.close()


@played
async def test_the_news_of_a_row_is_the_row(fresh: Callable[[], str]) -> None:
    """Another process gets the appended row, unless it is too long, and never a row that was not stored."""
    address, heard = fresh(), asyncio.Queue[str]()
    other = Store(open_database(address))
    await other.database.open(heard.put)
    store = await opened(address)
    await begin(store, "r")
    assert await store.append("r", Row(2, 1731700000.123456, b"\x00 \n"))
    assert not await store.append("r", Row(2, 2.0, b"late"))
    assert await store.append("r", Row(3, 3.0, b"x" * 5000))
    assert await heard.get() == "e r 2 1731700000.123456 00200a"
    assert await heard.get() == "e r 3"
    for one in (store, other):
        await one.database.close()


@played
async def test_several_processes_share_a_table(fresh: Callable[[], str]) -> None:
    """Two servers on one database: one notifies the other of commits and of presence."""
    address = fresh()
    async with house(address) as here, house(address) as there:
        anna, bob = here.person(), there.person()
        room = (await anna.make("the-game", seats=2))["room"]
        one, two = await anna.line(room), await bob.line(room)
        sat = await two.ask("sit", seat=1)
        assert sat["number"] == one.number + 1
        await one.hear("event", what="sit")
        # presence has notifications of its own, sometimes before the row
        await until(lambda: here.house.rooms.open[room].presence().here == [0, 1])
        one.send("start")
        for line in (one, two):
            await line.hear("event", what="start")
        for _ in range(12):
            state = [await line.enter(room) for line in (one, two)]
            assert state[0]["number"] == state[1]["number"]
            turn = state[0]["table"]["turn"]
            actor, other = (one, two) if turn == 0 else (two, one)
            legal = state[turn]["table"]["legal"]
            await actor.act(next(a for a in legal if not a.startswith("signal")))
            await other.hear("event", what="act")
        # both at once: the log decides, and both get the same events
        signals = [
            [a for a in s["table"]["legal"] if a.startswith("signal")]
            for s in [await line.enter(room) for line in (one, two)]
        ]
        numbers = []
        for line, own in zip((one, two), signals, strict=True):
            line.send("act", id="race", number=line.number, action=own[0])
        for line in (one, two):
            numbers.append((await line.hear("event", id="race"))["number"])
        assert sorted(numbers) == [max(numbers) - 1, max(numbers)]
        await two.cut()
        await one.hear("presence", here=[0])
        await until(
            lambda: (
                here.house.rooms.open[room].room.number == there.house.rooms.open[room].room.number
            )
        )
