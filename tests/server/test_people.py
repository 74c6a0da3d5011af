"""People: cookie, name, link and statistics."""

import asyncio
import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.faults import Faulty
from tests.server.house import Clock, Line, Person, Place, house, played
from trapoula.host.names import clean_name, clean_text
from trapoula.room.errors import BadMessage
from trapoula.server.people import COOKIE, Remembered


@played
async def test_the_first_page_makes_a_player(tmp_path: Path) -> None:
    """It cannot be guessed, read by a script, or sent from another site."""
    async with house(tmp_path) as place:
        first = await place.http.get("/")
        cookie = first.headers["set-cookie"]
        assert cookie.startswith(f"{COOKIE}=")
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        token = cookie.partition("=")[2].partition(";")[0]
        assert len(token) >= 43
        again = await place.http.get("/api/me", headers={"cookie": f"{COOKIE}={token}"})
        assert "set-cookie" not in again.headers
        assert again.json()["named"] is False
        assert "set-cookie" not in (await place.http.get("/health")).headers
        place.http.cookies.clear()
        secure = await place.http.get("https://table.test/")
        assert "Secure" in secure.headers["set-cookie"]


@played
async def test_a_new_name_reaches_the_table(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        line = await anna.line((await anna.make("the-game", seats=2))["room"])
        answer = await anna.request("PATCH", "/api/me", json={"name": "  Άννα\u202e\n Μ. "})
        assert answer.json() == {"name": "Άννα Μ.", "named": True}
        event = await line.hear("event", what="rename")
        assert event["name"] == "Άννα Μ."
        assert event["sitting"]["seats"][0]["name"] == "Άννα Μ."
    async with house(tmp_path) as place:
        assert (await place.person(anna.token).get("/api/me"))["name"] == "Άννα Μ."


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "\u200b\u202e", "\x00"])
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(BadMessage):
        clean_name(name)


def test_messages_lose_invisible_characters() -> None:
    assert clean_text(" a\x00b\x1b[31m\nc ") == "ab[31m\nc"


@played
async def test_a_link_carries_the_player_once(tmp_path: Path) -> None:
    clock = Clock()
    async with house(tmp_path, clock=clock) as place:
        anna, phone = place.person(), place.person()
        await anna.request("PATCH", "/api/me", json={"name": "Anna"})
        room = (await anna.make("golf"))["room"]
        link = (await anna.request("POST", "/api/me/link")).json()["link"]
        looked = await phone.request("GET", link)
        assert looked.status_code == 200
        assert "<form" in looked.text
        used = await phone.request("POST", link)
        assert used.status_code == 303
        phone.token = used.headers["set-cookie"].partition("=")[2].partition(";")[0]
        assert (await phone.get("/api/me"))["name"] == "Anna"
        assert (await phone.get(f"/api/rooms/{room}"))["seat"] == 0
        again = await place.person().request("POST", link)
        assert again.status_code == 404
        late = (await anna.request("POST", "/api/me/link")).json()["link"]
        clock.now += 901
        assert (await place.person().request("POST", late)).status_code == 404


async def win(place: Place, anna: Person, **wanted: int) -> tuple[str, Line]:
    """Play a patience to its end, won or stuck."""
    made = await anna.make("golf", **wanted)
    line = await anna.line(made["room"])
    table = made["table"]
    while table["outcome"] is None:
        place.house.clock.now += 1  # type: ignore[attr-defined]
        table = (await line.act(table["legal"][0]))["table"]
    return made["room"], line


@played
async def test_statistics_count_each_game_once(tmp_path: Path) -> None:
    clock = Clock()
    async with house(tmp_path, clock=clock) as place:
        anna, bob = place.person(), place.person()
        room, line = await win(place, anna)
        await win(place, anna)
        await win(place, anna, deal=2)  # a chosen deal never counts
        (game,) = (await anna.get("/api/stats"))["games"]
        assert (game["game"], game["played"], game["lost"] + game["won"]) == ("golf", 2, 2)
        assert abs(game["streak"]) >= 1
        await line.ask("undo", number=line.number)
        assert (await anna.get("/api/stats"))["games"][0]["played"] == 1
        clock.now += 1
        await line.ask("redo", number=line.number)
        assert (await anna.get("/api/stats"))["games"][0]["played"] == 2
        assert (await bob.get("/api/stats"))["games"] == []
        history = (await anna.get("/api/stats/history?game=golf&limit=1"))["history"]
        assert len(history) == 1
        older = (await anna.get(f"/api/stats/history?before={history[0]['at']}"))["history"]
        assert len(older) == 1
        assert {history[0]["room"], older[0]["room"]} >= {room}
        exported = await anna.request("GET", "/api/stats/export.csv")
        rows = [*csv.DictReader(io.StringIO(exported.text))]
        assert [row["game"] for row in rows] == ["golf", "golf"]
        assert len((await anna.get("/api/stats/export.json"))["history"]) == 2
    async with house(tmp_path, clock=clock) as place:
        anna = place.person(anna.token)
        assert (await anna.get("/api/stats"))["games"][0]["played"] == 2
        forgotten = await anna.request("DELETE", "/api/stats?game=golf")
        assert forgotten.json() == {"forgotten": 2}
        assert (await anna.get("/api/stats"))["games"] == []


@pytest.mark.parametrize("query", ["", "?game=golf"])
@played
async def test_only_the_own_results_are_forgotten(where: str, query: str) -> None:
    async with house(where, clock=Clock()) as place:
        anna, bob = place.person(), place.person()
        for one in (anna, bob):
            await win(place, one)
        assert (await anna.request("DELETE", f"/api/stats{query}")).json() == {"forgotten": 1}
        assert (await anna.get("/api/stats/history"))["history"] == []
        assert len((await bob.get("/api/stats/history"))["history"]) == 1
        assert (await bob.get("/api/stats"))["games"][0]["played"] == 1


@played
async def test_playing_on_from_a_replay_does_not_count(tmp_path: Path) -> None:
    async with house(tmp_path, clock=Clock()) as place:
        anna = place.person()
        room, _ = await win(place, anna)
        replay = (await anna.request("POST", f"/api/rooms/{room}/share")).json()["replay"]
        steps = (await anna.get(f"/api/replays/{replay}"))["steps"]
        answer = await anna.request(
            "POST", "/api/rooms", json={"replay": replay, "step": steps - 1}
        )
        made = answer.json()
        line = await anna.line(made["room"])
        done = await line.act(made["table"]["legal"][0])
        assert done["table"]["outcome"] is not None or made["table"]["legal"]
        assert (await anna.get("/api/stats"))["games"][0]["played"] == 1


@played
async def test_a_lookup_that_a_change_overtakes_is_repeated() -> None:
    """A lookup from before a rename that returns after it does not restore the old name."""
    kept, asked, go_on = {"p": "Anna"}, asyncio.Event(), asyncio.Event()

    async def look_up(player: str) -> str:
        found = kept[player]
        asked.set()
        await go_on.wait()
        return found

    names = Remembered(look_up)
    early = asyncio.create_task(names.of("p"))
    await asked.wait()
    kept["p"] = "Maria"
    names.forget("p")
    go_on.set()
    assert await early == "Maria"
    assert await names.of("p") == "Maria"


@played
async def test_one_player_two_windows(tmp_path: Path) -> None:
    """Both see the table. One window sees the other's moves; only the sender gets the command's id."""
    async with house(tmp_path) as place:
        anna = place.person()
        room = (await anna.make("klondike", deal=1))["room"]
        one, two = await anna.line(room), await anna.line(room)
        done, heard = await asyncio.gather(one.act("turn"), two.hear("event", what="act"))
        assert "id" in done
        assert "id" not in heard
        assert done["table"] == heard["table"]


@played
async def test_a_linked_device_can_be_seen_and_signed_out(where: str) -> None:
    """A lost phone is another player from then on, at its open table too."""
    async with house(where) as place:
        anna, phone = place.person(), place.person()
        link = (await anna.request("POST", "/api/me/link")).json()["link"]
        used = await phone.request("POST", link)
        phone.token = used.headers["set-cookie"].partition("=")[2].partition(";")[0]
        room = (await anna.make("golf", watch="nobody"))["room"]
        line = await phone.line(room)
        (device,) = (await anna.get("/api/me/devices"))["devices"]
        assert device["here"] is False
        assert (await phone.get("/api/me/devices"))["devices"][0]["here"] is True
        path = f"/api/me/devices/{device['device']}"
        assert (await place.person().request("DELETE", path)).status_code == 404
        assert (await anna.request("DELETE", path)).json() == {"gone": True}
        assert (await line.hear("bye"))["code"] == "going-away"
        assert (await anna.get("/api/me/devices"))["devices"] == []
        assert (await phone.request("GET", f"/api/rooms/{room}")).status_code == 404
        assert (await anna.request("GET", f"/api/rooms/{room}")).status_code == 200


@played
async def test_a_device_is_signed_out_at_a_process_without_the_notification(
    fresh: Callable[[], str],
) -> None:
    """When its connection to the database was broken, it identifies everyone again."""
    address = fresh()
    async with house(address) as here, house(address, wrap=Faulty) as there:
        anna = here.person()
        link = (await anna.request("POST", "/api/me/link")).json()["link"]
        used = await here.person().request("POST", link)
        phone = there.person(used.headers["set-cookie"].partition("=")[2].partition(";")[0])
        room = (await anna.make("golf", watch="nobody"))["room"]
        lost, own = await phone.line(room), await there.person(anna.token).line(room)
        database = there.house.store.database
        assert isinstance(database, Faulty)
        database.news = lambda news: False
        (device,) = (await anna.get("/api/me/devices"))["devices"]
        await anna.request("DELETE", f"/api/me/devices/{device['device']}")
        await anna.request("PATCH", "/api/me", json={"name": "Anna"})
        await there.house.presence.on_notification("*")
        assert (await lost.hear("bye"))["code"] == "going-away"
        assert (await phone.request("GET", f"/api/rooms/{room}")).status_code == 404
        assert (await own.hear("event", what="rename"))["name"] == "Anna"
        assert (await own.ask("ping"))["type"] == "pong"
