"""Tables for days: clocks, whose turn it is, who plays when the time is up, and rounds that are over."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.house import Clock, Line, Person, house, played
from tests.server.test_table import RIVALS

pytestmark = pytest.mark.usefixtures("thinking")
DAY = 86_400.0


async def table(anna: Person, nikos: Person, **fields: Any) -> tuple[str, Line, Line]:
    """Both sit at a table, and a round has begun."""
    room = (await anna.make(RIVALS, seats=2, **fields))["room"]
    other = await nikos.line(room)
    await other.ask("sit", seat=1)
    line = await anna.line(room)
    await line.ask("start")
    return room, line, other


async def turn(line: Line, room: str) -> None:
    while legal := (await line.enter(room))["table"]["legal"]:
        await line.act(legal[0])


@pytest.mark.parametrize("hours", [12, 24, 72])
@played
async def test_lists_say_until_when_a_turn_is_to_be_made(hours: int, tmp_path: Path) -> None:
    """The time begins anew with each turn."""
    clock = Clock()
    async with house(tmp_path, clock=clock) as place:
        anna, nikos = Person(place), Person(place)
        room, line, _ = await table(anna, nikos, clock=hours * 3600)
        first = (await anna.get("/api/rooms"))["mine"][0]
        assert (first["yours"], first["deadline"]) == (True, clock.now + hours * 3600)
        clock.now += 3600
        await turn(line, room)
        (mine,) = (await nikos.get("/api/rooms"))["mine"]
        assert (mine["yours"], mine["deadline"]) == (True, clock.now + hours * 3600)
        assert (await anna.get("/api/rooms"))["mine"][0]["yours"] is False


@pytest.mark.parametrize("late", ["bot", "wait"])
@played
async def test_a_bot_plays_a_late_turn_only_where_that_was_agreed(
    late: str, tmp_path: Path
) -> None:
    clock = Clock()
    async with house(tmp_path, clock=clock) as place:
        anna, nikos = Person(place), Person(place)
        room, line, other = await table(anna, nikos, clock=int(DAY), late=late)
        assert (await line.enter(room))["settings"]["late"] == late
        await line.cut()
        clock.now += DAY + 1
        seen = await other.enter(room)  # whoever comes finds the time up
        if late == "bot":
            assert (await other.hear("event", what="flag"))["turn"] is True
        else:
            place.house.rooms.look(place.house.rooms.open[room])
            assert seen["table"]["turn"] == 0
            wish = await other.ask("wish", matter="bot", about=0)
            assert wish["what"] == "flag"  # the others let a bot play


@played
async def test_a_table_keeps_its_rounds_and_waits_for_another(tmp_path: Path) -> None:
    """A round that was ended by vote was not played to its end."""
    async with house(tmp_path, clock=Clock()) as place:
        anna, nikos = Person(place), Person(place)
        await anna.request("PATCH", "/api/me", json={"name": "Anna"})
        room, line, other = await table(anna, nikos)
        assert (await nikos.get("/api/tables"))["standing"] == []
        for _ in range(400):
            seen = await line.enter(room)
            if seen["sitting"]["phase"] == "over":
                break
            await turn((line, other)[seen["table"]["turn"]], room)
        (one,) = (await nikos.get(f"/api/rooms/{room}/rounds"))["rounds"]
        assert (one["round"], one["names"][0], len(one["scores"])) == (1, "Anna", 2)
        best = max(one["scores"])
        assert one["won"] == [score == best for score in one["scores"]]
        assert (await nikos.get("/api/rooms"))["mine"] == []
        (mine,) = (await nikos.get("/api/tables"))["standing"]
        assert (mine["room"], mine["phase"]) == (room, "over")
        number = (await line.enter(room))["number"]
        await line.ask("again", number=number)
        await other.ask("again", number=(await other.enter(room))["number"])
        assert (await nikos.get("/api/tables"))["standing"] == []
        for one_line in (line, other):
            await one_line.ask("vote", end=True)
        assert (await line.enter(room))["sitting"]["phase"] == "over"
        assert len((await nikos.get(f"/api/rooms/{room}/rounds"))["rounds"]) == 1
