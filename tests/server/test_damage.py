"""Unreadable rows: their own room fails with a sentence, all others work."""

import logging
import sqlite3
from contextlib import closing

import psycopg
import pytest

from tests.server.house import FREE, house, played
from trapoula.server.limits import Limits

DAMAGE = {
    "not JSON": "UPDATE log SET body = ? WHERE room = ? AND number = 3",
    "no such event": "UPDATE log SET body = ? WHERE room = ? AND number = 3",
    "an illegal move": "UPDATE log SET body = ? WHERE room = ? AND number = 4",
    "no first row": "DELETE FROM log WHERE body <> ? AND room = ? AND number = 1",
    "a gap": "DELETE FROM log WHERE body <> ? AND room = ? AND number = 3",
}
BODY = {
    "not JSON": b"\xff\x00\x13",
    "no such event": b'{"what":"fly","seat":0}',
    "an illegal move": b'{"what":"act","seat":0,"action":"T1>T99"}',
}


def change(where: str, statement: str, *values: object) -> None:
    """Change the database of a stopped server."""
    if where.startswith("postgresql://"):
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute(statement.replace("?", "%s").encode(), values)
        return
    with closing(sqlite3.connect(where)) as file, file:
        file.execute(statement, values)


@pytest.mark.parametrize("kind", DAMAGE)
@played
async def test_only_a_damaged_room_fails(
    where: str, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(where) as place:
        anna = place.person()
        bad, good = [(await anna.make("klondike", deal=1))["room"] for _ in range(2)]
        for room in (bad, good):
            line = await anna.line(room)
            for _ in range(3):
                await line.act("turn")
        assert (await place.http.get("/health")).json()["degraded"] is False
    change(where, DAMAGE[kind], BODY.get(kind, b""), bad)
    with caplog.at_level(logging.DEBUG, "trapoula"):
        async with house(where) as place:
            anna = place.person(anna.token)
            line = await anna.line()
            for _ in range(3):
                told = await line.ask("enter", room=bad)
                assert (told["type"], told["code"]) == ("error", "failed")
                assert "damaged" in told["message"]
                assert (await anna.get(f"/api/rooms/{bad}", 500))["code"] == "failed"
            assert {one["room"] for one in (await anna.get("/api/rooms"))["mine"]} == {bad, good}
            await line.enter(good)
            assert (await line.act("turn"))["type"] == "event"
            health = await place.http.get("/health")
            assert (health.status_code, health.json()["degraded"]) == (200, True)
            assert "trapoula_damaged_rooms 1" in (await place.http.get("/metrics")).text
    own = [record for record in caplog.records if record.name.startswith("trapoula")]
    assert not [record for record in own if record.exc_info]
    assert sum("cannot read the log" in record.getMessage() for record in own) == 1


@played
async def test_a_damaged_room_makes_way_for_no_other(where: str) -> None:
    """A player at the limit can make another table although one of theirs is damaged."""
    few = Limits(**{**{name: getattr(FREE, name) for name in FREE.__slots__}, "rooms_alone": 2})
    async with house(where, limits=few) as place:
        anna = place.person()
        bad = (await anna.make("klondike", deal=1))["room"]
        await anna.make("klondike", deal=2)
    change(where, DAMAGE["not JSON"], BODY["not JSON"], bad)
    async with house(where, limits=few) as place:
        assert (await place.person(anna.token).make("klondike", deal=3))["made_way"] == ["klondike"]


@played
async def test_a_damaged_summary_is_left_out_of_the_lists(where: str) -> None:
    async with house(where) as place:
        anna = place.person()
        bad, good = [(await anna.make("the-game", seats=2, lobby=True))["room"] for _ in range(2)]
        change_later = "UPDATE rooms SET summary = ? WHERE id = ?"
    for summary in ("{", "[]", '{"seats": 7}'):
        change(where, change_later, summary, bad)
        async with house(where) as place:
            listed = await place.person(anna.token).get("/api/rooms")
            assert [one["room"] for one in listed["mine"]] == [good], summary
            assert [one["room"] for one in listed["lobby"]] == [good], summary
