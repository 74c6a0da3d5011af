"""A house without a server: the same messages, the same paths, and a log that decides."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from typing import Any

import pytest

from tests.loops import alone
from trapoula.core.game import View
from trapoula.local.browser import Browser
from trapoula.local.house import House
from trapoula.local.storage import Change, Memory
from trapoula.local.thinker import answer
from trapoula.machine import extras
from trapoula.play.record import read
from trapoula.thinking import thoughts

Message = dict[str, Any]


def played(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    @wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        alone(test(*args, **kwargs))

    return run


class Page:
    """A page of a browser: what its house said, and what it was asked to think about."""

    def __init__(self, storage: Any, others: "list[Page]") -> None:
        self.heard: list[Message] = []
        self.thinking: asyncio.Event = asyncio.Event()
        self.thinking.set()
        self.house = House(storage, self)
        self.others = others
        self.unread: list[str] = []
        self._id = 0

    def say(self, frame: str) -> None:
        self.heard.append(json.loads(frame))

    def spread(self, room: str) -> None:
        for other in self.others:
            if other is not self:
                other.unread.append(room)

    async def think(self, packed: bytes, pause: float) -> bytes:
        await self.thinking.wait()
        return answer(packed)

    async def says(self, type_: str, **fields: Any) -> Message:
        """Say something, and the answer to it."""
        self._id += 1
        id_ = fields.pop("id", f"{id(self)}-{self._id}")
        await self.house.hear(json.dumps({"type": type_, "id": id_, **fields}))
        return next(told for told in reversed(self.heard) if told.get("id") == id_)

    async def asks(self, method: str, path: str, body: Any = None) -> Any:
        """What is answered when all is well."""
        text = body if isinstance(body, str) else json.dumps(body) if body is not None else ""
        found = await self.house.ask(method, path, text)
        assert found.status < 300, found
        return json.loads(found.body) if found.kind == "application/json" else found.body.decode()

    async def sits_at(self, game: str, **wishes: Any) -> Message:
        """Make a table and enter it."""
        room = await self.asks("POST", "/api/rooms", {"game": game, **wishes})
        return await self.says("enter", room=room["room"])


async def browser(pages: int = 1, storage: Any = None) -> list[Page]:
    """Some pages of one browser."""
    kept = storage or Memory()
    found: list[Page] = []
    found += [Page(kept, found) for _ in range(pages)]
    for page in found:
        await page.house.open()
    return found


@played
async def test_a_patience_is_played_and_found_again() -> None:
    """Every move is a row: another page of the same browser goes on where this one was closed."""
    storage = Memory()
    (page,) = await browser(storage=storage)
    room = await page.sits_at("klondike", deal=7)
    assert room["deal"] == 7
    assert "turn" in room["table"]["legal"]
    moved = await page.says("act", number=room["number"], action="turn")
    assert (moved["type"], moved["what"], moved["number"]) == ("event", "act", room["number"] + 1)
    assert moved["table"]["steps"] == 1
    again = await page.says("act", id=moved["id"], number=room["number"], action="turn")
    assert again == {"type": "done", "id": moved["id"], "number": moved["number"]}
    (later,) = await browser(storage=storage)
    (mine,) = (await later.asks("GET", "/api/rooms"))["mine"]
    assert (mine["room"], mine["steps"]) == (room["room"], 1)
    back = await later.says("enter", room=mine["room"], number=1)
    assert back["table"]["view"] == moved["table"]["view"]
    assert back["missed"][-1]["action"] == "turn"
    undone = await later.says("undo", number=back["number"])
    assert undone["table"]["view"] == room["table"]["view"]
    assert (await later.says("act", number=1, action="turn"))["code"] == "stale"
    assert (await later.says("act", number=undone["number"], action="T1>T1"))["type"] == "error"
    await later.house.hear('{"type": "nonsense"}')
    assert later.heard[-1]["code"] == "bad-message"


@played
async def test_cards_go_home_by_themselves_here_too() -> None:
    (page,) = await browser()
    room = await page.sits_at("klondike", deal=3)
    moved = await page.says("act", number=room["number"], action="T6>F1", home="all")
    assert [done["action"] for done in moved["table"]["last"]] == ["T6>F1", "T6>F2"]


@played
async def test_two_pages_at_one_table_stay_in_step() -> None:
    """The log decides: who comes second is told what the first one did, and nothing happens twice."""
    one, other = await browser(2)
    room = await one.sits_at("klondike", deal=7)
    same = await other.says("enter", room=room["room"])
    await one.says("act", number=room["number"], action="turn")
    late = await other.says("act", number=same["number"], action="turn")
    assert late["code"] == "stale"
    assert [told["what"] for told in other.heard if told["type"] == "event"] == ["act"]
    for id_ in other.unread:
        await other.house.news(id_)
    assert len([told for told in other.heard if told["type"] == "event"]) == 1
    await other.says("act", number=other.heard[-1]["number"], action="turn")
    for id_ in one.unread:
        await one.house.news(id_)
    assert one.heard[-1]["number"] == room["number"] + 2
    await other.asks("DELETE", f"/api/rooms/{room['room']}")
    await one.house.news(room["room"])
    assert one.heard[-1] == {"type": "bye", "code": "removed"}
    assert (await one.says("act", number=9, action="turn"))["code"] == "not-in-room"


@played
async def test_a_finished_game_counts_and_can_be_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Statistics, the record, replays and playing on from one, as over HTTP."""
    (page,) = await browser()
    room = await page.sits_at("clock")
    while page.heard[-1]["table"]["outcome"] is None:
        told = page.heard[-1]
        await page.says("act", number=told["number"], action=told["table"]["legal"][0])
    (line,) = (await page.asks("GET", "/api/stats"))["games"]
    assert (line["game"], line["played"]) == ("clock", 1)
    (past,) = (await page.asks("GET", "/api/stats/history?limit=5"))["history"]
    text = await page.asks("GET", f"/api/rooms/{room['room']}/record")
    assert read(text).game == "clock"
    assert (await page.asks("GET", "/api/stats/export.csv")).startswith("at,game")
    shared = await page.asks("POST", f"/api/rooms/{past['room']}/share?round=1")
    whole = await page.asks("GET", f"/api/replays/{shared['replay']}")
    assert whole["record"] == text
    brought = await page.asks("POST", "/api/replays", text)
    assert brought["steps"] == whole["steps"] == past["moves"]
    shown = await page.asks("GET", f"/api/replays/{brought['replay']}/steps?from=0&to=1&seat=0")
    assert [step["step"] for step in shown["steps"]] == [0, 1]
    on = await page.asks(
        "POST", "/api/rooms", {"game": "clock", "replay": brought["replay"], "step": 1}
    )
    assert (on["table"]["steps"], on["cards"]) == (1, "record")
    kept = await page.asks("GET", "/api/stats/export.json")
    await page.says("undo", number=page.heard[-1]["number"])
    assert (await page.asks("GET", "/api/stats"))["games"] == []
    for new in (1, 0):  # what was exported can be brought back, once
        assert (await page.asks("POST", "/api/stats", kept))["brought"] == new
    assert (await page.asks("GET", "/api/stats"))["games"] == [line]
    month = await page.asks("GET", "/api/daily?today=2026-11-16&from=2026-11-01")
    assert len(month["days"]) == 16


@played
async def test_questions_are_answered_through_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint, a verdict and a deal to be won come without compiled code, one question at a time."""
    monkeypatch.setattr(extras, "COMPILES", False)
    (page,) = await browser()
    room = await page.sits_at("triple-peaks", deal=7)
    page.thinking.clear()
    asking = asyncio.create_task(page.says("hint"))
    await asyncio.sleep(0)
    assert (await page.says("verdict", seconds=0.5))["code"] == "wrong-phase"
    moved = await page.says("act", number=room["number"], action=room["table"]["legal"][0])
    assert moved["what"] == "act"  # the table does not wait for a thought
    page.thinking.set()
    hint = await asking
    assert hint["action"] in room["table"]["legal"]
    assert (hint["number"], page.heard[-1]["what"]) == (room["number"], "advice")
    judged = await page.says("verdict", seconds=20)
    assert judged["verdict"] == "winnable"
    assert (await page.says("pick"))["deal"] > 0
    shown = await page.asks("POST", f"/api/rooms/{room['room']}/solution?seconds=20")
    whole = await page.asks("GET", f"/api/replays/{shown['replay']}")
    assert (shown["step"], whole["outcome"]["won"]) == (1, True)


@played
async def test_table_games_are_for_those_who_are_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that need no compiled code play, people share a screen, and who cannot come is not waited for."""
    monkeypatch.setattr(extras, "COMPILES", False)
    thoughts.levels.cache_clear()
    (page,) = await browser()
    empty = await page.house.ask("POST", "/api/rooms", json.dumps({"game": "triggs", "seats": 2}))
    assert json.loads(empty.body)["code"] == "not-available"
    await page.sits_at(
        "triggs", seats=2, bots=[{"seat": 1, "level": thoughts.levels("triggs")[0]}], start=True
    )
    for _ in range(60):
        told = next(told for told in reversed(page.heard) if "table" in told)
        if any(told.get("seat") == 1 for told in page.heard if told["type"] == "event"):
            break
        await page.says("act", number=told["number"], action=told["table"]["legal"][0])
    else:
        pytest.fail("the bot never played")
    shared = await page.sits_at("triggs", seats=2, hold=[{"seat": 1, "name": "Maria"}], start=True)
    assert (shared["held"], shared["seat"]) == ([0, 1], None)
    assert (await page.says("look", seat=1))["seat"] == 1
    thoughts.levels.cache_clear()


@played
async def test_what_cannot_be_kept_does_not_happen() -> None:
    """A browser without room says so, the table stays as it was, and goes on when there is room again."""

    class Script:
        """A storage as the browser's script has it, which may be full."""

        def __init__(self) -> None:
            self.full, self.inside = False, Memory()

        async def read(self, prefix: str) -> str:
            return json.dumps(await self.inside.read(prefix))

        async def change(self, changes: str) -> bool:
            if self.full:
                raise OSError("QuotaExceededError")
            return await self.inside.change(Change(*one) for one in json.loads(changes))

    script = Script()
    (page,) = await browser(storage=Browser(script))
    room = await page.sits_at("klondike", deal=7)
    script.full = True
    refused = await page.says("act", number=room["number"], action="turn")
    assert (refused["code"], refused["number"]) == ("not-kept", room["number"])
    script.full = False
    moved = await page.says("act", number=room["number"], action="turn")
    assert moved["number"] == room["number"] + 1


@played
async def test_what_is_refused_is_told_in_sentences() -> None:
    (page,) = await browser()
    for method, path, body, code in (
        ("GET", "/api/nowhere", "", "not-found"),
        ("GET", "/api/rooms/none", "", "no-room"),
        ("POST", "/api/rooms", "{", "bad-request"),
        ("POST", "/api/rooms", '{"game": "chess"}', "unknown-game"),
        ("POST", "/api/replays", "no record", "bad-record"),
        ("POST", "/api/stats", "{", "bad-request"),
        ("POST", "/api/me/link", "", "not-available"),
        ("PATCH", "/api/me", '{"name": " "}', "bad-message"),
        ("DELETE", "/api/rooms/none", "", "no-room"),
    ):
        found = await page.house.ask(method, path, body)
        assert found.status >= 400
        assert json.loads(found.body)["code"] == code, path
    assert (await page.asks("PATCH", "/api/me", {"name": "Anna"}))["named"]
    assert "Klondike" in await page.asks("GET", "/api/rules/klondike?lang=en&draw=3")


def a_signal(
    game: str, level: str, notes: bytes, views: Sequence[View], legal: Sequence[str]
) -> tuple[str | None, bytes]:
    """The first signal that may be given, from one who always has something to say."""
    return next((action for action in legal if action.startswith("signal")), None), b""


@played
async def test_bots_speak_out_of_turn_here_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """As at a server: what they say stands at the table before the person plays."""
    monkeypatch.setattr(thoughts, "remark", a_signal)
    (page,) = await browser()
    bots = [{"seat": 1, "level": "random"}]
    room = await page.sits_at("the-game", seats=2, deal=4, bots=bots, start=True)
    await page.says("act", number=room["number"], action="begin gladly")
    moved = page.heard[-1]
    quiet = [one for one in moved["table"]["legal"] if not one.startswith("signal")]
    await page.says("act", number=moved["number"], action=quiet[0])
    said = page.heard[-1]
    assert (said["seat"], said["action"].split()[0]) == (1, "signal")
    assert said["table"]["turn"] == 0
    assert said["table"]["view"]["signals"]
