"""Fair play: chosen cards are marked, hands stay secret, and tables stay with their players."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.house import FREE, House, Line, Person, house, played, seated
from tests.server.test_table import plain
from trapoula import record as records
from trapoula.play.session import Session

pytestmark = pytest.mark.usefixtures("thinking")
TEAM, RIVALS, PATIENCE = "the-game", "take-that", "golf"


async def replay_of(person: Person, game: str, seats: int = 1) -> str:
    """Import a record with a deck of the player's choice."""
    session = Session(game, deal=5, seats=seats, clock=lambda: 0.0)
    stacked = Session(game, deck=session.deck, seats=seats, clock=lambda: 0.0)
    text = records.write(stacked.record())
    kept = await person.request("POST", "/api/replays", content=text.encode())
    assert kept.status_code == 201, kept.text
    name: str = kept.json()["replay"]
    return name


async def over(lines: list[Line]) -> None:
    """End the round by votes."""
    for line in lines:
        await line.ask("vote", end=True)
    for line in lines:
        await line.ask("ping")


@played
async def test_chosen_cards_are_marked_before_anyone_sits_down(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna, bob = place.person(), place.person()
        made = await anna.make(TEAM, seats=2)
        assert made["cards"] == "chance"
        made = await anna.make(TEAM, seats=2, deal=7, lobby=True)
        assert (await bob.get(f"/api/rooms/{made['room']}"))["cards"] == "number"
        assert (await bob.get("/api/rooms"))["lobby"][0]["cards"] == "number"
        name = await replay_of(anna, TEAM, 2)
        for step in ({"step": 0}, {}):
            answer = await anna.request("POST", "/api/rooms", json={"replay": name, **step})
            room = answer.json()["room"]
            assert (await bob.get(f"/api/rooms/{room}"))["cards"] == "record"


@pytest.mark.parametrize("chosen", ["deal", "replay", "again"])
@played
async def test_chosen_cards_never_count(tmp_path: Path, chosen: str) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        if chosen == "replay":
            name = await replay_of(anna, PATIENCE)
            answer = await anna.request("POST", "/api/rooms", json={"replay": name, "step": 0})
            made = answer.json()
        else:
            made = await anna.make(PATIENCE, **({"deal": 3} if chosen == "deal" else {}))
        line = await anna.line(made["room"])
        table = made["table"]
        if chosen == "again":
            dealt = await line.ask("again", deal=3, number=line.number)
            assert dealt["cards"] == "number"
            table = dealt["table"]
        while table["outcome"] is None:
            table = (await line.act(table["legal"][0]))["table"]
        assert (await anna.get("/api/stats"))["games"] == []
        dealt = await line.ask("again", number=line.number)
        assert dealt["cards"] == "chance"
        table = dealt["table"]
        while table["outcome"] is None:
            table = (await line.act(table["legal"][0]))["table"]
        assert (await anna.get("/api/stats"))["games"][0]["played"] == 1


@played
async def test_a_chosen_deal_is_asked_of_all(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        lines = await seated(place, TEAM, 3)
        await over(lines)
        first, second, third = lines
        wish = await first.ask("again", deal=7, number=first.number)
        assert (wish["what"], wish["deal"]) == ("wish", 7)
        assert (await second.hear("event", what="wish"))["sitting"]["wishes"] == [
            {"seat": 0, "matter": "again", "deal": 7, "about": None}
        ]
        other = await second.ask("again", deal=8, number=second.number)
        assert other["what"] == "wish"
        assert (await third.ask("again", deal=7, number=third.number))["what"] == "wish"
        dealt = await second.ask("again", deal=7, number=second.number)
        assert (dealt["what"], dealt["deal"], dealt["cards"]) == ("again", 7, "number")
        assert dealt["sitting"]["wishes"] == []


@played
async def test_absent_players_are_not_asked_and_requests_expire(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        first, second = await seated(place, TEAM, 2)
        await over([first, second])
        await first.ask("again", deal=7, number=first.number)
        await first.cut()
        dealt = await second.ask("again", number=second.number)
        assert (dealt["what"], dealt["deal"], dealt["cards"]) == ("again", None, "chance")
        assert dealt["sitting"]["wishes"] == []


async def mid_game(place: House, **wanted: Any) -> tuple[Person, Line, str]:
    """Return a table with a host and a bot, in the middle of a round."""
    anna = place.person()
    made = await anna.make(RIVALS, seats=2, bots=[{"seat": 1}], start=True, **wanted)
    return anna, await anna.line(made["room"]), made["room"]


@pytest.mark.parametrize("who", ["stranger", "second cookie of the host"])
@played
async def test_no_player_takes_over_a_hand_during_a_round(tmp_path: Path, who: str) -> None:
    async with house(tmp_path) as place:
        _, line, room = await mid_game(place)
        if who != "stranger":
            await line.ask("remove", seat=1)
        other = await place.person().line(room)
        refused = await other.ask("sit", seat=1)
        assert (refused["code"], "next round" in refused["message"]) == ("seat-taken", True)
        assert (await other.ask("sit"))["code"] == "seat-taken"
        assert (await other.enter(room))["seat"] is None


@played
async def test_the_host_cannot_take_a_removed_player_s_hand(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        first, second = await seated(place, RIVALS, 2)
        await first.ask("remove", seat=1)
        room = next(iter(place.house.rooms.open))
        assert (await second.ask("sit"))["code"] == "no-seat"
        assert (await (await place.person().line(room)).ask("sit", seat=1))["code"] == "seat-taken"


@played
async def test_a_player_who_stood_up_returns_to_their_own_hand(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        _, second = await seated(place, RIVALS, 2)
        await second.ask("stand")
        assert (await second.ask("sit"))["sitting"]["seats"][1]["kind"] == "person"


@played
async def test_a_table_may_agree_to_it_when_it_is_made(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        _, _, room = await mid_game(place, join="anytime")
        other = await place.person().line(room)
        assert (await other.enter(room))["settings"]["join"] == "anytime"
        assert (await other.ask("sit", seat=1))["what"] == "sit"


@played
async def test_a_player_without_a_seat_sees_the_free_ones(tmp_path: Path) -> None:
    """During a round their own seat again, and no other; none for a removed player."""
    async with house(tmp_path) as place:
        anna, nikos, eve = (place.person() for _ in range(3))
        room = (await anna.make(TEAM, seats=2))["room"]
        first, second, other = [await person.line(room) for person in (anna, nikos, eve)]
        assert (await other.enter(room))["free"] == [1]
        await second.ask("sit", seat=1)
        await first.ask("start")
        assert (await other.enter(room))["free"] == []
        stood = await second.ask("stand")
        assert stood["you"]["free"] == [1]
        assert (await other.hear("event", what="stand"))["you"]["free"] == []
        assert "free" not in (await second.ask("sit", seat=1))["you"]
        assert (await first.ask("remove", seat=1))["what"] == "remove"
        assert (await second.hear("event", what="remove"))["you"]["free"] == []


@played
async def test_a_table_whose_host_left_has_no_other_host(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna, stranger = place.person(), place.person()
        room = (await anna.make(TEAM, seats=2))["room"]
        line, other = await anna.line(room), await stranger.line(room)
        await line.ask("stand")
        sat = await other.ask("sit", seat=0)
        assert sat["you"]["hosting"] is False
        assert (await stranger.request("DELETE", f"/api/rooms/{room}")).status_code == 403
        await other.ask("stand")
        assert (await line.ask("sit"))["you"]["hosting"] is True


@played
async def test_hosting_passes_to_a_seated_player(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        first, second = await seated(place, TEAM, 2)
        await first.ask("stand")
        stood = await second.hear("event", what="stand")
        assert stood["you"]["hosting"] is True


@played
async def test_votes_and_words_without_end_do_not_fill_a_table(tmp_path: Path) -> None:
    """A player who votes again and again is stopped; other players, and moves, are not."""
    async with house(tmp_path, limits=FREE) as place:
        first, second = await seated(place, TEAM, 2)
        codes = set()
        for n in range(400):
            answer = await second.ask("vote", end=n % 2 == 0)
            codes.add(answer.get("code"))
        assert codes == {None, "too-many"}
        room = next(iter(place.house.rooms.open.values())).room
        assert room.number < 320
        turn = (await first.enter(room.id))["table"]["turn"]
        mover = [first, second][turn]
        table = (await mover.enter(room.id))["table"]
        assert (await mover.act(plain(table["legal"])))["type"] == "event"
        assert (await first.ask("vote", end=True))["type"] == "event"
