"""Rows in the future, from a clock that was ahead: turns and times at the table continue."""

from collections.abc import Callable

import pytest

from tests.server.house import Clock, Line, Place, house, played, seated
from trapoula.room import events
from trapoula.room.room import LONGEST_GAP, Room

YEAR = 365 * 86_400.0
NOW = 1_700_000_000.0


async def back(place: Place, tokens: list[str], room: str) -> list[Line]:
    """Return everyone's socket at the table after a restart."""
    return [await place.person(token).line(room) for token in tokens]


@pytest.mark.parametrize("ahead", [YEAR, 30.0])
@played
async def test_a_turn_ends_though_it_began_in_the_future(where: str, ahead: float) -> None:
    """A restart finds rows ahead of its clock: the seat on turn has its whole time and no more."""
    async with house(where, clock=Clock(NOW + ahead)) as place:
        lines = await seated(place, "take-that", 2, clock=5)
        (room,) = place.house.rooms.open
        tokens = [line.token for line in lines]
    clock = Clock(NOW)
    async with house(where, clock=clock) as place:
        lines = await back(place, tokens, room)
        entered = await lines[0].enter(room)
        told = entered["table"]
        assert told["deadline"] - entered["at"] == 5
        clock.now += 4.9
        table = place.house.rooms.open[room]
        place.house.rooms.look(table)
        await lines[0].ask("ping")
        assert table.room.number == lines[0].number
        clock.now += 0.2
        place.house.rooms.look(table)
        flag = await lines[0].hear("event", what="flag")
        assert (flag["seat"], flag["turn"]) == (told["turn"], True)


@played
async def test_no_second_at_the_table_is_lost(where: str) -> None:
    """A patience's time continues when it is opened, and is the same after another restart."""
    async with house(where, clock=Clock(NOW + YEAR)) as place:
        anna = place.person()
        room = (await anna.make("klondike", deal=1))["room"]
        await (await anna.line(room)).act("turn")
    clock = Clock(NOW)
    async with house(where, clock=clock) as place:
        anna = place.person(anna.token)
        line = await anna.line(room)
        for number in range(4):
            clock.now += 7
            assert (await line.act("turn", id=f"late{number}"))["type"] == "event"
        clock.now += 3
        seen = (await line.enter(room))["table"]["seconds"]
        assert seen == 31
    async with house(where, clock=clock) as place:
        line = await place.person(anna.token).line(room)
        assert (await line.enter(room))["table"]["seconds"] == seen


@pytest.mark.parametrize("skew", [45.0, 0.3])
@played
async def test_two_processes_whose_clocks_disagree(fresh: Callable[[], str], skew: float) -> None:
    """Each process counts the seconds it has seen; no turn waits for the clock that is ahead."""
    where = fresh()
    ahead, right = Clock(NOW + skew), Clock(NOW)
    async with house(where, clock=ahead) as one, house(where, clock=right) as two:
        anna = one.person()
        room = (await anna.make("klondike", deal=1))["room"]
        here, there = await anna.line(room), await two.person(anna.token).line(room)
        for number in range(6):
            ahead.now += 10
            right.now += 10
            line = (here, there)[number % 2]
            latest = max(here.number, there.number)
            told = await line.act("turn", number=latest, id=f"m{number}")
            assert told["type"] == "event", told
            for other in (here, there):
                while other.number < told["number"]:
                    await other.next()
        assert told["table"]["seconds"] == 60


def test_a_log_is_rebuilt_as_it_was_lived() -> None:
    """Whatever the clock does between rows, memory and log have the same times."""
    create = events.Create(
        game="klondike", options={}, seats=1, deal=1, settings=events.Settings(), by="anna"
    )
    room = Room.new("r", NOW, create)
    room = room.next(NOW, events.Sit(seat=0, name="Anna", by="anna"))
    room = room.next(NOW, events.Start(by="anna"))
    spent = 0.0
    for now, passed in (
        (NOW + 5, 5), (NOW + YEAR, LONGEST_GAP), (NOW + 10, 0), (NOW + 12, 2), (NOW - YEAR, 0),
        (NOW - YEAR + 4, 4), (NOW + 12, LONGEST_GAP),
    ):  # fmt: skip
        room = room.awake(now).next(now, events.Act(seat=0, action="turn", by="anna"))
        spent += passed
        assert (room.at, room.seconds(now)) == (now, spent)
        rows = [events.Row(n, at, events.write(one)) for n, (at, one) in enumerate(room.log, 1)]
        same = Room.rebuild("r", rows).awake(now)
        assert (same.at, same.seconds(now)) == (now, spent)
        assert same.turn_since <= now
