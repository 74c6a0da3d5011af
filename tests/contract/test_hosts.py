"""A server and a device by itself are asked the same, and answer the same, byte by byte."""

import json
import re
import secrets
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, get_args
from urllib.parse import quote

import pytest

from tests import ready
from tests.loops import alone
from tests.server.house import Clock, house
from trapoula.host.routes import ROUTES, find
from trapoula.local.house import House
from trapoula.local.storage import Change, Memory
from trapoula.local.thinker import answer
from trapoula.play.session import Session
from trapoula.room import commands
from trapoula.server.people import digest, new_token
from trapoula.solve import deals
from trapoula.thinking import thoughts

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
APART = (  # paths that lead to other people, or to other devices
    "/api/me/link", "/api/rooms/{room}/code", "/api/codes/{code}", "/api/push",
    "/api/rooms/{room}/invite",
)  # fmt: skip
ELSEWHERE = {  # what only a server can
    ("POST", "/api/me/link"),
    ("DELETE", "/api/me/devices/{device}"),
    ("POST", "/api/rooms/{room}/code"),
    ("POST", "/api/rooms/{room}/invite"),
    ("GET", "/api/codes/{code}"),
    ("POST", "/api/push"),
}
MARIA = [{"seat": 1, "name": "Maria"}]  # at the same screen
TOGETHER = {"game": "the-game", "seats": 2, "deal": 3, "hold": MARIA, "start": True}
PUSH = {
    "endpoint": "https://updates.push.services.mozilla.com/x", "p256dh": "B" * 87, "auth": "A" * 22,
    "site": "https://cards.example",
}  # fmt: skip
ENOUGH = 400  # moves of a game of golf


@pytest.fixture(scope="module", autouse=True)
def thinking() -> None:
    """The solver is ready before any clock runs."""
    ready.solver()


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
    monkeypatch.setattr(deals, "SystemRandom", lambda: Random(1))


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
            kind = found.headers.get("content-type", "").partition(";")[0]
            heard.append(Said(f"{method} {path}", found.status_code, kind, found.content))
            return heard[-1]

        reset()
        await tour(ask, clock)
    return heard


async def at_a_device(tour: Tour, token: str, reset: Callable[[], None]) -> list[Said]:
    """What a device answers on the same."""
    heard: list[Said] = []
    storage = Memory()
    await storage.change([Change("new", "me", json.dumps({"id": digest(token), "name": ""}))])
    own = House(storage, Nobody(), clock=(clock := Clock()))
    await own.open()

    async def ask(method: str, path: str, body: Any = None) -> Said:
        sent = body if isinstance(body, str) else "" if body is None else json.dumps(body)
        found = await own.ask(method, path, sent)
        heard.append(Said(f"{method} {path}", found.status, found.kind, found.body))
        return heard[-1]

    reset()
    await tour(ask, clock)
    return heard


def on_both(
    tour: Tour, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[Said], list[Said]]:
    """Go on a tour of both hosts: what a server answered, and what a device did."""
    folder.mkdir(exist_ok=True)
    token = new_token()
    with monkeypatch.context() as patch:

        def reset() -> None:
            the_same_chance(patch)

        served = alone(at_a_server(tour, folder, token, reset), 200)
        owned = alone(at_a_device(tour, token, reset), 200)
    return served, owned


def both(tour: Tour, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Said]:
    """Go on a tour of both hosts: what they answered alike."""
    served, owned = on_both(tour, folder, monkeypatch)
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
    shared = (await ask("POST", "/api/rooms", TOGETHER)).told
    for path in ("", "/record", "/log", "/rounds"):
        await ask("GET", f"/api/rooms/{shared['room']}{path}")
    await ask("GET", "/api/tables")
    await ask("GET", "/api/solver")
    await ask("POST", f"/api/rooms/{shared['room']}/solution")
    await ask("POST", f"/api/rooms/{shared['room']}/level")
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
    number = (await ask("GET", f"/api/rooms/{room}")).told["number"]
    session = Session("freecell", deal=1)
    _, line = thoughts.solution(session.id, session.options, session.state, 20)
    said = [
        {"type": "act", "id": f"w{at}", "number": number + at, "action": text}
        for at, text in enumerate(line)
    ]
    await ask("POST", f"/api/rooms/{room}/log", {"said": said})
    assert (await ask("POST", f"/api/rooms/{room}/level")).told["level"]


async def apart(ask: Ask, clock: Clock) -> None:
    """What leads to other people or devices: a server does it, and a device says that it cannot."""
    there = (await ask("POST", "/api/rooms", TOGETHER)).told["room"]
    code = (await ask("POST", f"/api/rooms/{there}/code")).told.get("code", "none")
    await ask("GET", f"/api/codes/{code}")
    bots = [{"seat": 1, "level": "random"}]
    here = (await ask("POST", "/api/rooms", {"game": "the-game", "seats": 2, "bots": bots})).told
    await ask("POST", f"/api/rooms/{here['room']}/invite", {"people": there})
    if link := (await ask("POST", "/api/me/link")).told.get("link"):
        await ask("POST", link)  # another device comes by it, and is signed out again
    for device in (await ask("GET", "/api/me/devices")).told["devices"]:
        await ask("DELETE", f"/api/me/devices/{device['device']}")
    assert (await ask("GET", "/api/push")).status == 200
    await ask("POST", "/api/push", PUSH)
    await ask("DELETE", "/api/push", {"endpoint": PUSH["endpoint"]})


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


def test_both_answer_nonsense_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not [said for said in both(nonsense, tmp_path, monkeypatch) if said.status in (500, 503)]


def test_both_answer_the_same_on_every_route(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is answered well on a tour, or leads to other people: a new route needs a tour."""
    heard = []
    for tour in (everything, golf, solved):
        heard += both(tour, tmp_path / tour.__name__, monkeypatch)
    alike = answered_well(heard)
    served, owned = (
        answered_well(answers) for answers in on_both(apart, tmp_path / "apart", monkeypatch)
    )
    assert alike | served == {(route.method, route.path) for route in ROUTES}
    assert served - owned == ELSEWHERE


def answered_well(heard: list[Said]) -> set[tuple[str, str]]:
    """The routes that were answered well, by method and path."""
    asked = [said.asked.partition("?")[0].split(" ") for said in heard if said.status < 300]
    found = (find(method, path)[0] for method, path in asked)
    return {(route.method, route.path) for route in found}


# --- commands ------------------------------------------------------------------------------------


class Screen(Nobody):
    """A screen that keeps what it is told."""

    def __init__(self) -> None:
        self.frames: list[str] = []

    def say(self, frame: str) -> None:
        self.frames.append(frame)


ABSENT = {"back", "holiday"}  # for who was away, and at tables for days, which no device has
SPENT = re.compile(r'"spent":[0-9.e-]+')  # seconds of a search
UNREADABLE = (
    "", "{", "[1]", '"x"', "null", '{"type": "act"}', '{"id": "q1"}', '{"type": "dance", "id": "q2"}',
    '{"type": "act", "id": "q3"}', '{"type": "act", "id": "q4", "number": "1", "action": "turn"}',
    '{"type": "ping", "id": ""}', '{"type": "ping", "id": 5}', '{"type": "ping", "id": "q5", "more": 1}',
    '{"type": "enter", "id": "q6"}', '{"id": "q7", "type": "look", "seat": -1}', "[" * 5000,
)  # fmt: skip


class Talk:
    """What is said to a host, and every frame that it answers."""

    def __init__(self, heard: list[str], make: Callable[..., Awaitable[Any]]) -> None:
        self.heard, self.make = heard, make
        self.said: dict[str, set[str]] = {}  # what each command was answered with
        self._names = count(1)

    async def tell(self, text: str) -> dict[str, Any]:
        """Say a frame as it is; the answer to it."""
        raise NotImplementedError

    async def hear(self, what: str) -> None:
        """Wait for something that happens after an answer."""

    async def say(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Say a command; what answers it."""
        id_ = fields.pop("id", None) or f"c{next(self._names)}"
        told = await self.tell(json.dumps({"type": type_, "id": id_, **fields}))
        assert told.get("id") == id_, told
        self.said.setdefault(type_, set()).add(told["type"])
        return told


Talking = Callable[[Talk], Awaitable[None]]


async def over_a_socket(talking: Talking, folder: Path, token: str) -> Talk:
    """A talk with a server."""
    async with house(folder, clock=Clock()) as place:
        anna = place.person(token)
        line = await anna.line()

        class Server(Talk):
            async def next(self) -> dict[str, Any]:
                while (told := await line.next())["type"] in ("presence", "progress"):
                    pass
                self.heard.append(line.frames[-1].decode())
                return told

            async def tell(self, text: str) -> dict[str, Any]:
                line.shout(text)
                return await self.next()

            async def hear(self, what: str) -> None:
                while (await self.next()).get("what") != what:
                    pass

        talk = Server([], anna.make)
        await talking(talk)
        return talk


async def over_a_screen(talking: Talking, token: str) -> Talk:
    """The same talk with a device."""
    screen, storage = Screen(), Memory()
    await storage.change([Change("new", "me", json.dumps({"id": digest(token), "name": ""}))])
    own = House(storage, screen, clock=Clock())
    await own.open()

    async def make(game: str, **wanted: Any) -> Any:
        answer = await own.ask("POST", "/api/rooms", json.dumps({"game": game, **wanted}))
        return json.loads(answer.body)

    class Device(Talk):
        async def tell(self, text: str) -> dict[str, Any]:
            await own.hear(text)
            new = [frame for frame in screen.frames if '"type":"progress"' not in frame]
            screen.frames.clear()
            self.heard += new
            told: dict[str, Any] = json.loads(new[0])
            return told

    talk = Device([], make)
    await talking(talk)
    return talk


async def refused(talk: Talk) -> None:
    """What cannot be read, or makes no sense where it is said."""
    for text in UNREADABLE:
        told = await talk.tell(text)
        assert told["code"] == "bad-message"
        assert told.get("id", "").startswith("q") == ('"q' in text), text
    for type_ in ("look", "leave", "start", "hint", "tips", "review", "drop", "pause"):
        await talk.say(type_)
    await talk.say("act", number=1, action="turn")
    await talk.say("enter", room="nowhere")
    room = await talk.make("golf", deal=1)
    number = (await talk.say("enter", room=room["room"]))["number"]
    await talk.say("act", number=number, action="T1>T1")
    await talk.say("act", number=number, action="nonsense")
    for type_, more in (
        ("holiday", {"days": 3}),
        ("back", {}),
        ("wish", {"matter": "undo", "about": 0}),
        ("vote", {"end": True, "seat": 5}),
        ("bot", {"seat": 0}),
        ("look", {"seat": 3}),
        ("say", {"text": "  \n "}),
        ("show", {"round": 1, "step": 0}),
        ("review", {}),
        ("why", {"step": 1}),
    ):
        assert (await talk.say(type_, **more))["type"] == "error", type_


async def alone_at_a_table(talk: Talk) -> None:
    """A patience with everything that one person does there."""
    await talk.say("ping")
    room = await talk.make("golf", deal=1)
    here = await talk.say("enter", room=room["room"])
    moved = await talk.say("act", number=here["number"], action=here["table"]["legal"][0])
    await talk.say("act", number=here["number"], action=moved["table"]["legal"][0])  # too late
    await talk.say("act", id="c2", number=here["number"], action="turn")  # said before
    number = (await talk.say("undo", number=moved["number"]))["number"]
    number = (await talk.say("redo", number=number))["number"]
    for type_ in ("restart", "finish"):
        number = (await talk.say(type_, number=number)).get("number", number)
    await talk.say("look", seat=0)
    await talk.say("say", text="well played")
    await talk.say("hint")
    await talk.hear("advice")
    await talk.say("verdict", seconds=20)
    await talk.say("pick")
    await talk.say("drop")
    await talk.say("pause")
    here = await talk.say("enter", room=room["room"], number=2)
    await talk.say("again", number=here["number"], deal=2)
    await talk.say("leave")
    await talk.say("undo", number=number)
    room = await talk.make("beleaguered-castle", deal=2)
    here = await talk.say("enter", room=room["room"])
    session = Session("beleaguered-castle", deal=2)
    _, line = thoughts.solution(session.id, session.options, session.state, 20)
    for action in line:
        if here["table"]["finish"]:
            break
        here = await talk.say("act", number=here["number"], action=action)
    await talk.say("fatal", seconds=20)
    assert (await talk.say("finish", number=here["number"]))["table"]["outcome"]["won"]


async def two_at_a_table(talk: Talk) -> None:
    """A table at one screen, and its chairs: who gets up, and who sits down instead."""
    room = await talk.make("the-game", seats=2, deal=3, hold=MARIA, start=True)
    here = await talk.say("enter", room=room["room"])
    assert here["seat"] is None
    here = await talk.say("look", seat=1)
    await talk.say("say", text="nine")
    await talk.say("verdict", seconds=0.5)
    await talk.say("tips")
    await talk.say("act", number=here["number"], action=here["table"]["legal"][0], seat=1)
    for type_, more in (("sit", {"seat": 0}), ("bot", {"seat": 1}), ("remove", {"seat": 1})):
        await talk.say(type_, **more)
    rivals = await talk.make("take-that", seats=2, deal=3, hold=MARIA, talk="chat")
    await talk.say("enter", room=rivals["room"])
    await talk.say("start")
    await talk.say("say", text="well played")
    here = await talk.say("enter", room=rivals["room"])
    turn = here["table"]["turn"]
    here = await talk.say("look", seat=turn)
    await talk.say("act", number=here["number"], action=here["table"]["legal"][0], seat=turn)
    for seat in (0, 1):
        await talk.say("vote", seat=seat, end=True)
    await talk.say("review", seat=turn)
    await talk.say("show", round=1, step=0)
    await talk.say("stand", seat=1)
    await talk.say("bot", seat=1, level="random")
    await talk.say("remove", seat=1)
    await talk.say("stand", seat=0)
    await talk.say("sit", seat=1)
    await talk.say("bot", seat=0, level="random")
    team = await talk.make("triggs", seats=2, deal=1, hold=MARIA, start=True)
    here = await talk.say("enter", room=team["room"])
    first, step = here["table"]["turn"], here["table"]["steps"] + 1
    while here["table"]["turn"] == first:
        here = await talk.say("look", seat=first)
        here = await talk.say("act", number=here["number"], action=here["table"]["legal"][0])
    await talk.say("stand", seat=first)
    await talk.say("wish", matter="bot", about=first)
    await talk.say("why", step=step)


def types(said: Any) -> set[str]:
    """What the commands of a union are called on the wire."""
    return {str(type_.__struct_config__.tag) for type_ in get_args(said)}


def test_both_do_every_command_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is done at least once, but for what needs days or somebody who is away: a new one needs a talk."""
    said: dict[str, set[str]] = {}
    for talking in (refused, alone_at_a_table, two_at_a_table):
        token, folder = new_token(), tmp_path / talking.__name__
        folder.mkdir()
        with monkeypatch.context() as patch:
            the_same_chance(patch)
            served = alone(over_a_socket(talking, folder, token), 120)
            the_same_chance(patch)
            owned = alone(over_a_screen(talking, token), 120)
        for one, other in zip(served.heard, owned.heard, strict=True):
            assert SPENT.sub("", one) == SPENT.sub("", other)
        for type_, answers in served.said.items():
            said.setdefault(type_, set()).update(answers)
    assert {*said} == types(commands.Said)
    assert {type_ for type_, answers in said.items() if answers == {"error"}} == ABSENT
