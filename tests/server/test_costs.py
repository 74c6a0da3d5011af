"""Work is limited before it is done: by player, and by address since cookies are free."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from bench.aged import PUSH
from tests.server.house import FREE, URL, Clock, Line, Person, house, played
from trapoula import record as records
from trapoula.play.session import Session
from trapoula.server import upkeep
from trapoula.server.house import House
from trapoula.server.limits import Bucket
from trapoula.server.people import new_token
from trapoula.server.store import store


def long_record(actions: int) -> bytes:
    """Return a patience in which one card was turned over and over."""
    session = Session("klondike", {"redeals": "unlimited"}, deal=1, clock=lambda: 0.0)
    for _ in range(actions):
        session.play("turn")
    return records.write(session.record()).encode()


def results(count: int) -> list[dict[str, Any]]:
    """Return finished games as exported."""
    one = {
        "round": 1, "game": "golf", "options": {}, "seats": 1, "seat": 0, "deal": 7, "won": True,
        "score": 3, "reason": "won", "seconds": 20.0, "moves": 12, "at": 1_700_000_000.0,
    }  # fmt: skip
    return [{**one, "room": f"r{n}"} for n in range(count)]


async def bring(person: Person, record: bytes) -> Any:
    return await person.request("POST", "/api/replays", content=record)


def test_a_bucket_may_be_in_debt() -> None:
    bucket = Bucket(2, 0.0)
    assert bucket.take(50)
    assert not bucket.take()


@played
async def test_records_cost_by_their_length(tmp_path: Path) -> None:
    """Long ones are soon refused, whichever cookie sends them; short ones pass."""
    limits = replace(FREE, records_burst=14, records_rate=0.0)
    long, short = long_record(1000), long_record(3)
    async with house(tmp_path, limits=limits) as place:
        assert (await bring(place.person(), long)).status_code == 201
        assert (await bring(place.person(), long)).status_code == 201
        refused = await bring(place.person(), long)
        assert (refused.status_code, refused.json()["code"]) == (429, "rate")
    async with house(tmp_path, limits=limits) as place:
        for _ in range(5):
            assert (await bring(place.person(), short)).status_code == 201


@played
async def test_rooms_made_from_records_cost_by_their_length(tmp_path: Path) -> None:
    limits = replace(FREE, new_rooms_burst=14, new_rooms_rate=0.0)
    async with house(tmp_path, limits=limits) as place:
        anna = place.person()
        name = (await bring(anna, long_record(1000))).json()["replay"]
        wanted = {"replay": name}
        answers = [await anna.request("POST", "/api/rooms", json=wanted) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 429, 429]


@played
async def test_cookies_do_not_buy_rooms(tmp_path: Path) -> None:
    limits = replace(FREE, address_rooms_burst=5, address_rooms_rate=0.0)
    async with house(tmp_path, limits=limits) as place:
        codes = [
            (await place.person().request("POST", "/api/rooms", json={"game": "golf"})).status_code
            for _ in range(8)
        ]
        assert codes == [201] * 5 + [429] * 3


@pytest.mark.parametrize(
    ("one", "other"),
    [("2001:db8:0:1::1", "2001:db8:0:1:ffff::2"), ("::ffff:192.0.2.1", "192.0.2.1")],
)
@played
async def test_a_household_has_one_address(tmp_path: Path, one: str, other: str) -> None:
    """Every IPv6 user has a whole network, and IPv4 can be written as IPv6."""
    limits = replace(FREE, requests_burst=2, requests_rate=0.0, sockets_address=1)
    async with house(tmp_path, limits=limits) as place:

        async def status(address: str) -> int:
            transport = httpx.ASGITransport(place.app, client=(address, 1))
            async with httpx.AsyncClient(transport=transport, base_url=URL) as http:
                return (await http.get("/api/me")).status_code

        async def greeting(address: str) -> str:
            line = Line(place, new_token())
            line._scope["client"] = (address, 1)
            lines.append(await line.open())
            told: str = (await line.hear("welcome", "bye"))["type"]
            return told

        lines: list[Line] = []
        asked = [await status(address) for address in (one, other, one, other)]
        assert asked == [200, 200, 429, 429]
        assert await status("2001:db8:0:2::1") == 200
        assert await status("192.0.2.2") == 200
        assert [await greeting(address) for address in (one, other)] == ["welcome", "bye"]


@played
async def test_one_address_does_not_fill_the_lobby(tmp_path: Path) -> None:
    limits = replace(FREE, lobby_burst=3, lobby_rate=0.0)
    async with house(tmp_path, limits=limits) as place:
        wanted = {"game": "the-game", "seats": 2, "lobby": True}
        codes = [
            (await place.person().request("POST", "/api/rooms", json=wanted)).status_code
            for _ in range(5)
        ]
        assert codes == [201] * 3 + [429] * 2
        quiet = {**wanted, "lobby": False}
        answer = await place.person().request("POST", "/api/rooms", json=quiet)
        assert answer.status_code == 201
        assert len((await place.person().get("/api/rooms"))["lobby"]) == 3


@played
async def test_old_tables_cost_by_their_length(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        rooms = [(await anna.make("klondike", deal=1))["room"] for _ in range(3)]
        line = await anna.line(rooms[0])
        for _ in range(150):
            await line.ask("again", number=line.number)
    async with house(tmp_path, limits=replace(FREE, loads_burst=2, loads_rate=0.0)) as place:
        codes = [
            (await place.person().request("GET", f"/api/rooms/{room}")).status_code
            for room in rooms
        ]
        assert codes == [200, 429, 429]
        again = await place.person().request("GET", f"/api/rooms/{rooms[0]}")
        assert again.status_code == 200, "what is in memory costs nothing more"


@played
async def test_earlier_rounds_cost_by_their_length(tmp_path: Path) -> None:
    """They are replayed from their rows each time; the present round is in memory."""
    async with house(tmp_path, limits=replace(FREE, loads_burst=4, loads_rate=0.0)) as place:
        anna = place.person()
        room = (await anna.make("klondike", deal=1))["room"]
        line = await anna.line(room)
        for n in range(100):
            await line.ask("pause", id=f"p{n}")
        await line.ask("again", number=line.number)
        await line.ask("again", number=line.number)
        path = f"/api/rooms/{room}/record?round="
        rounds = (1, 2, 1, 1, 2)
        codes = [(await anna.request("GET", f"{path}{n}")).status_code for n in rounds]
        assert codes == [200, 200, 200, 429, 429]
        assert (await line.ask("review", round=1))["code"] == "rate"
        assert (await anna.request("GET", f"{path}3")).status_code == 200


@played
async def test_a_player_brings_no_more_from_many_addresses(tmp_path: Path) -> None:
    async with house(tmp_path, limits=replace(FREE, records_burst=4, records_rate=0.0)) as place:
        cookie = {"cookie": f"trapoula={new_token()}", "origin": URL}
        codes = []
        for n in range(5):
            transport = httpx.ASGITransport(place.app, client=(f"192.0.2.{n}", 1))
            async with httpx.AsyncClient(transport=transport, base_url=URL) as http:
                told = await http.post("/api/replays", content=long_record(3), headers=cookie)
                codes.append(told.status_code)
        assert codes == [201] * 3 + [429] * 2


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "rooms/{room}/code", None),
        ("GET", "rooms/{room}/log", None),
        ("POST", "rooms/{room}/log", {"said": [{"type": "pause", "id": "x"}] * 30}),
        ("GET", "rooms/{room}/rounds", None),
        ("POST", "rooms/{room}/invite", {"people": "itself"}),
        ("POST", "push", PUSH),
        ("GET", "stats", None),
        ("GET", "stats/export.csv", None),
    ],
)
@played
async def test_requests_about_a_table_cost_messages(
    tmp_path: Path, method: str, path: str, body: dict[str, Any] | None
) -> None:
    """By its length, if it has one."""
    async with house(tmp_path, limits=replace(FREE, messages_burst=20, messages_rate=0.0)) as place:
        anna = place.person()
        room = (await anna.make("klondike", deal=1))["room"]
        codes, asked = [], f"/api/{path.format(room=room)}"
        body = {"people": room} if body == {"people": "itself"} else body
        while 429 not in codes and len(codes) < 300:
            told = await anna.request(method, asked, json=body)
            codes.append(told.status_code)
        assert codes[0] != 429
        assert codes[-1] == 429


@played
async def test_a_process_has_so_many_sockets(tmp_path: Path) -> None:
    """Whoever opens them."""
    async with house(tmp_path, limits=replace(FREE, sockets=2)) as place:
        told = []
        for _ in range(3):
            line = await Line(place, new_token()).open()
            told.append((await line.hear("welcome", "bye"))["type"])
        assert told == ["welcome", "welcome", "bye"]


@played
async def test_old_records_are_swept_by_the_server_itself(tmp_path: Path) -> None:
    clock = Clock()
    async with house(tmp_path, clock=clock) as place:
        await place.house.store.keep_replay("old", "record", "anna", clock.now)
    clock.now += FREE.replays + 1
    async with house(tmp_path, clock=clock) as place:
        for _ in range(500):
            if await place.house.store.replay("old") is None:
                return
        raise AssertionError("it is still there")


@played
async def test_looking_at_records_costs_by_their_length(tmp_path: Path) -> None:
    """A replay that is not in memory is charged for replaying it; one in memory is not."""
    async with house(tmp_path) as place:
        anna, long = place.person(), long_record(1000)
        names = [(await bring(anna, long)).json()["replay"] for _ in range(3)]
    async with house(tmp_path, limits=replace(FREE, loads_burst=14, loads_rate=0.0)) as place:
        paths = [f"/api/replays/{name}" for name in names]
        looks = [*paths[:2], f"{paths[2]}/steps", paths[2], f"{paths[0]}/steps"]
        codes = [(await place.person().request("GET", path)).status_code for path in looks]
        assert codes == [200, 200, 429, 429, 200]


@played
async def test_keeping_and_writing_records_costs_by_their_length(tmp_path: Path) -> None:
    """Otherwise a thousand records of one table could be shared, each under a new cookie."""
    async with house(tmp_path) as place:
        anna = place.person()
        name = (await bring(anna, long_record(1000))).json()["replay"]
        made = await anna.request("POST", "/api/rooms", json={"replay": name})
        room = f"/api/rooms/{made.json()['room']}"
    limits = replace(FREE, records_burst=14, records_rate=0.0, messages_burst=60, messages_rate=0.0)
    async with house(tmp_path, limits=limits) as place:
        anna = place.person(anna.token)
        shared = [(await anna.request("POST", f"{room}/share")).status_code for _ in range(4)]
        assert shared == [201, 201, 429, 429]
        written = [(await anna.request("GET", f"{room}/record")).status_code for _ in range(3)]
        assert written == [200, 200, 429]


@played
async def test_tables_made_from_records_cost_by_the_record_s_length(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        name = (await bring(anna, long_record(1000))).json()["replay"]
        made = [await anna.request("POST", "/api/rooms", json={"replay": name}) for _ in range(3)]
    async with house(tmp_path, limits=replace(FREE, loads_burst=14, loads_rate=0.0)) as place:
        rooms = [f"/api/rooms/{one.json()['room']}" for one in made]
        codes = [(await place.person().request("GET", room)).status_code for room in rooms]
        assert codes == [200, 200, 429]


@played
async def test_long_games_are_played_through_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a table is made from a record, and when it is loaded, although it has few rows."""
    resumed: list[threading.Thread] = []
    resume = Session.resume

    def watched(*given: Any, **more: Any) -> Session:
        resumed.append(threading.current_thread())
        return resume(*given, **more)

    monkeypatch.setattr(Session, "resume", watched)
    async with house(tmp_path) as place:
        anna = place.person()
        name = (await bring(anna, long_record(1000))).json()["replay"]
        made = await anna.request("POST", "/api/rooms", json={"replay": name})
    async with house(tmp_path) as place:
        await place.person().get(f"/api/rooms/{made.json()['room']}")
    assert len(resumed) == 3, "looked at, made and brought back"
    assert threading.current_thread() not in resumed


@pytest.fixture
def uncounted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the server from counting new results by itself."""

    async def nothing(house: House) -> None: ...

    monkeypatch.setattr(upkeep, "update_tallies", nothing)


@pytest.mark.parametrize("path", ["", "/export.json", "/export.csv", "daily"])
@pytest.mark.usefixtures("uncounted")
@played
async def test_results_cost_by_their_number(tmp_path: Path, path: str) -> None:
    """Reading ten thousand takes a tenth of a second, and anyone can import that many."""
    asked = "/api/daily?today=2026-11-16" if path == "daily" else f"/api/stats{path}"
    async with house(tmp_path) as place:
        anna = place.person()
        brought = await anna.request("POST", "/api/stats", json={"history": results(1000)})
        assert brought.json() == {"brought": 1000}
    async with house(tmp_path, limits=replace(FREE, messages_burst=60, messages_rate=0.0)) as place:
        anna = place.person(anna.token)
        codes = [(await anna.request("GET", asked)).status_code for _ in range(3)]
        assert codes == [200, 200, 429]


@pytest.mark.parametrize(("method", "query"), [("POST", ""), ("DELETE", "?game=golf")])
@pytest.mark.usefixtures("uncounted")
@played
async def test_changing_results_costs_by_the_number_of_all(
    tmp_path: Path, method: str, query: str
) -> None:
    """All are read and counted again, even if only one is imported or deleted."""
    one, spider = results(1001)[1000], {"game": "spider"}
    async with house(tmp_path) as place:
        anna = place.person()
        history = [one, *({**other, **spider} for other in results(1000))]
        await anna.request("POST", "/api/stats", json={"history": history})
    limits = replace(FREE, messages_burst=60, messages_rate=0.0)
    async with house(tmp_path, limits=limits) as place:
        anna, body = place.person(anna.token), {"history": [one]}
        codes = [
            (await anna.request(method, f"/api/stats{query}", json=body)).status_code
            for _ in range(3)
        ]
        assert (codes[0], codes[2]) == (200, 429)


@played
async def test_bringing_results_costs_by_their_length(tmp_path: Path) -> None:
    limits = replace(FREE, messages_burst=60, messages_rate=0.0)
    async with house(tmp_path, limits=limits) as place:
        body = {"history": results(1000)}
        codes = [
            (await place.person().request("POST", "/api/stats", json=body)).status_code
            for _ in range(3)
        ]
        assert codes == [200, 200, 429]


@played
async def test_the_list_of_tables_costs_more_than_another_request(tmp_path: Path) -> None:
    """It reads every open table: ten times the work of returning a name."""
    async with house(tmp_path, limits=replace(FREE, requests_burst=10, requests_rate=0.0)) as place:
        anna = place.person()
        codes = [(await anna.request("GET", "/api/rooms")).status_code for _ in range(4)]
        assert codes == [200, 200, 429, 429]
    async with house(tmp_path, limits=replace(FREE, requests_burst=10, requests_rate=0.0)) as place:
        anna = place.person()
        codes = [(await anna.request("GET", "/api/me")).status_code for _ in range(11)]
        assert codes == [200] * 10 + [429]


@played
async def test_sockets_of_an_address_share_a_message_limit(tmp_path: Path) -> None:
    """Entering again and again from many sockets is refused like too many messages."""
    limits = replace(FREE, messages_burst=40, messages_rate=0.0)
    async with house(tmp_path, limits=limits) as place:
        room = (await place.person().make("klondike", deal=1))["room"]
        lines = [await place.person().line() for _ in range(10)]
        for line in lines:
            line.send("enter", room=room)
        answers = [await line.hear("room", "error") for line in lines]
        assert [answer["type"] for answer in answers] == ["room"] * 8 + ["error"] * 2
        assert answers[-1]["code"] == "rate"


@played
async def test_old_records_are_forgotten(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a player's latest are kept, and none for ever."""
    monkeypatch.setattr(store, "MOST_REPLAYS", 3)
    async with house(where) as place:
        kept, now = place.house.store, place.house.clock()
        for n in range(5):
            await kept.keep_replay(f"r{n}", "record", "anna", now + n)
        await kept.keep_replay("other", "record", "bob", now)
        found = [await kept.replay(f"r{n}") is not None for n in range(5)]
        assert found == [False, False, True, True, True]
        assert await kept.replay("other") is not None
        await kept.sweep_replays(now + 3.5)
        assert await kept.replay("r3") is None
        assert await kept.replay("r4") is not None


@played
async def test_a_text_with_a_hole_is_in_no_row(where: str) -> None:
    async with house(where) as place:
        anna = place.person()
        for path in ("/api/rooms/a%00b", "/api/replays/a%00b", "/api/rooms/%00/record"):
            assert (await anna.request("GET", path)).status_code == 404, path
        line = await anna.line()
        assert (await line.ask("enter", room="a\0b"))["code"] == "no-room"
        assert (await anna.request("DELETE", "/api/stats?game=%00")).json() == {"forgotten": 0}


@played
async def test_a_text_with_a_hole_changes_no_row(
    where: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(where) as place:
        anna, (result,) = place.person(), results(1)
        for room in ("%00", "a%00b"):
            path = f"/api/rooms/{room}"
            assert (await anna.request("PATCH", path, json={"label": "x"})).status_code == 404
            assert (await anna.request("DELETE", path)).status_code == 404
        for field in ("room", "game", "reason"):
            body = {"history": [result | {field: "a\0b"}]}
            answer = await anna.request("POST", "/api/stats", json=body)
            assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")
        body = {"history": [result | {"options": {"a\0b": "\0"}}]}
        assert (await anna.request("POST", "/api/stats", json=body)).json() == {"brought": 1}
        assert (await anna.get("/api/stats/history"))["history"][0]["options"] == {"a\0b": "\0"}
        assert place.house.store.database.unstored == 0
    assert not caplog.records
