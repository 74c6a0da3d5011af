"""Shared tables: reserved seats, consent of all, and chat."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import FREE, Clock, Line, Place, house, played, seated, settle
from tests.server.test_table import RIVALS, TEAM, plain

pytestmark = pytest.mark.usefixtures("thinking")
LASTING = replace(FREE, absent=0.0)


def room_of(place: Place) -> str:
    return next(iter(place.house.rooms.open))


async def tables(lines: list[Line], place: Place) -> list[dict[str, Any]]:
    """Return the table as each player sees it."""
    return [(await line.enter(room_of(place)))["table"] for line in lines]


async def begun(place: Place, count: int, **fields: Any) -> tuple[list[Line], int]:
    """Start a team game in which the first card can be laid. Return the seat on turn."""
    lines = await seated(place, TEAM, count, **fields)
    while (seen := await tables(lines, place))[0]["turn"] is None or any(
        text.startswith("begin") for table in seen for text in table["legal"]
    ):
        seat = next(
            at for at, table in enumerate(seen) if any("begin" in a for a in table["legal"])
        )
        await lines[seat].act("begin could")
    return lines, seen[0]["turn"]


@played
async def test_an_undo_needs_consent_and_keeps_later_signals(tmp_path: Path) -> None:
    """A signal made meanwhile stays. One refusal ends the request; absent players are not asked."""
    async with house(tmp_path) as place:
        lines, turn = await begun(place, 3)
        one, two, three = lines[turn], lines[(turn + 1) % 3], lines[(turn + 2) % 3]
        before = (await one.enter(room_of(place)))["table"]
        await one.act(plain(before["legal"]))
        signal = (await two.enter(room_of(place)))["table"]["legal"][0]
        await two.act(signal)
        asked = await one.ask("undo", number=(await one.hear("event", action=signal))["number"])
        assert (asked["what"], asked["about"]) == ("wish", turn)
        assert [wish["matter"] for wish in asked["sitting"]["wishes"]] == ["undo"]
        assert (await two.ask("wish", matter="undo", about=turn))["what"] == "wish"
        no = await three.ask("wish", matter="undo", about=turn, yes=False)
        assert no["sitting"]["wishes"] == []
        refused = await two.ask("wish", matter="undo", about=turn)
        assert refused["code"] == "wrong-phase"
        await one.ask("undo", number=one.number)
        await three.cut()
        undone = await two.ask("wish", matter="undo", about=turn)
        assert (undone["what"], undone["seat"], undone["sitting"]["wishes"]) == ("undo", turn, [])
        (told,) = undone["table"]["last"]
        assert (told["undone"], told["words"]["template"]) == (True, "Taken back: {what}")
        seen = await one.enter(room_of(place))
        after, story = seen["table"], seen["story"]
        assert after["view"]["rows"] == before["view"]["rows"]
        laid = [done for done in story if done["action"] == told["action"]]
        assert laid == [told], "the story says that it was taken back, and not that it lies there"
        assert story.index(told) > [done["action"] for done in story].index(signal)
        assert after["view"]["signals"] != before["view"]["signals"]
        await one.act(plain(after["legal"]))
        await one.ask("undo", number=one.number)
        gone_on = await one.act(plain((await one.enter(room_of(place)))["table"]["legal"]))
        story = (await two.enter(room_of(place)))["story"]
        assert [bool(done.get("undone")) for done in story][-1:] == [False]
        assert sum(bool(done.get("undone")) for done in story) == 1
        assert gone_on["sitting"]["wishes"] == [], "who plays on no longer asks"


@played
async def test_a_rematch_needs_the_consent_of_all_present(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        one, two = await seated(place, TEAM, 2)
        for line in (one, two):
            await line.ask("vote", end=True)
        await one.hear("event", what="vote", seat=1)
        asked = await one.ask("again", number=one.number)
        wish = {"seat": 0, "matter": "again", "deal": None, "about": None}
        assert asked["sitting"]["wishes"] == [wish]
        assert (await two.ask("wish", matter="again", yes=False))["sitting"]["wishes"] == []
        assert (await one.hear("event", what="wish", yes=False))["seat"] == 1
        await one.ask("again", number=one.number)
        assert (await two.ask("again", number=two.number))["round"] == 2


@played
async def test_a_seat_is_ones_own_again_on_coming_back(tmp_path: Path) -> None:
    """A player who left, and for whom a bot played, has the seat back on entering."""
    async with house(tmp_path, limits=LASTING) as place:
        one, two = await seated(place, RIVALS, 2, absent="bot")
        turn = (await one.enter(room_of(place)))["table"]["turn"]
        gone, here = (one, two) if turn == 0 else (two, one)
        token = gone._scope["headers"][2][1].decode().partition("=")[2]
        await gone.cut()
        flag = await here.hear("event", what="flag", seat=turn)
        assert flag["sitting"]["seats"][turn]["away"]
        assert flag["turn"] is False
        await here.hear("event", what="act", seat=turn)
        await place.person(token).line(room_of(place))
        back = await here.hear("event", what="back", seat=turn)
        assert not back["sitting"]["seats"][turn]["away"]


@played
async def test_a_clock_that_ran_out_costs_a_turn_and_not_the_seat(tmp_path: Path) -> None:
    """Two players present who think too long lose a turn each; no bot plays on for them."""
    clock = Clock()
    async with house(tmp_path, clock=clock) as place:
        lines = await seated(place, RIVALS, 2, clock=30)
        for _ in range(4):
            turn = (await lines[0].enter(room_of(place)))["table"]["turn"]
            clock.now += 31
            await lines[0].enter(room_of(place))  # entering checks the clock
            flag = await lines[1].hear("event", what="flag")
            assert (flag["seat"], flag["turn"]) == (turn, True)
            while "sitting" not in (done := await lines[1].hear("event", what="act", seat=turn)):
                pass  # still the same turn
            assert not any(chair["away"] for chair in done["sitting"]["seats"])
        await settle()
        chairs = place.house.rooms.open[room_of(place)].room.sitting.chairs
        assert not any(chair.played_by_bot for chair in chairs)


@played
async def test_players_present_can_let_a_bot_play_for_an_absent_one(tmp_path: Path) -> None:
    """Not for a player who is present, not before all agree; also for an abandoned seat."""
    async with house(tmp_path) as place:
        lines = await seated(place, TEAM, 3)
        assert (await lines[0].ask("wish", matter="bot", about=2))["code"] == "wrong-phase"
        await lines[2].cut()
        wish = await lines[0].ask("wish", matter="bot", about=2)
        assert wish["sitting"]["wishes"][0]["matter"] == "bot"
        stands = await lines[1].ask("wish", matter="bot", about=2)
        assert (stands["what"], stands["sitting"]["wishes"]) == ("flag", [])
        assert stands["sitting"]["seats"][2]["away"]
        await lines[1].ask("stand")
        await lines[0].hear("event", what="stand")
        sat = await lines[0].ask("wish", matter="bot", about=1)
        assert (sat["what"], sat["sitting"]["seats"][1]["kind"]) == ("bot", "bot")


@played
async def test_lists_show_whose_turn_it_is_and_tables_in_play(tmp_path: Path) -> None:
    """Each player learns only whether it is their own turn. A private table is in no list."""
    clock = Clock()
    async with house(tmp_path, clock=clock) as place:
        anna, bob, eve = (place.person() for _ in range(3))
        room = (await anna.make(RIVALS, seats=2, lobby=True, clock=90))["room"]
        hidden = (await anna.make(RIVALS, seats=2, lobby=True, watch="nobody"))["room"]
        for own in (room, hidden):
            lines = [await anna.line(own), await bob.line(own)]
            await lines[1].ask("sit", seat=1)
            await lines[0].ask("start")
        for _ in range(2):
            seen = {}
            for person in (anna, bob):
                mine = (await person.get("/api/rooms"))["mine"]
                seen[person] = next(one for one in mine if one["room"] == hidden)
            assert sorted([seen[anna]["yours"], seen[bob]["yours"]]) == [False, True]
            assert seen[anna]["turn"] == (0 if seen[anna]["yours"] else 1)
            assert "waited" not in seen[anna]
            player = lines[seen[anna]["turn"]]
            table = (await player.enter(hidden))["table"]
            await player.act(plain(table["legal"]))
        lobby = (await eve.get("/api/rooms"))["lobby"]
        assert [(one["room"], one["phase"], one["clock"]) for one in lobby] == [
            (room, "playing", 90)
        ]
        clock.now += 7200
        assert (await eve.get("/api/rooms"))["lobby"] == []


@played
async def test_everybody_may_speak_where_words_are_free(tmp_path: Path) -> None:
    """Before and after a round at any table. During it where the table allows, for spectators too.

    A player who has left a hand of this round may not."""
    async with house(tmp_path) as place:
        lines = await seated(place, TEAM, 2, talk="chat")
        stranger = await place.person().line(room_of(place))
        said = await stranger.ask("say", text="good luck")
        assert (said["what"], said["seat"]) == ("say", None)
        assert (await stranger.ask("say", text="play the 17"))["code"] == "no-numbers"
        await lines[1].ask("stand")
        assert (await lines[1].ask("say", text="well"))["code"] == "closed-talk"
        anna = place.person()
        line = await anna.line((await anna.make(TEAM, seats=2))["room"])
        assert (await line.ask("say", text="anybody here?"))["what"] == "say"


@played
async def test_presence_is_sent_only_when_it_changes(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        one, two = await seated(place, TEAM, 2)
        await one.ask("ping")
        told = len(one.frames)
        place.house.rooms.open[room_of(place)].tell_presence()
        await one.ask("ping")
        assert not any(b"presence" in frame for frame in one.frames[told:])
        await two.cut()
        assert (await one.hear("presence"))["here"] == [0]
