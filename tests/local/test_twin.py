"""A server's table that is played here too: drawn at once, told there once, and the server's log decides."""

import json
from pathlib import Path
from typing import Any

from tests.local.test_house import Page
from tests.server.house import Person, house, played
from trapoula.local import twin
from trapoula.local.house import House
from trapoula.local.storage import Change, Memory


class Twin(Page):
    """A page beside a server, with one of its tables; its line is up only while it settles or tells."""

    def __init__(self, person: Person, room: str, storage: Memory | None = None) -> None:
        self.storage = storage or Memory()
        super().__init__(self.storage, [])
        self.house = House(self.storage, self, beside=True)
        self.person, self.room, self.path = person, room, f"/api/rooms/{room}/log"
        self.number = 0

    async def settles(self, *, refused: bool = False) -> None:
        if self.house.table is None:
            await self.house.open()
        log = (await self.person.request("GET", self.path)).text
        self.number = await twin.join(self.house, log, refused=refused)
        if self.house.table is None:
            assert (await self.says("enter", room=self.room))["number"] == self.number

    async def plays(self, type_: str = "act", **fields: Any) -> dict[str, Any]:
        told = await self.says(type_, number=self.number, **fields)
        self.number = told["number"]
        return told

    async def owed(self) -> list[tuple[str, str]]:
        return await self.storage.read("owed/")

    async def tells(self) -> dict[str, Any]:
        """Tell the server what it is owed, as the page's script does."""
        owed = await self.owed()
        said = [json.loads(text) for _, text in owed]
        answer = await self.person.request("POST", self.path, json={"said": said})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        done = {one["id"]: one["number"] for one in found["done"]}
        told = [
            key
            for key, text in owed
            if done.get(json.loads(text)["id"]) == int(key[-30:].split("/")[-2])
        ]
        await self.storage.change([Change("gone", key) for key in told])
        return found


async def table(person: Person, room: str) -> Any:
    return (await person.get(f"/api/rooms/{room}"))["table"]


@played
async def test_what_is_done_here_is_done_there_once(tmp_path: Path) -> None:
    """Moves, moves home, undo, redo, a pause, another deal: the same table at both, and nothing twice."""
    async with house(tmp_path) as place:
        anna = place.person()
        room = (await anna.make("klondike", deal=3))["room"]
        page = Twin(anna, room)
        await page.settles()
        first = page.number
        for _ in range(3):
            await page.plays(action="turn")
        await page.plays("undo")
        await page.plays("redo")
        await page.says("pause")
        page.number += 1
        there = await table(anna, room)
        assert there["steps"] == 0, "the server knows nothing yet"
        here = await page.plays(action="T6>F1", home="all")
        assert len(here["table"]["last"]) > 1
        done = await page.tells()
        assert [one["number"] for one in done["done"]] == [*range(first + 1, page.number + 1)]
        assert done["refused"] is None
        assert await page.owed() == []
        there = await table(anna, room)
        assert {**there, "seconds": 0} == {**here["table"], "seconds": 0}
        dealt = await page.plays("again")
        assert (await anna.request("POST", page.path, json={"said": []})).json()["done"] == []
        owed = await page.owed()
        for _ in range(2):
            await page.storage.change([Change("put", *one) for one in owed])
            assert (await page.tells())["refused"] is None
        seen = await anna.get(f"/api/rooms/{room}")
        assert (seen["number"], seen["deal"]) == (page.number, dealt["deal"])
        assert seen["cards"] == "number", (
            "a deal that the server's chance did not make is a chosen one"
        )


@played
async def test_what_was_not_told_outlives_the_page(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        room = (await anna.make("golf", deal=7))["room"]
        page = Twin(anna, room)
        await page.settles()
        moved = await page.plays(action=page.heard[-1]["table"]["legal"][0])
        later = Twin(anna, room, page.storage)
        await later.house.open()
        found = await later.says("enter", room=room)
        assert found["table"]["view"] == moved["table"]["view"]
        assert found["number"] == page.number
        await later.settles()
        assert (await later.tells())["done"][0]["number"] == page.number
        assert (await table(anna, room))["view"] == moved["table"]["view"]


@played
async def test_a_table_that_was_played_on_elsewhere_is_the_servers(tmp_path: Path) -> None:
    """What was done here since is not forced upon another table; the player is told, and goes on."""
    async with house(tmp_path) as place:
        anna = place.person()
        room = (await anna.make("klondike", deal=7))["room"]
        page = Twin(anna, room)
        await page.settles()
        await page.plays(action="turn")
        await page.plays(action="turn")
        line = await anna.line(room)
        await line.enter(room)
        await line.act("turn")
        refused = (await page.tells())["refused"]
        assert refused["code"] == "stale"
        await page.settles()
        assert page.heard[-1]["template"].startswith("This table was played on elsewhere")
        assert page.heard[-2]["table"]["steps"] == 1
        assert await page.owed() == []
        await page.plays(action="turn")
        assert (await page.tells())["refused"] is None
        assert (await table(anna, room))["steps"] == 2


@played
async def test_what_changes_no_table_makes_nothing_stale(tmp_path: Path) -> None:
    """The server noted an advice meanwhile: what was done here follows it, by later numbers."""
    async with house(tmp_path) as place:
        anna = place.person()
        room = (await anna.make("klondike", deal=7))["room"]
        page = Twin(anna, room)
        await page.settles()
        await page.plays(action="turn")
        await page.plays(action="turn")
        ids = [json.loads(text)["id"] for _, text in await page.owed()]
        found = await place.house.rooms.find(room)
        await found.advise(page.number)
        answer = await page.tells()
        assert [one["id"] for one in answer["done"]] == ids[:1]
        await page.settles()
        assert (await page.tells())["refused"] is None
        assert await page.owed() == []
        told = (await anna.get(page.path))["rows"]
        assert [row["event"].get("id") for row in told[-3:]] == [None, *ids]
        assert (await table(anna, room))["steps"] == 2


@played
async def test_a_log_is_for_its_player_alone(tmp_path: Path) -> None:
    """Nobody else has it, a table for several has none, and who one is at the server is not in it."""
    async with house(tmp_path) as place:
        anna, bob = place.person(), place.person()
        room = (await anna.make("klondike"))["room"]
        log = await anna.request("GET", f"/api/rooms/{room}/log")
        player = (await place.house.rooms.find(room)).room.sitting.chairs[0].player
        assert player not in log.text
        for method, body in (("GET", None), ("POST", {"said": []})):
            answer = await bob.request(method, f"/api/rooms/{room}/log", json=body)
            assert answer.json()["code"] == "wrong-phase"
            shared = (await anna.make("the-game", seats=2))["room"]
            answer = await anna.request(method, f"/api/rooms/{shared}/log", json=body)
            assert answer.json()["code"] == "wrong-phase"
        nonsense = {"said": [{"type": "enter", "id": "x", "room": room}]}
        answer = await anna.request("POST", f"/api/rooms/{room}/log", json=nonsense)
        assert answer.json()["code"] == "bad-request"
