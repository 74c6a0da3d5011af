"""Tables over days: clocks, whose turn it is, late players, and finished rounds."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import Clock, Line, Person, Place, house, played
from tests.server.test_table import RIVALS
from trapoula.room import events
from trapoula.server.upkeep import ring

pytestmark = pytest.mark.usefixtures("thinking")
DAY = 86_400.0


async def table(anna: Person, nikos: Person, **fields: Any) -> tuple[str, Line, Line]:
    """Seat both at a table and start a round."""
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
    """The time restarts with each turn."""
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
        seen = await other.enter(room)  # any entering player finds the time up
        if late == "bot":
            assert (await other.hear("event", what="flag"))["turn"] is True
        else:
            place.house.rooms.look(place.house.rooms.open[room])
            assert seen["table"]["turn"] == 0
            wish = await other.ask("wish", matter="bot", about=0)
            assert wish["what"] == "flag"  # the others let a bot play


@played
async def test_a_table_keeps_its_rounds_and_waits_for_another(tmp_path: Path) -> None:
    """A round that a vote ended does not count as played to its end."""
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


@played
async def test_the_clock_stops_in_a_holiday(tmp_path: Path) -> None:
    """Everyone sees until when. It ends by itself, by a command, or with a move."""
    clock = Clock()
    async with house(tmp_path, clock=clock) as place:
        anna, nikos = Person(place), Person(place)
        room, line, other = await table(anna, nikos, clock=int(DAY), late="bot")
        begun = clock.now
        clock.now += DAY / 4
        told = await line.ask("holiday", days=5)
        back = clock.now + 5 * DAY
        assert told["table"]["deadline"] == back + DAY * 3 / 4
        heard = await other.hear("event", what="holiday")
        assert (heard["seat"], heard["days"]) == (0, 5)
        assert heard["sitting"]["seats"][0]["until"] == back
        (listed,) = (await nikos.get("/api/rooms"))["mine"]
        assert listed["seats"][0]["until"] == back
        clock.now += 3 * DAY  # three days later, during the holiday
        assert (await other.enter(room))["table"]["turn"] == 0
        assert (await line.ask("holiday", days=0))["table"]["deadline"] == begun + 4 * DAY
        await line.ask("holiday", days=2)
        await turn(line, room)
        seats = (await other.enter(room))["sitting"]["seats"]
        assert ["until" in seat for seat in seats] == [False, False]
        assert (await other.enter(room))["table"]["deadline"] == clock.now + DAY


@played
async def test_a_holiday_that_began_before_the_turn_holds_it_up(tmp_path: Path) -> None:
    """No one is flagged during it, not even at an unloaded table; afterwards the alarm rings."""
    clock = Clock()
    async with house(tmp_path, clock=clock) as place:
        anna, nikos = Person(place), Person(place)
        room, line, other = await table(anna, nikos, clock=int(DAY), late="bot")
        await other.ask("holiday", days=3)
        back = clock.now + 3 * DAY
        clock.now += DAY / 2
        await turn(line, room)
        assert (await line.enter(room))["table"]["deadline"] == back + DAY
        for one in (line, other):
            await one.cut()
        for now, late in ((back - 60, False), (back + DAY - 60, False), (back + DAY + 60, True)):
            clock.now = now
            await ring(place.house)
            async with asyncio.timeout(10):
                while late and not await flagged(place, room):
                    await asyncio.sleep(0.01)
            assert await flagged(place, room) == late


async def flagged(place: Place, room: str) -> bool:
    """Return whether a seat was flagged."""
    rows = [events.read(row.body) for row in await place.house.store.rows(room)]
    return any(isinstance(event, events.Flag) for event in rows)


@played
async def test_holidays_are_bounded(tmp_path: Path) -> None:
    """Fourteen days a round, for seated players, at tables with long turns. Unused days are kept."""
    clock = Clock()
    async with house(tmp_path, clock=clock) as place:
        anna, nikos, eve = Person(place), Person(place), Person(place)
        room, line, _ = await table(anna, nikos, clock=int(DAY))
        assert (await line.ask("holiday", days=15))["code"] == "bad-message"
        assert (await line.ask("holiday", days=14))["what"] == "holiday"
        assert (await line.ask("holiday", days=1))["facts"] == {"most": 14, "left": 0}
        clock.now += 9 * DAY
        await line.ask("holiday", days=0)
        assert (await line.ask("holiday", days=6))["facts"] == {"most": 14, "left": 5}
        assert (await line.ask("holiday", days=5))["what"] == "holiday"
        await line.ask("stand")
        await line.ask("sit", seat=0)
        assert (await line.ask("holiday", days=6))["code"] == "too-many"  # nor in a new seat
        watcher = await eve.line(room)
        assert (await watcher.ask("holiday", days=1))["code"] == "not-seated"
        quick, own, _ = await table(nikos, anna, clock=60)
        assert quick
        assert (await own.ask("holiday", days=1))["code"] == "not-available"
