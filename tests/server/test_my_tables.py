"""A person's tables: listed, named, put away and deleted. Old ones are deleted for new ones."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.server.house import FREE, Person, house, played


async def mine(person: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await person.get("/api/rooms"))["mine"]
    return found


@played
async def test_a_table_is_named_and_put_away_for_oneself(where: str) -> None:
    async with house(where) as place:
        anna, bob = place.person(), place.person()
        room = (await anna.make("the-game", seats=2))["room"]
        await (await bob.line(room)).ask("sit")
        path = f"/api/rooms/{room}"
        answer = await anna.request("PATCH", path, json={"label": " Sunday\n game "})
        assert answer.json() == {"label": "Sunday game", "closed": None, "muted": None}
        await anna.request("PATCH", path, json={"closed": True})
        (own,) = await mine(anna)
        assert (own["label"], own["closed"]) == ("Sunday game", True)
        (other,) = await mine(bob)
        assert (other["label"], other["closed"]) == ("", False)
        await anna.request("PATCH", path, json={"muted": True})
        assert [(await mine(one))[0]["muted"] for one in (anna, bob)] == [True, False]
        await anna.request("PATCH", path, json={"label": "", "closed": False})
        (own,) = await mine(anna)
        assert (own["label"], own["closed"]) == ("", False)
        stranger = await place.person().request("PATCH", path, json={"label": "mine"})
        assert (stranger.status_code, stranger.json()["code"]) == (404, "no-room")
        long = await anna.request("PATCH", path, json={"label": "x" * 50})
        assert long.status_code == 400


@played
async def test_the_oldest_untouched_tables_make_way(where: str) -> None:
    async with house(where, limits=replace(FREE, rooms_alone=3)) as place:
        anna = place.person()
        rooms = [(await anna.make("golf"))["room"] for _ in range(3)]
        line = await anna.line(rooms[0])
        table = (await line.enter(rooms[0]))["table"]
        await line.act(table["legal"][0])
        await line.cut()
        made = await anna.make("klondike")
        assert made["made_way"] == ["golf"]
        left = {room["room"] for room in await mine(anna)}
        assert left == {rooms[0], rooms[2], made["room"]}, "the one that was touched stays"
        assert "made_way" not in await place.person().make("golf")


@played
async def test_a_table_where_somebody_is_does_not_make_way(tmp_path: Path) -> None:
    async with house(tmp_path, limits=replace(FREE, rooms_alone=2, rooms_shared=1)) as place:
        anna, bob = place.person(), place.person()
        rooms = [(await anna.make("golf"))["room"] for _ in range(2)]
        await anna.line(rooms[0])
        await anna.make("golf")
        assert rooms[0] in {room["room"] for room in await mine(anna)}
        shared = (await anna.make("the-game", seats=2))["room"]
        line = await bob.line(shared)
        await line.ask("sit")
        await line.cut()
        refused = await anna.request("POST", "/api/rooms", json={"game": "the-game", "seats": 2})
        assert (refused.status_code, refused.json()["code"]) == (429, "too-many")


@played
async def test_a_deleted_table_is_gone(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        room = (await anna.make("golf"))["room"]
        assert (await anna.request("DELETE", f"/api/rooms/{room}")).json() == {"gone": True}
        assert await mine(anna) == []
