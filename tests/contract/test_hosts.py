"""A server and a device by itself are asked the same, and answer the same, byte by byte."""

import json
import secrets
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest

from tests.loops import alone
from tests.server.house import Clock, house
from trapoula.host.routes import ROUTES
from trapoula.local.drawer import Change, Memory
from trapoula.local.house import House
from trapoula.local.thinker import answer
from trapoula.server.people import digest, new_token

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
IDS = ("nothing", "a b", quote("Ω/?", safe=""), "%00", "." * 300)
BODIES = (
    "",
    "{}",
    "{",
    "[]",
    '{"name": 1}',
    '{"game": "golf", "cheat": true}',
    "[" * 3000,
    "Ω" * 9000,
)
QUERIES = (
    "",
    "?seat=9",
    "?from=x",
    "?round=0",
    "?limit=999",
    "?today=never",
    "?before=x",
    "?lang=xx",
    "?draw=",
)
APART = (  # what only a server can: it leads to other people, or to other devices
    "/api/me/link", "/api/rooms/{room}/code", "/api/codes/{code}", "/api/push",
)  # fmt: skip
ENOUGH = 400  # moves of a game of golf


class Said(NamedTuple):
    """What was asked, and how it was answered."""

    asked: str
    status: int
    kind: str
    body: bytes

    @property
    def told(self) -> Any:
        return json.loads(self.body)


Ask = Callable[..., Awaitable[Said]]
Tour = Callable[[Ask, Clock], Awaitable[None]]


class Nobody:
    """A screen that nobody looks at."""

    def say(self, frame: str) -> None:
        raise AssertionError(frame)

    def spread(self, room: str) -> None:
        pass

    async def think(self, packed: bytes, pause: float) -> bytes:
        return answer(packed)


def the_same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on chance falls as it fell the last time."""
    dice, names = Random(1), count(1)
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size=32: f"{next(names):0{size}}")
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: dice.randbytes(size))
    monkeypatch.setattr(secrets, "randbelow", dice.randrange)


async def at_a_server(
    tour: Tour, folder: Path, token: str, reset: Callable[[], None]
) -> list[Said]:
    """What a server answers on a tour."""
    heard: list[Said] = []
    async with house(folder, clock=(clock := Clock())) as place:
        anna = place.person(token)

        async def ask(method: str, path: str, body: Any = None) -> Said:
            sent = body if isinstance(body, str) or body is None else json.dumps(body)
            found = await anna.request(method, path, content=sent)
            kind = found.headers["content-type"].partition(";")[0]
            heard.append(Said(f"{method} {path}", found.status_code, kind, found.content))
            return heard[-1]

        reset()
        await tour(ask, clock)
    return heard


async def at_a_device(tour: Tour, token: str, reset: Callable[[], None]) -> list[Said]:
    """What a device answers on the same."""
    heard: list[Said] = []
    drawer = Memory()
    await drawer.change([Change("new", "me", json.dumps({"id": digest(token), "name": ""}))])
    own = House(drawer, Nobody(), clock=(clock := Clock()))
    await own.open()

    async def ask(method: str, path: str, body: Any = None) -> Said:
        sent = body if isinstance(body, str) else "" if body is None else json.dumps(body)
        found = await own.ask(method, path, sent)
        heard.append(Said(f"{method} {path}", found.status, found.kind, found.body))
        return heard[-1]

    reset()
    await tour(ask, clock)
    return heard


def both(tour: Tour, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Said]:
    """Go on a tour of both hosts: what they answered alike."""
    token = new_token()
    with monkeypatch.context() as patch:

        def reset() -> None:
            the_same_chance(patch)

        served = alone(at_a_server(tour, folder, token, reset), 200)
        owned = alone(at_a_device(tour, token, reset), 200)
    for one, other in zip(served, owned, strict=True):
        assert one == other, one.asked
    return served


async def everything(ask: Ask, clock: Clock) -> None:
    """All that a person with tables of their own asks."""
    for path in (
        "/api/me",
        "/api/me/devices",
        "/api/games",
        "/api/games/klondike?draw=3",
        "/api/odds",
    ):
        await ask("GET", path)
    for path in ("/api/rules/golf?lang=el", "/api/rules/glossary", "/api/rules/golf/pictures"):
        await ask("GET", path)
    for path in (
        "/api/languages",
        "/api/texts/el",
        "/api/texts/el?part=first",
        "/api/texts/el?part=tour",
        "/api/texts/en",
    ):
        await ask("GET", path)
    await ask("PATCH", "/api/me", {"name": " Anna  of\tus "})
    room = (
        await ask("POST", "/api/rooms", {"game": "klondike", "deal": 7, "options": {"draw": 3}})
    ).told
    here = f"/api/rooms/{room['room']}"
    clock.now += 5
    said = [
        {"type": "act", "id": "a1", "number": room["number"], "action": "turn"},
        {"type": "act", "id": "a2", "number": room["number"] + 1, "action": "turn"},
        {"type": "undo", "id": "a3", "number": room["number"] + 2},
        {"type": "act", "id": "a4", "number": room["number"] + 3, "action": "T1>T1"},
        {"type": "act", "id": "a5", "number": room["number"] + 3, "action": "turn"},
    ]
    assert (await ask("POST", f"{here}/log", {"said": said})).told["refused"]["id"] == "a4"
    for path in ("", "/log", "/record", "/record?round=2", "/record?round=1"):
        await ask("GET", here + path)
    await ask("PATCH", here, {"label": "Sunday", "closed": True})
    await ask("GET", "/api/rooms")
    replay = (await ask("POST", f"{here}/share")).told["replay"]
    for path in (
        "",
        "/steps?from=0&to=9",
        "/steps?seat=all&to=3",
        "/steps?seat=none",
        "/steps?seat=4",
    ):
        await ask("GET", f"/api/replays/{replay}{path}")
    record = (await ask("GET", f"{here}/record")).body.decode()
    await ask("POST", "/api/replays", record)
    await ask("POST", "/api/replays", record.replace("klondike", "chess"))
    await ask("POST", "/api/rooms", {"replay": replay, "step": 1})
    await ask("POST", "/api/rooms", {"replay": "nowhere"})
    await ask("POST", "/api/rooms", {"game": "golf", "day": "2026-11-16"})
    held = [{"seat": 1, "name": "Maria"}]
    shared = (
        await ask(
            "POST",
            "/api/rooms",
            {"game": "the-game", "seats": 2, "deal": 3, "hold": held, "start": True},
        )
    ).told
    for path in ("", "/record", "/log", "/rounds"):
        await ask("GET", f"/api/rooms/{shared['room']}{path}")
    await ask("GET", "/api/tables")
    await ask("GET", "/api/solver")
    await ask("POST", f"/api/rooms/{shared['room']}/solution")
    await ask("DELETE", f"/api/rooms/{shared['room']}")
    await ask("DELETE", f"/api/rooms/{shared['room']}")
    for wrong in (
        {},
        {"game": "chess"},
        {"game": "golf", "seats": 3},
        {"game": "golf", "preset": "x"},
    ):
        await ask("POST", "/api/rooms", wrong)


async def golf(ask: Ask, clock: Clock) -> None:
    """Games that end, and what is counted of them."""
    for _ in range(3):
        clock.now += 60
        room = (await ask("POST", "/api/rooms", {"game": "golf"})).told
        here = f"/api/rooms/{room['room']}"
        for move in range(ENOUGH):
            if room["table"]["outcome"] is not None:
                break
            clock.now += 1
            act = {"type": "act", "id": f"m{move}", "number": room["number"]}
            await ask(
                "POST", f"{here}/log", {"said": [act | {"action": room["table"]["legal"][0]}]}
            )
            room = (await ask("GET", here)).told
        assert room["table"]["outcome"]
    await ask("POST", "/api/rooms", {"game": "klondike"})
    for path in (
        "",
        "/history",
        "/history?limit=1",
        "/history?game=spider",
        "/export.csv",
        "/export.xml",
    ):
        await ask("GET", f"/api/stats{path}")
    await ask("GET", f"/api/stats/history?before={clock.now - 60}")
    kept = (await ask("GET", "/api/stats/export.json")).body.decode()
    assert len(json.loads(kept)["history"]) == 3
    await ask("GET", "/api/daily?today=2026-11-16&from=2026-11-01")
    await ask("DELETE", "/api/stats?game=spider")
    await ask("DELETE", "/api/stats")
    assert (await ask("POST", "/api/stats", kept)).told == {"brought": 3}
    assert (await ask("POST", "/api/stats", kept)).told == {"brought": 0}
    await ask("GET", "/api/stats")


async def solved(ask: Ask, clock: Clock) -> None:
    """A line that wins is shown as a replay, once there is one."""
    room = (await ask("POST", "/api/rooms", {"game": "freecell", "deal": 1})).told["room"]
    found = await ask("POST", f"/api/rooms/{room}/solution?seconds=30")
    assert (found.status, found.told["verdict"]) == (201, "winnable")
    await ask("GET", f"/api/replays/{found.told['replay']}/steps?to=200")
    await ask("GET", f"/api/rooms/{room}")


async def nonsense(ask: Ask, clock: Clock) -> None:
    """Every path with every method, with ids, queries and bodies that make no sense."""
    paths = {route.path for route in ROUTES} | {"/api/{room}", "/api/", "/api/rooms/"}
    for path in sorted(paths - {*APART}):
        for id_ in IDS if "{" in path else ("",):
            there = path
            for part in ("room", "game", "lang", "replay", "device", "kind"):
                there = there.replace(f"{{{part}}}", id_)
            for method in METHODS:
                for body in BODIES if id_ in ("", IDS[0]) and method != "GET" else ("{}",):
                    await ask(method, there, body)
            for query in QUERIES:
                await ask("GET", there + query)


@pytest.mark.parametrize("tour", [nonsense, solved])
def test_both_answer_the_same(tour: Tour, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not [said for said in both(tour, tmp_path, monkeypatch) if said.status in (500, 503)]


def test_both_answer_the_same_on_every_route(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is answered well at least once, but for what needs another device."""
    heard = []
    for tour in (everything, golf):
        (folder := tmp_path / tour.__name__).mkdir()
        heard += both(tour, folder, monkeypatch)
    well = [said.asked.partition("?")[0].split(" ") for said in heard if said.status < 300]
    elsewhere = {*APART, "/api/me/devices/{device}", "/api/rooms/{room}/solution"}
    for route in ROUTES:
        if route.path not in elsewhere:
            assert any(
                method == route.method and route.pattern.fullmatch(path) for method, path in well
            ), route.path


# --- commands ------------------------------------------------------------------------------------


class Screen(Nobody):
    """A screen that keeps what it is told."""

    def __init__(self) -> None:
        self.frames: list[str] = []

    def say(self, frame: str) -> None:
        self.frames.append(frame)


Tell = Callable[..., Awaitable[dict[str, Any]]]  # a message and its answer
UNREADABLE = (
    "", "{", "[1]", '"x"', "null", '{"type": "act"}', '{"id": "q1"}', '{"type": "dance", "id": "q2"}',
    '{"type": "act", "id": "q3"}', '{"type": "act", "id": "q4", "number": "1", "action": "turn"}',
    '{"type": "ping", "id": ""}', '{"type": "ping", "id": 5}', '{"type": "ping", "id": "q5", "more": 1}',
    '{"type": "enter", "id": "q6"}', '{"id": "q7", "type": "look", "seat": -1}', "[" * 5000,
)  # fmt: skip


async def over_a_socket(talk: Any, folder: Path, token: str) -> list[str]:
    """What a server answers to a talk."""
    async with house(folder, clock=Clock()) as place:
        anna = place.person(token)
        line = await anna.line()
        heard = []

        async def tell(frame: str) -> dict[str, Any]:
            line.shout(frame)
            while True:
                told = await line.next()
                if told["type"] not in ("presence", "progress"):
                    heard.append(line.frames[-1].decode())
                    return told

        async def make(**wanted: Any) -> dict[str, Any]:
            return await anna.make(**wanted)

        await talk(tell, make)
        return heard


async def over_a_screen(talk: Any, token: str) -> list[str]:
    """What a device answers to the same."""
    screen, drawer = Screen(), Memory()
    await drawer.change([Change("new", "me", json.dumps({"id": digest(token), "name": ""}))])
    own = House(drawer, screen, clock=Clock())
    await own.open()

    async def tell(frame: str) -> dict[str, Any]:
        before = len(screen.frames)
        await own.hear(frame)
        told: dict[str, Any] = json.loads(screen.frames[before])
        return told

    async def make(**wanted: Any) -> dict[str, Any]:
        made: dict[str, Any] = json.loads(
            (await own.ask("POST", "/api/rooms", json.dumps(wanted))).body
        )
        return made

    await talk(tell, make)
    return [frame for frame in screen.frames if '"type":"progress"' not in frame]


async def a_talk(tell: Tell, make: Callable[..., Awaitable[dict[str, Any]]]) -> None:
    """A patience and a table at one screen, with all that can go wrong."""
    names = count(1)

    async def say(type_: str, **fields: Any) -> dict[str, Any]:
        id_ = f"c{next(names)}"
        told = await tell(json.dumps({"type": type_, "id": id_, **fields}))
        assert told.get("id") == id_, told
        return told

    for text in UNREADABLE:
        told = await tell(text)
        assert told["code"] == "bad-message"
        assert told.get("id", "").startswith("q") == ('"q' in text), text
    await say("ping")
    for type_ in ("look", "leave", "start", "hint", "tips", "review", "drop", "pause"):
        await say(type_)
    await say("act", number=1, action="turn")
    await say("enter", room="nowhere")
    room = await make(game="golf", deal=1)
    here = await say("enter", room=room["room"])
    number = here["number"]
    moved = await say("act", number=number, action=here["table"]["legal"][0])
    number = moved["number"]
    await say("act", number=number, action="T1>T1")
    await say("act", number=number, action="nonsense")
    await say("act", number=number - 1, action=moved["table"]["legal"][0])
    number = (await say("undo", number=number))["number"]
    number = (await say("redo", number=number))["number"]
    for type_ in ("restart", "finish"):
        number = (await say(type_, number=number)).get("number", number)
    await tell(
        json.dumps({"type": "act", "id": "c17", "number": 1, "action": "turn"})
    )  # said before
    await say("look", seat=0)
    await say("look", seat=3)
    await say("say", text="  \n ")
    await say("say", text="well played")
    await say("review")
    await say("enter", room=room["room"], number=2)
    await say("leave")
    await say("undo", number=number)
    held = [{"seat": 1, "name": "Maria"}]
    shared = await make(game="the-game", seats=2, deal=3, hold=held, start=True)
    here = await say("enter", room=shared["room"])
    assert here["seat"] is None
    here = await say("look", seat=1)
    await say("say", text="nine")
    await say("verdict", seconds=0.5)
    moved = await say("act", number=here["number"], action=here["table"]["legal"][0], seat=1)
    for type_, more in (("sit", {"seat": 0}), ("bot", {"seat": 1}), ("remove", {"seat": 1})):
        await say(type_, **more)
    await say("vote", end=True)
    await say("stand")


def test_both_say_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    token = new_token()
    with monkeypatch.context() as patch:
        the_same_chance(patch)
        served = alone(over_a_socket(a_talk, tmp_path, token), 60)
        the_same_chance(patch)
        owned = alone(over_a_screen(a_talk, token), 60)
    for one, other in zip(served, owned, strict=True):
        assert one == other
