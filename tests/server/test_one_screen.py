"""Several people at one screen: one cookie holds their seats, and sees one hand at a time."""

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.loops import alone
from tests.server.house import Clock, Line, Place, house, played
from tests.server.test_leaks import QUIET, ROOM, TOKENS, Deed, prepare, redeal, secret, walk
from tests.server.test_table import RIVALS, TEAM, plain
from trapoula.catalogue.entries import find
from trapoula.core import deals
from trapoula.core.deals import SplitMix
from trapoula.core.game import Seat

pytestmark = pytest.mark.usefixtures("thinking")
MARIA = {"seat": 1, "name": "Maria"}


async def screen(place: Place, game: str = RIVALS, **fields: Any) -> tuple[Line, str]:
    """Seat two people at one screen, and start the game unless seats are free."""
    wanted: dict[str, Any] = {"seats": 2, "hold": [MARIA], "start": True} | fields
    host = place.person()
    room = (await host.make(game, **wanted))["room"]
    return await host.line(room), room


def hands(frame: bytes) -> list[list[int]]:
    """Return every hand in a frame."""
    found: list[list[int]] = []

    def search(value: Any) -> None:
        if isinstance(value, dict):
            if value.get("hand") is not None:
                found.append(value["hand"])
            for inner in value.values():
                search(inner)
        elif isinstance(value, list):
            for inner in value:
                search(inner)

    search(json.loads(frame))
    return found


@pytest.mark.parametrize("game", ["the-game", "extreme", "take-that", "triggs"])
@played
async def test_one_socket_plays_for_both(tmp_path: Path, game: str) -> None:
    """Each looks, acts and passes the screen on. No frame before a look has a hand, none has two."""
    async with house(tmp_path) as place:
        line, room = await screen(place, game)
        state = await line.enter(room)
        assert (state["seat"], state["held"], state["here"]) == (None, [0, 1], [0, 1])
        assert state["table"]["view"]["hand"] is None
        assert state["table"]["legal"] == []
        assert state["sitting"]["seats"][1] == {
            "kind": "person", "name": "Maria", "away": False, "with": 0,
        }  # fmt: skip
        assert not any(hands(frame) for frame in line.frames)
        acted: set[Seat] = set()
        for _ in range(12):
            turn = state["table"]["turn"]
            if turn is None:
                break
            seen = await line.ask("look", seat=turn)
            assert (seen["seat"], seen["table"]["view"]["seat"]) == (turn, turn)
            state = await line.act(plain(seen["table"]["legal"]), seat=turn)
            assert (state["type"], state["seat"]) == ("event", turn)
            assert state["table"]["view"]["seat"] == turn  # still the one who acted
            acted.add(turn)
        assert acted == {0, 1}
        assert all(len(hands(frame)) <= 1 for frame in line.frames)


@played
async def test_a_command_without_a_seat_is_of_the_one_on_turn(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        line, room = await screen(place)
        for _ in range(3):
            turn = (await line.enter(room))["table"]["turn"]
            legal = (await line.ask("look", seat=turn))["table"]["legal"]
            assert (await line.act(plain(legal)))["seat"] == turn


@played
async def test_no_other_seat_can_be_seen_or_played(tmp_path: Path) -> None:
    """Others' seats are refused in every command; so are the screen's seats to others."""
    async with house(tmp_path) as place:
        line, room = await screen(place, TEAM, seats=3, start=False)
        other = await place.person().line(room)
        assert (await other.ask("look", seat=1))["code"] == "not-seated"
        assert (await line.ask("sit", seat=2))["code"] == "no-seat"
        assert (await other.ask("sit"))["seat"] == 2
        await other.ask("start")
        for own, wrong in ((line, 2), (other, 0), (other, 1), (line, 63)):
            number = (await own.enter(room))["number"]
            assert (await own.ask("look", seat=wrong))["code"] == "not-seated"
            act = await own.ask("act", action="begin could", number=number, seat=wrong)
            assert act["code"] == "not-seated"
            for type_, fields in (("undo", {"number": number}), ("vote", {"end": True}), ("hint", {}),
                                  ("back", {}), ("stand", {}), ("again", {"number": number})):  # fmt: skip
                assert (await own.ask(type_, seat=wrong, **fields))["code"] == "not-seated", type_
        sly = await other.ask("enter", room=room, seat=0)
        assert sly["seat"] == sly["table"]["view"]["seat"] == 2
        lost = await line.ask("enter", room=room, seat=2)
        assert lost["seat"] is None
        assert lost["table"]["view"]["hand"] is None
        stranger = await place.person().line(room)
        assert (await stranger.ask("enter", room=room, seat=1))["table"]["view"]["hand"] is None


@played
async def test_undo_is_for_the_seat_that_acted(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        line, room = await screen(place, TEAM)
        turn = (await line.enter(room))["table"]["turn"]
        legal = (await line.ask("look", seat=turn))["table"]["legal"]
        done = await line.act(plain(legal), seat=turn)
        assert done["table"]["undo"]
        seen = await line.ask("look", seat=1 - turn)
        assert not seen["table"]["undo"]
        refused = await line.ask("undo", number=line.number, seat=1 - turn)
        assert refused["code"] == "nothing-to-undo"
        assert (await line.ask("undo", number=line.number, seat=turn))["seat"] == turn


@played
async def test_a_lost_line_comes_back_to_the_seat_it_looked_from(tmp_path: Path) -> None:
    """So does the whole table after a restart. HTTP answers contain no hand."""
    async with house(tmp_path) as place:
        host = place.person()
        made = await host.make(RIVALS, seats=2, hold=[MARIA], start=True)
        room = made["room"]
        assert made["table"]["view"]["hand"] is None
        line = await host.line(room)
        seen = await line.ask("look", seat=1)
        assert (await line.enter(room))["seat"] == 1  # the same socket
        await line.cut()
    async with house(tmp_path) as place:
        host = place.person(host.token)
        line = await host.line()
        assert (await line.enter(room))["seat"] is None
        back = await line.ask("enter", room=room, seat=1)
        assert back["table"]["view"] == seen["table"]["view"]
        assert (await host.get(f"/api/rooms/{room}"))["table"]["view"]["hand"] is None
        assert (await line.ask("look", seat=None))["table"]["view"]["hand"] is None


@played
async def test_a_new_round_begins_with_no_hand_on_the_screen(tmp_path: Path) -> None:
    """It counts once, in the statistics of the screen's owner."""
    async with house(tmp_path) as place:
        host = place.person()
        room = (await host.make(RIVALS, seats=2, hold=[MARIA], start=True))["room"]
        line = await host.line(room)
        await line.ask("look", seat=1)
        await line.ask("vote", end=True, seat=0)
        assert (await line.ask("vote", end=True, seat=1))["sitting"]["phase"] == "over"
        games = (await host.get("/api/stats"))["games"]
        assert [game["played"] + game["dead"] for game in games] == [1]  # nothing was played yet
        again = await line.ask("again", number=line.number, seat=1)
        assert again["you"] == {"seat": None, "held": [0, 1], "hosting": True}
        assert again["table"]["view"]["hand"] is None


@played
async def test_bots_and_people_elsewhere_sit_at_the_same_table(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        line, room = await screen(
            place, TEAM, seats=4, bots=[{"seat": 2}], start=False, talk="chat", absent="bot"
        )
        other = await place.person().line(room)
        await other.ask("sit", seat=3)
        await line.ask("start")
        lines = {0: line, 1: line, 3: other}
        moved: set[Seat] = set()
        for _ in range(40):
            table = (await line.enter(room))["table"]
            turn = table["turn"]
            if turn is None or moved == {0, 1, 2, 3}:
                break
            moved.add(turn)
            if turn == 2:
                await line.hear("event", what="act", seat=2)
                continue
            own = lines[turn]
            legal = (await own.ask("look", seat=turn))["table"]["legal"]
            own.number = (await own.enter(room))["number"]
            await own.act(next((a for a in legal if a == "end"), plain(legal)), seat=turn)
        assert moved == {0, 1, 2, 3}
        said = await line.ask("say", text="well", seat=1)
        assert (said["seat"], said["name"]) == (1, "Maria")


@played
async def test_one_of_the_screen_may_leave_and_the_host_stays(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        line, _ = await screen(place, TEAM, seats=3, start=False)
        gone = await line.ask("remove", seat=1)
        assert gone["you"] == {"seat": 0, "held": [0], "hosting": True}
        assert gone["sitting"]["seats"][1] == {"kind": "empty"}
        assert (await line.ask("sit", seat=2))["you"]["held"] == [2]
        line, _ = await screen(place, TEAM, seats=3, start=False)
        left = await line.ask("stand", seat=0)
        assert left["you"] == {"seat": 1, "held": [1], "hosting": True}


@pytest.mark.parametrize(
    "fields",
    [
        {"hold": [{"seat": 0, "name": "Maria"}]},
        {"hold": [{"seat": 2, "name": "Maria"}]},
        {"hold": [MARIA, MARIA]},
        {"hold": [MARIA], "bots": [{"seat": 1}]},
        {"hold": [{"seat": 1, "name": " "}]},
        {"hold": [{"seat": 1}]},
        {"hold": [{"seat": 1, "name": "x" * 25}]},
    ],
)
@played
async def test_wrong_seats_are_refused(tmp_path: Path, fields: dict[str, Any]) -> None:
    async with house(tmp_path) as place:
        wanted = {"game": RIVALS, "seats": 2, **fields}
        answer = await place.person().request("POST", "/api/rooms", json=wanted)
        assert answer.status_code == 400, answer.text
        assert (await place.person().get("/api/rooms"))["lobby"] == []


# --- leaks -----------------------------------------------------------------------------------------


async def live_through(folder: Path, seats: int, deeds: list[Deed], looks: Seat | None) -> Any:
    """Return all frames for a screen of seats 0 and 1 that looks from one of them, or from none."""
    async with house(folder, clock=Clock(2.0)) as place:
        host = place.person(TOKENS[0])
        mine = await host.line(ROOM)
        await mine.ask("look", seat=looks)
        lines = {0: mine, 1: mine} | {
            seat: await place.person(TOKENS[seat]).line(ROOM) for seat in range(2, seats)
        }
        for count, (who, text) in enumerate(deeds):
            number = place.house.rooms.open[ROOM].room.number
            done = await lines[who].act(text, number=number, id=f"d{count}", seat=who)
            assert done["type"] == "event", done
            if lines[who] is not mine:
                await mine.hear("event", number=done["number"])
            await mine.ask("undo", number=mine.number, id=f"u{count}", seat=looks or 0)
            await mine.ask("redo", number=mine.number, id=f"r{count}", seat=looks or 0)
        back = await host.line()
        await back.ask("enter", room=ROOM, number=2, **({} if looks is None else {"seat": looks}))
        plainly = await host.request("GET", f"/api/rooms/{ROOM}")
        await mine.ask("ping")
        return [*mine.frames, *back.frames, plainly.content]


@pytest.mark.parametrize(
    ("game", "seats", "looks"),
    [("the-game", 3, 0), ("extreme", 2, 1), ("take-that", 2, 0), ("take-that", 3, None), ("triggs", 2, 1)],
)  # fmt: skip
@settings(max_examples=3, deadline=None, suppress_health_check=QUIET, database=None)
@given(st.integers(0, 2**32))
def test_the_other_hand_of_the_screen_changes_no_byte(
    game: str, seats: int, looks: Seat | None, seed: int
) -> None:
    """A player with two seats who looks from one gets no byte that depends on the other hand."""
    dice = SplitMix(seed)
    deck = deals.deck(find(game).make().pack, 1 + dice.below(10**6))
    deeds = walk(game, seats, deck, dice, 16)
    other = redeal(game, seats, deck, deeds, looks, dice)
    assume(other != deck)
    middle = len(deeds) // 2

    async def both() -> None:
        sent = []
        for cards in (deck, other):
            with tempfile.TemporaryDirectory() as folder:
                await prepare(Path(folder), game, seats, cards, deeds[:middle], shared=2)
                sent.append(await live_through(Path(folder), seats, deeds[middle:], looks))
        assert [*map(secret, sent[0])] == [*map(secret, sent[1])]

    alone(both(), 60)
