"""What the server refuses."""

import json
import socket
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.faults import Faulty
from tests.server.house import ADVICE, FREE, URL, Clock, Line, house, played, settle, until
from trapoula.server.assets import version
from trapoula.server.connection import MOST_UNDER_WAY
from trapoula.server.guards import Guards
from trapoula.server.people import new_token
from trapoula.server.protocols import SHORT
from trapoula.server.serve import Plan, configure
from trapoula.solve.hints.history import Kept
from trapoula.thinking import thoughts


@pytest.mark.parametrize(
    "origin", ["http://evil.test", "https://table.test", "null", "http://table.test.evil"]
)
@played
async def test_a_socket_from_another_site_is_refused(tmp_path: Path, origin: str) -> None:
    async with house(tmp_path) as place:
        line = await Line(place, new_token(), {"origin": origin}).open()
        assert await line.raw() == {"type": "websocket.close", "code": 4003}


@played
async def test_a_request_from_another_site_changes_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        for method, path in (
            ("POST", "/api/rooms"),
            ("PATCH", "/api/me"),
            ("DELETE", "/api/stats"),
        ):
            answer = await anna.request(
                method, path, headers={"origin": "http://evil.test"}, json={}
            )
            assert answer.status_code == 403
            assert answer.json()["code"] == "bad-origin"


@played
async def test_a_name_that_is_not_ours_is_not_answered(tmp_path: Path) -> None:
    guards = Guards(frozenset({"localhost"}), frozenset({"https://cards.test"}))
    async with house(tmp_path, guards=guards) as place:
        assert (await place.http.get("/")).status_code == 403
        assert (await place.http.get("http://localhost:8017/")).status_code == 200
        assert (await place.http.get("http://cards.test/")).status_code == 200
        headers = {"origin": "https://cards.test", "host": "cards.test"}
        line = await Line(place, new_token(), headers).open()
        assert (await line.raw())["type"] == "websocket.accept"
        foreign = {"origin": "http://evil.test", "host": "evil.test"}
        line = await Line(place, new_token(), foreign).open()
        assert await line.raw() == {"type": "websocket.close", "code": 4003}


@played
async def test_every_answer_has_the_security_headers(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        for path in ("/", "/api/me", "/nowhere", "/assets/x/none.js", "/api/games"):
            headers = (await place.http.get(path)).headers
            policy = headers["content-security-policy"]
            assert "script-src 'self'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-frame-options"] == "DENY"
        worker = await place.http.get(f"/assets/{version()}/js/offline/worker.js")
        assert "script-src 'self'" in worker.headers["content-security-policy"]
        script = await place.http.get(f"/assets/{version()}/js/main.js")
        assert script.headers["x-content-type-options"] == "nosniff"
        assert "content-security-policy" not in script.headers, "browsers read it on pages only"
        secure = await place.http.get("https://table.test/")
        assert "strict-transport-security" in secure.headers


@played
async def test_too_many_messages_are_refused_and_then_the_socket_closed(tmp_path: Path) -> None:
    limits = replace(FREE, burst=5, rate=0.001, faults=3)
    async with house(tmp_path, limits=limits) as place:
        line = await place.person().line()
        for _ in range(20):
            line.send("ping")
        assert (await line.hear("error"))["code"] == "rate"
        assert (await line.hear("bye"))["code"] == "rate"
        assert (await line.hear("closed"))["code"] == 4008
        await until(lambda: not place.house.presence.members)


@played
async def test_a_slow_reader_is_closed_and_never_slows_the_table(tmp_path: Path) -> None:
    limits = replace(FREE, queue=20_000)
    async with house(tmp_path, limits=limits) as place:
        anna, slow = place.person(), place.person()
        room = (await anna.make("klondike", deal=1))["room"]
        watcher = await slow.line(room)
        line = await anna.line(room)
        watcher.gate.clear()
        for _ in range(60):
            await line.act("turn")
        await until(lambda: len(place.house.presence.members) == 1)
        assert (await line.act("turn"))["type"] == "event"


@played
async def test_too_many_sockets(tmp_path: Path) -> None:
    async with house(tmp_path, limits=replace(FREE, sockets_player=2)) as place:
        anna = place.person()
        first, _ = await anna.line(), await anna.line()
        third = await Line(place, anna.token).open()
        assert (await third.raw())["type"] == "websocket.accept"
        assert (await third.hear("bye"))["code"] == "too-many"
        assert (await third.hear("closed"))["code"] == 4010
        await first.cut()
        await anna.line()


@played
async def test_too_many_rooms(tmp_path: Path) -> None:
    async with house(
        tmp_path, limits=replace(FREE, new_rooms_burst=1, new_rooms_rate=0.0)
    ) as place:
        bob = place.person()
        await bob.make("golf")
        answer = await bob.request("POST", "/api/rooms", json={"game": "golf"})
        assert (answer.status_code, answer.json()["code"]) == (429, "rate")


@played
async def test_too_many_requests(tmp_path: Path) -> None:
    async with house(tmp_path, limits=replace(FREE, requests_burst=3, requests_rate=0.0)) as place:
        codes = [(await place.http.get("/health")).status_code for _ in range(5)]
        assert codes == [200, 200, 200, 429, 429]
        files = [await place.http.get("/assets/x/js/main.js") for _ in range(3)]
        assert [file.status_code for file in files] == [200] * 3, "a page's own files always come"


@played
async def test_a_silent_socket_is_closed(tmp_path: Path) -> None:
    clock = Clock()
    async with house(tmp_path, clock=clock, limits=replace(FREE, idle=0.03)) as place:
        line = await place.person().line()
        clock.now += 1
        assert (await line.hear("bye"))["code"] == "idle"
        assert (await line.hear("closed"))["code"] == 4001


@played
async def test_long_frames_and_bodies(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        line = await anna.line()
        line.shout('{"type":"ping","id":"' + "x" * 9000 + '"}')
        assert (await line.hear("error"))["code"] == "too-long"
        answer = await anna.request("POST", "/api/rooms", content=b" " * 9000)
        assert (answer.status_code, answer.json()["code"]) == (413, "too-long")
        answer = await anna.request("POST", "/api/replays", content=b"x" * 300_000)
        assert answer.status_code == 413


@played
async def test_what_a_table_has_not_done_is_heard_later(tmp_path: Path) -> None:
    """A socket has so many commands under way, whichever way they come; the others wait their turn."""
    async with house(tmp_path, wrap=Faulty) as place:
        database = place.house.store.database
        assert isinstance(database, Faulty)
        anna, shorter = place.person(), []
        room = (await anna.make("klondike", deal=1))["room"]
        line = Line(place, anna.token)
        short = {"write": lambda frame: False, "listen": shorter.append}
        line._scope["extensions"] = {SHORT: short}
        await line.open()
        await line.enter(room)
        (hear_now,) = shorter
        database.gate.clear()
        said = [json.dumps({"type": "pause", "id": f"p{n}"}).encode() for n in range(20)]
        await settle()
        heard = [hear_now(one) for one in said]
        assert heard == [True] * MOST_UNDER_WAY + [False] * (20 - MOST_UNDER_WAY)
        for one in said[heard.index(False) :]:
            line.shout(one)
        await settle()
        assert line._in.qsize() == 20 - MOST_UNDER_WAY - 1, "the reader holds the first of them"
        database.gate.set()
        assert (await line.hear("event", "error", id="p19"))["type"] == "event"
        await settle()
        assert hear_now(said[0])


@played
async def test_a_long_body_is_not_read_to_its_end(tmp_path: Path) -> None:
    read = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        while read < 1000:
            read += 1
            yield b" " * 1024

    async with house(tmp_path) as place:
        answer = await place.person().request("POST", "/api/rooms", content=endless())
        assert answer.json()["code"] == "too-long"
        assert read < 20


@played
async def test_files_are_only_those_of_the_client(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        for path in (
            "../server/app.py",
            "..%2fserver%2fapp.py",
            "%2e%2e/errors.py",
            "",
            ".hidden",
            "a\\..\\b",
            "x%00y",
        ):
            answer = await place.http.get(f"/assets/x/{path}")
            assert answer.status_code == 404, path


@played
async def test_metrics_are_for_this_machine(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        text = (await place.http.get("/metrics")).text
        assert "trapoula_sockets 0" in text
        assert "trapoula_commit_seconds_count" in text


@played
async def test_only_one_question_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket that asks again and again does not fill the lane."""
    asked = threading.Event()

    def slow(*about: object) -> tuple[dict[str, Any], Kept]:
        asked.wait(10)
        return ADVICE, Kept()

    monkeypatch.setattr(thoughts, "hint", slow)
    async with house(tmp_path) as place:
        anna = place.person()
        line = await anna.line((await anna.make("klondike", deal=1))["room"])
        ids = [line.send("hint") for _ in range(5)]
        answers = [await line.hear("error") for _ in ids[1:]]
        asked.set()
        answers.append(await line.hear("hint"))
        assert {answer["id"] for answer in answers} == set(ids)
        assert [answer["code"] for answer in answers if answer["type"] == "error"].count(
            "wrong-phase"
        ) == 4


@played
async def test_silence_closes_free_talk(tmp_path: Path) -> None:
    """Where the rules demand silence, chat is closed too."""
    from trapoula.room.errors import ClosedTalk, NoNumbers
    from trapoula.room.talk import check_words

    class Silent:
        def talk(self, table: object, seat: int) -> tuple[str, ...]:
            return ()

        def says(self, action: object) -> bool:
            return True

    class Open(Silent):
        def talk(self, table: object, seat: int) -> tuple[str, ...]:
            return ("signal",)

    with pytest.raises(ClosedTalk):
        check_words("hello", Silent(), None, 0)
    with pytest.raises(NoNumbers):
        check_words("thirty", Open(), None, 0)
    check_words("hello", Open(), None, 0)
    check_words("thirty", object(), None, 0)


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1", "::"])
@pytest.mark.parametrize("origins", [(), ("https://cards.test",)])
@played
async def test_a_foreign_name_is_refused_wherever_it_listens(
    tmp_path: Path, host: str, origins: tuple[str, ...]
) -> None:
    """A foreign page can point its own host name at this machine, but not at an address."""
    config, _ = configure(Plan(host=host, data=str(tmp_path), origins=origins, warm=False))
    allowed = {"localhost:8017", "127.0.0.1:8017", "[::1]:8017"}
    if host != "127.0.0.1":
        allowed |= {"192.168.1.7:8017", "203.0.113.9", f"{socket.gethostname()}:8017"}
    if origins:
        allowed.add("cards.test")
    refused = {"evil.test", "evil.test:8017", "cards.test.evil.test", "1.2.3.4.evil.test", "", "@"}
    refused |= {"cards.test", "203.0.113.9"} - allowed
    transport = httpx.ASGITransport(config.app)  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url=URL) as http:
        for name in allowed | refused:
            answer = await http.get("/assets/x/none.js", headers={"host": name})
            assert answer.status_code == (404 if name in allowed else 403), name


@pytest.mark.parametrize("path", ["/metrics", "/operators"])
@played
async def test_operators_pages_are_local_only(tmp_path: Path, path: str) -> None:
    """Also not through a proxy on the same machine, whatever the headers claim."""
    async with house(tmp_path) as place:
        assert (await place.http.get(path)).status_code == 200
        proxied = await place.http.get(path, headers={"x-forwarded-for": "127.0.0.1"})
        transport = httpx.ASGITransport(place.app, client=("192.0.2.7", 1))
        async with httpx.AsyncClient(transport=transport, base_url=URL) as elsewhere:
            for answer in (proxied, await elsewhere.get(path)):
                assert (answer.status_code, answer.json()["code"]) == (403, "not-for-you")


@played
async def test_operators_see_connections_and_errors(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        await anna.request("PATCH", "/api/me", json={"name": "Anna <b>"})
        line = await anna.line((await anna.make("klondike", deal=1))["room"])
        await line.act("T1>T99")
        page = (await place.http.get("/operators", headers={"accept-language": "el"})).text
        for told in ("Anna &lt;b&gt;", "Κλόνταϊκ", "errors bad-action", "Συνδεδεμένοι τώρα"):
            assert told in page, page
        assert anna.token not in page
