"""Web Push: who gets which message, how it is encrypted, and when none is sent."""

import asyncio
import base64
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

import pytest

from tests.server.house import FREE, Clock, Person, Place, house, played
from tests.server.test_table import RIVALS
from trapoula.server import notifications, upkeep, webpush
from trapoula.server.people import digest
from trapoula.server.store import store

http_ece = pytest.importorskip("http_ece")
ec = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ec")
py_vapid = pytest.importorskip("py_vapid")
pytestmark = pytest.mark.usefixtures("thinking")
DAY = 86_400
LIMITS = replace(FREE, push_hosts=("127.0.0.1",))


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Service:
    """A local push service, with the browser that uses it."""

    def __init__(self) -> None:
        self.heard: Queue[tuple[dict[str, str], bytes]] = Queue()
        self.status = 201
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.heard.put((dict(self.headers), body))
                self.send_response(service.status)
                self.end_headers()

            def log_message(self, *about: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/send/abc"

    def wish(self, **more: Any) -> dict[str, Any]:
        """Return the browser's subscription."""
        key = text(webpush._point(self.key.public_key()))
        site = {"site": "https://cards.example"}
        return {"endpoint": self.url, "p256dh": key, "auth": text(self.auth), **site, **more}

    def next(self) -> tuple[dict[str, str], dict[str, str]]:
        """Return the headers and the content of the next message."""
        headers, body = self.heard.get(timeout=20)
        opened = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth)
        return headers, json.loads(opened)

    def silent(self) -> bool:
        try:
            self.heard.get_nowait()
        except Empty:
            return True
        return False


@contextmanager
def service() -> Iterator[Service]:
    """Yield a running push service."""
    own = Service()
    thread = Thread(target=own.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield own
    finally:
        own.server.shutdown()
        own.server.server_close()
        thread.join()


async def meet(
    place: Place, service: Service, *, clock: int | None = None, late: str = "bot", **wish: Any
) -> tuple[Person, Person, str, Any]:
    """Seat Anna and Nikos, with Anna on turn. Nikos' browser is subscribed, and he has no page open."""
    anna, nikos = Person(place), Person(place)
    await anna.request("PATCH", "/api/me", json={"name": "Anna"})
    room = (await anna.make(RIVALS, seats=2, clock=clock, late=late))["room"]
    line = await nikos.line(room)
    await line.ask("sit", seat=1)
    answer = await nikos.request("POST", "/api/push", json=service.wish(**wish))
    assert answer.status_code == 201, answer.text
    playing = await anna.line(room)
    await playing.ask("start")
    await line.cut()
    await playing.hear("presence", here=[0])
    return anna, nikos, room, playing


async def play(line: Any, room: str) -> None:
    """Play a whole turn: a player who takes the row opens a new one."""
    while legal := (await line.enter(room))["table"]["legal"]:
        await line.act(legal[0])


@played
async def test_an_absent_player_is_notified_on_their_turn(tmp_path: Path) -> None:
    """The message is encrypted for that browser, signed with the subscribed key, and names no card."""
    with service() as own:
        async with house(tmp_path, limits=LIMITS, clock=Clock()) as place:
            _, nikos, room, line = await meet(place, own, lang="el")
            await play(line, room)
            await place.house.calls.rest()
            headers, told = own.next()
            assert told == {
                "title": "Take That",
                "body": "Έπαιξε: Anna. Παίζετε εσείς.",
                "path": f"/table/{room}",
            }
            assert headers["Content-Encoding"] == "aes128gcm"
            key = (await nikos.get("/api/push"))["key"]
            assert headers["Authorization"].endswith(f"k={key}")
            token = headers["Authorization"].partition("t=")[2].partition(",")[0]
            claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
            assert claims["aud"] == own.url.removesuffix("/send/abc")
            assert claims["sub"] == "https://cards.example"
            assert py_vapid.Vapid02.verify(headers["Authorization"])


@played
async def test_no_push_is_sent_while_the_table_is_in_view(tmp_path: Path) -> None:
    """A hidden page does not count as in view."""
    with service() as own:
        async with house(tmp_path, limits=LIMITS, clock=Clock()) as place:
            _, nikos, room, line = await meet(place, own)
            page = await nikos.line(room)
            await page.ask("ping", seen=True)
            await play(line, room)
            await place.house.calls.rest()
            assert own.silent()
            await play(page, room)
            await page.ask("ping", seen=False)
            await play(line, room)
            await place.house.calls.rest()
            assert own.next()[1]["body"] == "Anna has played: your turn."


@played
async def test_who_does_not_look_is_told_of_the_end_and_of_another_round(tmp_path: Path) -> None:
    with service() as own:
        async with house(tmp_path, limits=LIMITS, clock=Clock()) as place:
            _, nikos, room, line = await meet(place, own)
            page = await nikos.line(room)
            await page.ask("ping", seen=False)
            for one in (page, line):
                await one.ask("vote", end=True)
            await place.house.calls.rest()
            assert own.next()[1]["body"] == "The round is over."
            await line.ask("again", number=line.number)
            await place.house.calls.rest()
            assert own.next()[1]["body"] == "Anna wants another round."


@played
async def test_those_of_another_table_are_invited_and_called_once(tmp_path: Path) -> None:
    """The new table is listed for them until they sit. Strangers cannot invite, nor to a full table."""
    with service() as own:
        async with house(tmp_path, limits=LIMITS, clock=Clock()) as place:
            anna, nikos, old, _ = await meet(place, own, lang="el")
            new = (await anna.make("the-game", seats=2))["room"]
            path, people = f"/api/rooms/{new}/invite", {"people": old}
            assert (await anna.request("POST", path, json=people)).json() == {
                "invited": [(await nikos.get("/api/me"))["name"]]
            }
            await place.house.calls.rest()
            _, told = own.next()
            assert told == {
                "title": "The Game",
                "body": "Anna: σας προσκαλεί σε παιχνίδι.",
                "path": f"/table/{new}",
            }
            lines = {one["room"]: one for one in (await nikos.get("/api/rooms"))["mine"]}
            assert (lines[new]["invited"], lines[old]["invited"]) == ("Anna", "")
            assert (await anna.request("POST", path, json=people)).json() == {"invited": []}
            await place.house.calls.rest()
            assert own.silent()
            stranger = await Person(place).request("POST", path, json=people)
            assert stranger.json()["code"] == "not-seated"
            line = await nikos.line(new)
            await line.ask("sit", seat=1)
            lines = {one["room"]: one for one in (await nikos.get("/api/rooms"))["mine"]}
            assert lines[new]["invited"] == ""
            full = await anna.request("POST", path, json=people)
            assert full.json()["code"] == "seat-taken"


@played
async def test_muted_tables_and_quiet_hours_send_nothing(tmp_path: Path) -> None:
    with service() as own:
        clock = Clock(1_700_000_000.0)  # 22:13 in London
        async with house(tmp_path, limits=LIMITS, clock=clock) as place:
            _, nikos, room, line = await meet(place, own, quiet=[23, 8], zone=0)
            await play(line, room)
            await place.house.calls.rest()
            assert own.next()[1]["path"] == f"/table/{room}"
            for quiet, zone in (([22, 8], 0), ([0, 8], 120)):  # it is night there
                wish = own.wish(quiet=quiet, zone=zone)
                await nikos.request("POST", "/api/push", json=wish)
                page = await nikos.line(room)
                await play(page, room)
                await page.cut()
                await play(line, room)
                await place.house.calls.rest()
                assert own.silent(), (quiet, zone)
            await nikos.request("POST", "/api/push", json=own.wish())
            answer = await nikos.request("PATCH", f"/api/rooms/{room}", json={"muted": True})
            assert answer.json()["muted"] is True
            assert (await nikos.get("/api/rooms"))["mine"][0]["muted"] is True
            page = await nikos.line(room)
            await play(page, room)
            await page.cut()
            await play(line, room)
            await place.house.calls.rest()
            assert own.silent()


@pytest.mark.parametrize("status", [404, 410])
@played
async def test_a_subscription_that_is_gone_is_forgotten(status: int, tmp_path: Path) -> None:
    with service() as own:
        own.status = status
        async with house(tmp_path, limits=LIMITS, clock=Clock()) as place:
            _, nikos, room, line = await meet(place, own)
            await play(line, room)
            await place.house.calls.rest()
            own.next()
            person = await place.house.people.of(nikos.token)
            assert await place.house.store.pushes_of([person.id], room) == []


@played
async def test_only_a_player_s_latest_browsers_are_notified(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MOST_PUSHES", 2)
    clock = Clock()
    async with house(where, clock=clock) as place:
        anna, bob = place.person(), place.person()
        for one, count in ((bob, 1), (anna, 4)):
            for n in range(count):
                clock.now += 1
                there = f"https://updates.push.services.mozilla.com/{one.token[:5]}{n}"
                keys = {"p256dh": "B" * 87, "auth": "A" * 22, "site": "https://cards.example"}
                told = await one.request("POST", "/api/push", json={"endpoint": there, **keys})
                assert told.status_code == 201
        players = [digest(one.token) for one in (anna, bob)]
        found = await place.house.store.pushes_of(players, "")
        assert sorted(one.endpoint[-1] for one in found) == ["0", "2", "3"]


@played
async def test_a_browser_can_unsubscribe(tmp_path: Path) -> None:
    """Only its own player can end the subscription."""
    with service() as own:
        async with house(tmp_path, limits=LIMITS, clock=Clock()) as place:
            anna, nikos, room, line = await meet(place, own)
            endpoint = {"json": {"endpoint": own.url}}
            await anna.request("DELETE", "/api/push", **endpoint)
            await play(line, room)
            await place.house.calls.rest()
            own.next()
            await nikos.request("DELETE", "/api/push", **endpoint)
            page = await nikos.line(room)
            await play(page, room)
            await page.cut()
            await play(line, room)
            await place.house.calls.rest()
            assert own.silent()


@played
async def test_an_alarm_rings_at_an_unloaded_table(where: str) -> None:
    """Also after a restart: a bot plays the turn, as agreed, and both are notified."""
    clock = Clock()
    with service() as late, service() as other:
        async with house(where, limits=LIMITS, clock=clock) as place:
            anna, _, room, line = await meet(place, late, clock=DAY, late="bot")
            await anna.request("POST", "/api/push", json=other.wish())
            await play(line, room)
            await place.house.calls.rest()
            assert late.next()[1]["body"] == "Anna has played: your turn."
        clock.now += DAY + 1
        async with house(where, limits=LIMITS, clock=clock) as place:
            await upkeep.ring(place.house)
            told = await asyncio.to_thread(late.next)
            assert told[1]["body"] == "Your time was up: a bot plays this turn for you."
            told = await asyncio.to_thread(other.next)
            assert told[1]["body"] == "A bot has played: your turn."
            seen = await place.person(anna.token).get(f"/api/rooms/{room}")
            assert (seen["table"]["turn"], seen["sitting"]["seats"][1]["away"]) == (0, False)
            assert await place.house.store.ringing(clock.now, 9) == []
            await place.house.calls.rest()
            assert late.silent()


@played
async def test_a_late_player_is_notified_once_where_no_bot_stands_in(where: str) -> None:
    clock = Clock()
    with service() as own:
        async with house(where, limits=LIMITS, clock=clock) as place:
            anna, _, room, line = await meet(place, own, clock=DAY, late="wait")
            await play(line, room)
            await line.cut()
            await place.house.calls.rest()
            assert own.next()[1]["body"] == "Anna has played: your turn."
            for passed in (DAY - 1, 2, DAY, 5 * DAY):
                clock.now += passed
                await upkeep.ring(place.house)
                await place.house.calls.rest()
                if passed == 2:
                    told = "Your time is up, and the others are waiting."
                    assert own.next()[1]["body"] == told
                assert own.silent()
            assert (await anna.get(f"/api/rooms/{room}"))["table"]["turn"] == 1


@played
async def test_bots_play_on_for_absent_players(tmp_path: Path) -> None:
    """A player who moves and closes the tab is notified after the bots' turns."""
    with service() as own:
        async with house(tmp_path, limits=LIMITS, clock=Clock()) as place:
            anna = Person(place)
            bots = [{"seat": 1}, {"seat": 2}]
            room = (await anna.make(RIVALS, seats=3, bots=bots, start=True))["room"]
            await anna.request("POST", "/api/push", json=own.wish())
            line = await anna.line(room)
            while (await line.enter(room))["table"]["turn"] != 0:
                await line.next()
            await play(line, room)
            await line.cut()
            told = await asyncio.to_thread(own.next)
            assert told[1]["body"] == "A bot has played: your turn."


@pytest.mark.parametrize("seen", [True, False])
@played
async def test_a_page_at_another_process_counts_while_it_is_seen(
    seen: bool, fresh: Callable[[], str]
) -> None:
    """Also at a process that has just loaded the table and knows nothing of the others."""
    where, clock = fresh(), Clock()
    with service() as own:
        async with (
            house(where, limits=LIMITS, clock=clock) as one,
            house(where, limits=LIMITS, clock=clock) as two,
        ):
            _, nikos, room, line = await meet(one, own)
            there = await two.person(nikos.token).line(room)
            await line.hear("presence", here=[0, 1])
            await there.ask("ping", seen=False)
            if seen:
                await there.ask("ping", seen=True)
            await play(line, room)
            await one.house.calls.rest()
            assert own.silent() is seen


@played
async def test_a_process_that_loads_a_table_asks_who_views_it(fresh: Callable[[], str]) -> None:
    where, clock = fresh(), Clock()
    with service() as own:
        async with house(where, limits=LIMITS, clock=clock) as one:
            _, nikos, room, line = await meet(one, own, clock=DAY, late="wait")
            page = await nikos.line(room)
            await play(line, room)
            await one.house.calls.rest()
            clock.now += DAY + 1
            async with house(where, limits=LIMITS, clock=clock) as two:
                await upkeep.ring(two.house)
                await two.house.calls.rest()
                assert own.silent()
                assert await one.house.store.ringing(clock.now, 9) == []
            await page.cut()


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x", "https://169.254.169.254/latest", "https://localhost/x",
        "https://evil-fcm.googleapis.com.example/x", "https://fcm.googleapis.com@10.0.0.1/x",
        "https://fcm.googleapis.com:bad/x",
    ],
)  # fmt: skip
def test_messages_go_to_push_services_only(endpoint: str) -> None:
    assert not webpush.is_push_service(endpoint, FREE.push_hosts)


def test_push_services_are_known() -> None:
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/x",
        "https://updates.push.services.mozilla.com/wpush/v2/x",
        "https://web.push.apple.com/x",
        "https://wns2-par02p.notify.windows.com/w/x",
    ):
        assert webpush.is_push_service(endpoint, FREE.push_hosts)


@pytest.mark.parametrize(
    ("quiet", "zone", "hour", "is_quiet"),
    [("", 0, 3, False), ("22-8", 0, 23, True), ("22-8", 0, 8, False), ("22-8", 120, 21, True),
     ("9-17", 0, 12, True), ("9-17", 0, 17, False), ("9-9", 0, 9, False), ("22-8", -300, 2, False)],
)  # fmt: skip
def test_quiet_hours(quiet: str, zone: int, hour: int, is_quiet: bool) -> None:
    one = webpush.Subscription("e", "p", "k", "a", "en", "s", quiet, zone)
    assert notifications.is_quiet(one, 1_699_920_000.0 + 3600 * hour) is is_quiet
