"""The server's promises: the log decides, and no acknowledged row is ever lost or shown too early."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.server.faults import Faulty
from tests.server.house import FREE, WAIT, Clock, Line, Place, house, played, seated, settle, until
from tests.server.test_table import plain
from trapoula.host.listings import Listing
from trapoula.room import frames
from trapoula.room.errors import Failed
from trapoula.room.events import Row
from trapoula.server import checkpoints, upkeep
from trapoula.server.store import Store, open_database, schema

pytestmark = pytest.mark.usefixtures("thinking")
DAY = 86_400.0


async def _deaf(news: str) -> None:
    return


async def patience(place: Place) -> tuple[Line, str, Any]:
    """Return a solo player at a deal with a stock to turn, and the room."""
    anna = place.person()
    made = await anna.make("klondike", deal=1)
    return await anna.line(made["room"]), made["room"], anna


async def _first(
    game: str, level: str, notes: bytes, views: Any, legal: Sequence[str], addresses: Any
) -> tuple[str, bytes]:
    """Return a bot that plays at once."""
    return plain([*legal]), notes


def faults(place: Place) -> Faulty:
    database = place.house.store.database
    assert isinstance(database, Faulty)
    return database


@played
async def test_a_stored_move_is_acknowledged_even_if_its_frame_fails(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stored move is never reported as failed; the next event brings all of it."""

    def fail(*about: Any) -> None:
        raise ValueError("a view that cannot be written")

    async with house(where) as place:
        line, room, _ = await patience(place)
        before = line.number
        with monkeypatch.context() as broken:
            broken.setattr(frames, "News", fail)
            answer = await line.act("turn")
        assert (answer["type"], answer["number"]) == ("done", before + 1)
        assert len(await place.house.store.rows(room)) == answer["number"]
        assert (await line.act("turn", number=answer["number"]))["type"] == "event"


# --- deletion and sweeping -----------------------------------------------------------------------


@played
async def test_a_room_with_somebody_in_it_is_not_swept(where: str) -> None:
    """A tab can stay open for days on an untouched deal. What is played there is stored for ever."""
    clock = Clock()
    async with house(where, clock=clock) as place:
        line, room, anna = await patience(place)
        for _ in range(3):
            clock.now += DAY + 1
            await upkeep.sweep(place.house)
        for _ in range(3):
            assert (await line.act("turn"))["type"] == "event"
        number = line.number
    async with house(where, clock=clock) as place:
        assert (await place.person(anna.token).line(room)).number >= number


@played
async def test_a_room_with_somebody_at_another_process_is_not_swept(
    fresh: Callable[[], str],
) -> None:
    clock, address = Clock(), fresh()
    async with house(address, clock=clock) as here, house(address, clock=clock) as there:
        line, room, _ = await patience(here)
        clock.now += DAY + 1
        await upkeep.visit(here.house)
        await upkeep.sweep(there.house)
        assert (await line.act("turn"))["type"] == "event"
        assert await there.house.store.rows(room)


@played
async def test_an_untouched_room_that_everybody_left_is_swept(where: str) -> None:
    clock = Clock()
    async with house(where, clock=clock) as place:
        line, room, anna = await patience(place)
        await line.cut()
        clock.now += DAY + 1
        await upkeep.sweep(place.house)
        assert await place.house.store.rows(room) == []
        assert (await place.person(anna.token).get(f"/api/rooms/{room}", 404))["code"] == "no-room"


@played
async def test_nothing_is_added_to_a_room_that_is_gone(where: str) -> None:
    """An append names its predecessor: without it, the append fails and leaves no orphan."""
    store = Store(open_database(where))
    await store.database.open(_deaf)
    await store.make_room(
        [Row(1, 1.0, b"x")],
        Listing("r", "golf", 1, "p", "playing", False, 1.0, {}),
        store.member("r", "p", 1.0),
    )
    assert not await store.append("r", Row(3, 1.0, b"x")), "a number was left out"
    assert await store.append("r", Row(2, 1.0, b"x"))
    await store.delete_room("r")
    assert not await store.append("r", Row(3, 1.0, b"x"))
    assert not await store.append("r", Row(1, 1.0, b"x"))
    assert not await store.append("r", Row(3, 1.0, b"x"), [store.member("r", "p", 1.0)])
    many = [store.append(room, Row(3, 1.0, b"x")) for room in ("r", "s", "t")]
    assert await asyncio.gather(*many) == [False] * 3
    for table in ("log", "members", "rooms"):
        assert await store.database.query(f"SELECT count(*) FROM {table}") == [(0,)]
    await store.database.close()


@played
async def test_a_room_deleted_elsewhere_takes_no_move(fresh: Callable[[], str]) -> None:
    """One process deletes the room. The other, not notified yet, must not acknowledge a move."""
    address = fresh()
    async with house(address) as here, house(address, wrap=Faulty) as there:
        faults(there).news = lambda news: False
        anna = here.person()
        room = (await anna.make("klondike", deal=1))["room"]
        line = await there.person(anna.token).line(room)
        assert (await anna.request("DELETE", f"/api/rooms/{room}")).status_code == 200
        assert (await line.act("turn"))["code"] == "no-room"
        assert await here.house.store.rows(room) == []


@played
async def test_a_room_is_deleted_while_a_move_is_under_way(tmp_path: Path) -> None:
    """Deletion waits its turn at the table: the move is acknowledged first, then all is deleted."""
    async with house(tmp_path, wrap=Faulty) as place:
        line, room, anna = await patience(place)
        faults(place).gate.clear()
        line.send("act", action="turn", number=line.number, id="m")
        await until(lambda: faults(place).waiting > 0)
        deleting = asyncio.create_task(anna.request("DELETE", f"/api/rooms/{room}"))
        await asyncio.sleep(0.05)
        faults(place).gate.set()
        assert (await line.hear("event", "error"))["type"] == "event"
        await line.hear("bye", code="removed")
        assert (await deleting).status_code == 200
        assert await place.house.store.rows(room) == []


# --- memory is never ahead of the log ------------------------------------------------------------


def timeless(table: dict[str, Any]) -> dict[str, Any]:
    """Return a table without the time spent, which runs on meanwhile."""
    return {name: told for name, told in table.items() if name != "seconds"}


@played
async def test_a_move_that_was_not_stored_is_seen_nowhere(tmp_path: Path) -> None:
    """After a failed append, HTTP, the record and new guests show the log."""
    async with house(tmp_path, wrap=Faulty) as place:
        line, room, anna = await patience(place)
        before = await anna.get(f"/api/rooms/{room}")
        faults(place).failing = 1
        refused = await line.act("turn")
        assert refused["code"] == "failed"
        assert refused["number"] == before["number"]

        seen = await anna.get(f"/api/rooms/{room}")
        assert seen["number"] == before["number"]
        assert timeless(seen["table"]) == timeless(before["table"])
        entered = await (await anna.line()).enter(room)
        assert timeless(entered["table"]) == timeless(before["table"])
        kept = await anna.request("POST", f"/api/rooms/{room}/share")
        told = await anna.get(f"/api/replays/{kept.json()['replay']}")
        assert told["steps"] == 0
        assert (await line.act("turn"))["number"] == before["number"] + 1


@played
async def test_a_move_is_not_seen_before_it_is_stored(tmp_path: Path) -> None:
    async with house(tmp_path, wrap=Faulty) as place:
        line, room, anna = await patience(place)
        before = await anna.get(f"/api/rooms/{room}")
        faults(place).gate.clear()
        line.send("act", action="turn", number=line.number, id="m")
        await until(lambda: faults(place).waiting > 0)
        async with asyncio.timeout(WAIT):  # nor does a reader wait for it
            seen = await anna.get(f"/api/rooms/{room}")
            assert timeless(seen["table"]) == timeless(before["table"])
            other = await anna.line(room)
        faults(place).gate.set()
        for one in (line, other):
            assert (await one.hear("event", what="act"))["number"] == before["number"] + 1


@played
async def test_when_the_answer_is_lost_the_log_is_asked(where: str) -> None:
    """The move was stored without an answer: the player learns that it was done, not that it failed."""
    async with house(where, wrap=Faulty) as place:
        one, two = await seated(place, "the-game", 2)
        room = next(iter(place.house.rooms.open))
        legal = (await one.enter(room))["table"]["legal"]
        faults(place).losing = 1
        number = one.number
        told = await one.act(plain(legal), id="lost")
        assert (told["type"], told["number"]) in (("event", number + 1), ("done", number + 1))
        assert (await two.hear("event", what="act"))["number"] == number + 1
        assert len(await place.house.store.rows(room)) == number + 1


@played
async def test_an_unknown_outcome_is_reported_as_unsure(tmp_path: Path) -> None:
    """The move was stored, and the database is gone: the player gets "unsure", and later the result."""
    async with house(tmp_path, wrap=Faulty) as place:
        line, room, _ = await patience(place)
        database = faults(place)
        database.losing = 1
        database.gate.clear()
        number = line.number
        line.send("act", action="turn", number=number, id="m")
        await until(lambda: database.waiting > 0)
        database.away = True
        database.gate.set()
        told = await line.hear("error", "event", "done")
        assert told["code"] == "unsure"
        database.away = False
        again = await line.act("turn", id="m", number=number)
        assert again["number"] == number + 1
        assert len(await place.house.store.rows(room)) == number + 1


@played
async def test_postgres_hangs_up_in_the_middle_of_a_commit(
    fresh: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row is stored, and the connection breaks before the answer: the batch's check finds it."""
    from trapoula.server.store.postgres import Postgres

    async with house(fresh()) as place:
        line, room, _ = await patience(place)
        append = Postgres._append
        broken = []

        async def lose(self: Postgres, changes: Any) -> Any:
            made = await append(self, changes)
            if not broken:
                broken.append(True)
                raise psycopg.OperationalError("server closed the connection unexpectedly")
            return made

        monkeypatch.setattr(Postgres, "_append", lose)
        number = line.number
        told = await line.act("turn")
        assert told["type"] in ("event", "done")
        assert told["number"] == number + 1
        assert len(await place.house.store.rows(room)) == number + 1


@played
async def test_a_slow_query_does_not_block_others(
    fresh: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others use connections of their own, and a slow query is cancelled."""
    from trapoula.server.store import postgres

    address = fresh()
    monkeypatch.setattr(postgres, "LONGEST_QUESTION", 60.0)
    async with house(address) as place:
        line, room, _ = await patience(place)
        database = place.house.store.database
        slow = [
            asyncio.create_task(database.query("SELECT pg_sleep(60)"))
            for _ in range(postgres.READERS - 1)
        ]
        await settle(20)
        assert await place.house.store.rows(room)
        assert (await line.act("turn"))["type"] == "event"
        assert not any(one.done() for one in slow)
        for one in slow:
            one.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
    monkeypatch.setattr(postgres, "LONGEST_QUESTION", 0.2)
    async with house(address) as place:
        with pytest.raises(Failed):
            await place.house.store.database.query("SELECT pg_sleep(60)")
        assert await place.house.store.rows(room)


@played
async def test_a_slow_query_of_sqlite_does_not_block_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is cancelled, and others run meanwhile."""
    from trapoula.server.store import sqlite

    monkeypatch.setattr(sqlite, "LONGEST_QUESTION", 1.0)
    async with house(tmp_path) as place:
        line, room, _ = await patience(place)
        query = place.house.store.database.query
        endless = (
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
        )
        slow = [asyncio.create_task(query(endless)) for _ in range(sqlite.READERS - 1)]
        await settle(20)
        assert await place.house.store.rows(room)
        assert not any(one.done() for one in slow)
        assert (await line.act("turn"))["type"] == "event"
        ended = await asyncio.gather(*slow, return_exceptions=True)
        assert all(isinstance(one, Failed) for one in ended)
        assert await place.house.store.rows(room)


@played
async def test_a_process_that_lags_behind_asks_the_log_before_it_refuses(
    fresh: Callable[[], str],
) -> None:
    address = fresh()
    async with house(address) as here, house(address, wrap=Faulty) as there:
        faults(there).news = lambda news: False
        anna, bob = here.person(), here.person()
        room = (await anna.make("the-game", seats=2))["room"]
        late = await there.person(anna.token).line(room)
        await (await bob.line(room)).ask("sit", seat=1)
        assert (await late.ask("start"))["what"] == "start"


@played
async def test_a_returning_player_never_sees_an_older_table(fresh: Callable[[], str]) -> None:
    """On returning through a process that has not got the last move yet."""
    address = fresh()
    async with house(address) as here, house(address, wrap=Faulty) as there:
        faults(there).news = lambda news: False
        line, room, anna = await patience(here)
        other = await there.person(anna.token).line(room)
        await line.act("turn")
        assert (await other.enter(room, line.number))["number"] == line.number


@played
async def test_changes_during_the_loading_of_a_room_are_not_missed(
    fresh: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a process loads a log, another one appends to it, or deletes the room."""
    read, heard, go_on = asyncio.Event(), asyncio.Event(), asyncio.Event()
    rebuild = checkpoints.rebuild

    async def slowly(id_: str, rows: Sequence[Row]) -> checkpoints.LoadedRoom:
        read.set()
        await go_on.wait()
        return await rebuild(id_, rows)

    def hear(news: str) -> bool:
        heard.set()
        return True

    address = fresh()
    monkeypatch.setattr(checkpoints, "rebuild", slowly)
    async with house(address) as here, house(address, wrap=Faulty) as there:
        line, room, anna = await patience(here)
        entering = asyncio.create_task(there.person(anna.token).line(room))
        await read.wait()
        faults(there).news = hear
        await line.act("turn")
        await heard.wait()
        go_on.set()
        assert (await entering).number == line.number

        for event in (read, heard, go_on):
            event.clear()
        gone = (await anna.make("klondike", deal=1))["room"]
        entering = asyncio.create_task(there.person().get(f"/api/rooms/{gone}", 404))
        await read.wait()
        heard.clear()
        await anna.request("DELETE", f"/api/rooms/{gone}")
        await heard.wait()
        go_on.set()
        await entering


@played
async def test_every_process_knows_the_rows_another_has_sent(fresh: Callable[[], str]) -> None:
    """A socket at one, requests at the other, late notifications: neither ever sees less than before."""
    address = fresh()
    async with house(address) as here, house(address, wrap=Faulty) as there:
        line, room, anna = await patience(here)
        same, path = there.person(anna.token), f"/api/rooms/{room}"
        await same.get(path)
        faults(there).news = lambda news: False
        await line.act("turn")
        assert (await same.get(path))["number"] == line.number
        await line.act("turn")
        assert (await same.request("GET", f"{path}/record")).text.count("> turn") == 2
        await line.act("turn")
        assert len((await same.get(f"{path}/log"))["rows"]) == line.number

        shared = (await anna.make("the-game", seats=2))["room"]
        path, bob = f"/api/rooms/{shared}", here.person()
        host, guest = await anna.line(shared), await bob.line(shared)
        await guest.ask("sit")
        await host.ask("start")
        await same.get(path)
        for line in (host, guest):
            await line.ask("vote", end=True)
        assert (await same.request("POST", f"{path}/share")).status_code == 201
        await guest.ask("stand")
        assert (await same.request("DELETE", path)).status_code == 200


@played
async def test_a_table_resolves_an_unknown_outcome_by_itself(tmp_path: Path) -> None:
    """The answer was lost and the log could not be read: all learn the result without another command."""
    async with house(tmp_path, wrap=Faulty) as place:
        one, two = await seated(place, "the-game", 2)
        room = next(iter(place.house.rooms.open))
        legal = (await one.enter(room))["table"]["legal"]
        database, number = faults(place), one.number
        database.losing = 1
        database.gate.clear()
        one.send("act", action=plain(legal), number=number, id="m")
        await until(lambda: database.waiting > 0)
        database.away = True
        database.gate.set()
        assert (await one.hear("error", id="m"))["code"] == "unsure"
        database.away = False
        for line in (one, two):
            assert (await line.hear("event", what="act"))["number"] == number + 1


# --- a table owns its work -----------------------------------------------------------------------


@played
async def test_a_move_is_broadcast_although_its_socket_died(tmp_path: Path) -> None:
    async with house(tmp_path, wrap=Faulty) as place:
        one, two = await seated(place, "the-game", 2)
        room = next(iter(place.house.rooms.open))
        legal = (await one.enter(room))["table"]["legal"]
        faults(place).gate.clear()
        number = one.number
        one.send("act", action=plain(legal), number=number, id="m")
        await until(lambda: faults(place).waiting > 0)
        await one.cut()
        faults(place).gate.set()
        assert (await two.hear("event", what="act"))["number"] == number + 1


@played
async def test_a_failed_alarm_rings_again(tmp_path: Path) -> None:
    """The turn runs out while the database is away: the bot stands in once it is back."""
    clock = Clock()
    async with house(tmp_path, clock=clock, wrap=Faulty) as place:
        lines = await seated(place, "the-game", 2, clock=5)
        faults(place).failing = 2
        clock.now += 6
        await lines[1].ask("sit", seat=1)  # refused, and checks the clock again
        place.house.rooms.look(next(iter(place.house.rooms.open.values())))
        assert (await lines[1].hear("event", what="flag"))["seat"] == 0


@played
async def test_a_bot_plays_on_after_the_database_was_away(tmp_path: Path) -> None:
    async with house(tmp_path, limits=FREE, wrap=Faulty) as place:
        place.house.lanes.choose = _first  # type: ignore[method-assign]
        anna = place.person()
        made = await anna.make("the-game", seats=2, bots=[{"seat": 1}], start=True)
        line = await anna.line(made["room"])
        table = (await line.enter(made["room"]))["table"]
        while table["turn"] == 0:
            event = await line.act(plain(table["legal"]))
            table = event["table"]
            if table["turn"] == 1:
                faults(place).failing = 2
        assert (await line.hear("event", what="act", seat=1))["seat"] == 1


@played
async def test_a_new_name_reaches_the_other_process(fresh: Callable[[], str]) -> None:
    """Renamed over HTTP at one process, at a table that only the other has loaded."""
    address, brief = fresh(), replace(FREE, linger=0.01)
    async with house(address, limits=brief) as here, house(address) as there:
        anna = here.person()
        room = (await anna.make("the-game", seats=2))["room"]
        line = await there.person(anna.token).line(room)
        await until(lambda: not here.house.rooms.open)
        await anna.request("PATCH", "/api/me", json={"name": "Μαρία"})
        told = await line.hear("event", what="rename")
        assert told["name"] == "Μαρία"
        await asyncio.sleep(0.1)
        rows = await here.house.store.rows(room)
        assert sum(b'"rename"' in row.body for row in rows) == 1


@played
async def test_a_new_name_reaches_an_unloaded_table(tmp_path: Path) -> None:
    """A player renamed in the hall has the new name at an unloaded table on entering it."""
    async with house(tmp_path, limits=replace(FREE, linger=0.01)) as place:
        anna = place.person()
        room = (await anna.make("the-game", seats=2))["room"]
        await until(lambda: not place.house.rooms.open)
        await anna.request("PATCH", "/api/me", json={"name": "Maria"})
        line = await anna.line(room)
        assert (await line.hear("event", what="rename"))["name"] == "Maria"


@played
async def test_a_move_decided_before_the_turn_began_is_stale(tmp_path: Path) -> None:
    """A command carries the row its player had seen; an outdated one is refused as stale."""
    async with house(tmp_path) as place:
        one, two = await seated(place, "the-game", 2)
        room = next(iter(place.house.rooms.open))
        table, early = (await one.enter(room))["table"], two.number
        while table["turn"] == 0:
            table = (await one.act(plain(table["legal"])))["table"]
        mine = (await two.enter(room))["table"]["legal"]
        assert (await two.act(plain(mine), number=early))["code"] == "stale"
        assert (await two.act(plain(mine)))["type"] == "event"


# --- old databases -------------------------------------------------------------------------------


FIRST_SUMMARY = (
    '{"options": {}, "seats": [], "deal": 7, "host": null, "watch": "anyone", "clock": null}'
)


def _first_schema(where: str) -> None:
    """Make a database of version 1, with a room, its rows, and an orphan."""
    rows = [("r", number, float(number), b"row %d" % number) for number in (1, 2, 3, 4)]
    steps: list[tuple[str, list[tuple[Any, ...]]]] = [
        ("INSERT INTO log VALUES (?, ?, ?, ?)", [*rows, ("swept", 4, 1.0, b"lost")]),
        ("INSERT INTO rooms VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
         [("r", "golf", 1, "p", 0, "playing", 1.0, FIRST_SUMMARY)]),
        ("INSERT INTO members VALUES (?, ?, ?)", [("p", "r", 1.0), ("p", "swept", 1.0)]),
        ("INSERT INTO players VALUES (?, ?, ?)", [("p", "Anna", 1.0)]),
        ("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
         [("p", "swept", 1, 0, "golf", "{}", 1, 7, 1, 12, "won", 83.5, 97, 5.0)]),
    ]  # fmt: skip
    if where.startswith("postgresql"):
        with psycopg.connect(where, autocommit=True) as other:
            for statement in schema.STEPS[0]:
                other.execute(statement.encode())
            other.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
            other.execute("INSERT INTO schema_version VALUES (1)")
            for statement, values in steps:
                other.cursor().executemany(statement.replace("?", "%s").encode(), values)
        return
    connection = sqlite3.connect(where)
    for statement in schema.STEPS[0]:
        connection.execute(statement)
    for statement, values in steps:
        connection.executemany(statement, values)
    connection.execute("PRAGMA user_version = 1")
    connection.commit()
    connection.close()


@played
async def test_a_database_of_the_first_version_is_opened_with_all_it_holds(where: str) -> None:
    _first_schema(where)
    store = Store(open_database(where))
    await store.database.open(_deaf)
    assert [row.body for row in await store.rows("r")] == [b"row %d" % k for k in (1, 2, 3, 4)]
    assert [one.room for one in await store.rooms_of("p", 10)] == ["r"]
    assert await store.name_of("p") == "Anna"
    assert len(await store.results("p")) == 1
    assert await store.append("r", Row(5, 5.0, b"more"))
    assert not await store.append("swept", Row(5, 5.0, b"more"))
    await store.delete_room("r")
    assert await store.database.query("SELECT count(*) FROM log") == [(0,)]
    assert len(await store.results("p")) == 1, "results stay"
    await store.database.close()
