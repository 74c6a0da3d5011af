"""A table on a server: show its state and send the player's actions."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from trapoula.catalogue.entries import find
from trapoula.core.errors import BadOption, TrapoulaError, reason
from trapoula.core.game import Choice, Outcome, Seat
from trapoula.machine.folders import data_folder
from trapoula.terminal.play import ended_sentence
from trapoula.terminal.screen.sight import Advised, Sight
from trapoula.terminal.tables import name
from trapoula.terminal.wording import cards_of, told_from_wire
from trapoula.texts import say

COOKIE = "trapoula"
EXAMPLE = "http://localhost:8017/table/Zk3Qm81xTf0a"
PULSE = 20.0  # seconds between two pings
PAUSES = (1.0, 2.0, 4.0, 8.0)  # seconds before each reconnection attempt; the last repeats


class Unreachable(TrapoulaError):
    """The server does not answer, or the table does not exist."""

    code = "unreachable"


class ServerHost:
    """A seat at a server's table."""

    def __init__(self, link: str, called: str = "") -> None:
        parts = urlsplit(link if "://" in link else f"http://{link}")
        folders = parts.path.strip("/").split("/")
        if parts.scheme not in ("http", "https") or len(folders) < 2 or folders[-2] != "table":
            raise BadOption(
                "{link} is not the address of a table; one looks like {example}.",
                link=repr(link),
                example=EXAMPLE,
            )
        self.changed: Callable[[], None] = lambda: None
        self.told: Callable[[str], None] = lambda _: None
        self._origin = f"{parts.scheme}://{parts.netloc}"
        self._base = "/".join((self._origin, *folders[:-2]))  # the base URL of that server
        self._room, self._called = folders[-1], called
        self._cookie = self._introduce()
        self._line: ClientConnection | None = None
        self._table: dict[str, Any] | None = None  # the last full state from the server
        self._ids = count(1)
        self._asked: dict[str, asyncio.Future[dict[str, Any]]] = {}

    # --- identity --------------------------------------------------------------------------------

    def _introduce(self) -> str:
        """Return the cookie that identifies this person to the server; it is stored for the next time."""
        file = data_folder() / "joined.json"
        known: dict[str, str] = {}
        with suppress(OSError, ValueError):
            known = json.loads(file.read_text("utf-8"))
        cookie = known.get(self._base, "")
        body = json.dumps({"name": self._called}).encode() if self._called else None
        request = Request(
            f"{self._base}/api/me",
            data=body,
            method="PATCH" if body else "GET",
            headers={"Cookie": f"{COOKIE}={cookie}", "Content-Type": "application/json"}
            if cookie
            else {"Content-Type": "application/json"},
        )
        try:
            with urlopen(request, timeout=10) as answer:
                given = answer.headers.get_all("Set-Cookie") or []
        except OSError as error:
            inner = error.reason if isinstance(error, URLError) else error
            why = reason(inner if isinstance(inner, OSError) else error)
            raise Unreachable(
                "No table answers at {address}: {reason}.", address=self._base, reason=why
            ) from None
        for one in given:
            if one.startswith(f"{COOKIE}="):
                cookie = one.partition("=")[2].partition(";")[0]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.write_text(json.dumps(known | {self._base: cookie}), "utf-8")
        return cookie

    # --- connection ------------------------------------------------------------------------------

    async def run(self) -> None:
        """Keep the connection open: reconnect after every failure, sending the last known step number."""
        tries = 0
        while True:
            with suppress(OSError, ConnectionClosed, TimeoutError):
                address = self._base.replace("http", "ws", 1) + "/ws"
                cookie = {"Cookie": f"{COOKIE}={self._cookie}"}
                async with connect(address, additional_headers=cookie, origin=self._origin) as line:  # type: ignore[arg-type]
                    self._line = line
                    await self._enter()
                    pulse = asyncio.create_task(self._beat(line))
                    try:
                        async for frame in line:
                            tries = 0
                            await self._receive(json.loads(frame))
                    finally:
                        pulse.cancel()
            self._line = None
            self.told(say("The line to the server is gone; trying again."))
            await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1

    async def _enter(self) -> None:
        seen = {} if self._table is None else {"number": self._table["number"]}
        await self._post({"type": "enter", "room": self._room, **seen})

    async def _beat(self, line: ClientConnection) -> None:
        while True:
            await asyncio.sleep(PULSE)
            await self._post({"type": "ping"})

    async def _post(self, message: dict[str, Any]) -> None:
        if self._line is not None:
            await self._line.send(json.dumps({"id": f"t{next(self._ids)}", **message}))

    async def _play(self, kind: str, **facts: Any) -> None:
        """Play at the known state of the table; the reply is an event or an error."""
        if self._line is None:
            raise Unreachable("The line to the server is gone; trying again.")
        seen = None if self._table is None else self._table["number"]
        with suppress(ConnectionClosed):  # the player is told when the connection returns
            await self._post({"type": kind, "number": seen, **facts})

    # --- messages from the server ----------------------------------------------------------------

    async def _receive(self, frame: dict[str, Any]) -> None:
        kind = frame["type"]
        waiting = self._asked.pop(frame.get("id", ""), None)
        if waiting is not None and not waiting.done():
            waiting.set_result(frame)
            return
        if kind == "room":
            self._table = frame
            await self._sit()
            self.changed()
        elif kind == "event" and self._table is not None:
            await self._follow(frame)
        elif kind in ("error", "bye"):
            self.told(_sentence(frame))

    async def _follow(self, event: dict[str, Any]) -> None:
        assert self._table is not None
        if event["what"] in ("start", "again") and "table" not in event:
            self._table = {**self._table, "number": event["number"]}
            await self._enter()
            return
        news: dict[str, Any] = {
            key: event[key] for key in ("number", "table", "sitting") if key in event
        }
        self._table = {**self._table, **news, **event.get("you", {})}
        if "deal" in event:
            self._table["deal"] = event["deal"]
        seat = event.get("seat")
        if event["what"] == "act" and seat != self._table["seat"]:
            last = (one["words"] for one in event["table"]["last"] if "words" in one)
            card = cards_of(find(self._table["game"]).make(self._table["options"]))
            doings = ", ".join(told_from_wire(words, self._name, card) for words in last)
            self.told(f"{self._name(seat)}: {doings or event['action']}")
        elif event["what"] == "say":
            self.told(f"{event['name']}: {event['text']}")
        self.changed()

    async def _sit(self) -> None:
        """Take the first free seat before the game starts."""
        assert self._table is not None
        sitting = self._table["sitting"]
        if self._table["seat"] is None and sitting["phase"] == "waiting":
            await self._post({"type": "sit"})

    def _name(self, seat: int | None) -> str:
        chairs = self._table["sitting"]["seats"] if self._table else []
        known = chairs[seat].get("name") if seat is not None and seat < len(chairs) else None
        return known or name(seat or 0)

    # --- state -----------------------------------------------------------------------------------

    @property
    def seat(self) -> Seat | None:
        """The player's seat; None before sitting down."""
        return None if self._table is None else self._table["seat"]

    @property
    def sight(self) -> Sight | None:
        """The table as the server last sent it."""
        room = self._table
        if room is None or not room.get("table"):
            return None
        table, entry = room["table"], find(room["game"])
        game, outcome = entry.make(room["options"]), table["outcome"]
        mine = table["turn"] == room["seat"]
        over = "" if outcome is None else ended_sentence(game, Outcome(**outcome))
        waiting = say("{name} is on turn.", name=self._name(table["turn"]))
        return Sight(
            entry.id,
            game,
            room["options"],
            room["deal"],
            room["seat"],
            table["view"],
            len(room["sitting"]["seats"]),
            tuple(table["legal"]),
            ending=over,
            waiting="" if over or mine else waiting,
        )

    @property
    def handover(self) -> str:
        """The sentence while the game has not started."""
        if self._table is None:
            return say("Coming to the table ...")
        return say("The game has not begun: press Enter to begin when all chairs are taken.")

    async def look(self) -> None:
        """Start the game if the table is waiting for that."""
        if self._table is not None and self._table["sitting"]["phase"] == "waiting":
            with suppress(ConnectionClosed):
                await self._post({"type": "start"})
        self.changed()

    # --- actions ---------------------------------------------------------------------------------

    async def play(self, text: str) -> None:
        await self._play("act", action=text)

    async def undo(self) -> None:
        await self._play("undo")

    async def redo(self) -> None:
        await self._play("redo")

    async def restart(self) -> None:
        await self._play("restart")

    async def finish(self) -> None:
        await self._play("finish")

    async def again(self, options: dict[str, Choice]) -> None:
        """Start the next round, with the table's options."""
        await self._play("again")

    async def advice(self) -> Advised:
        found = await self._question("hint")
        return Advised(found.get("action"), _sentence(found))

    async def verdict(self) -> str:
        found = await self._question("verdict", seconds=5)
        sentences = {
            "winnable": say("It can still be won."),
            "lost": say("It cannot be won."),
            "unknown": say("Nobody knows yet."),
        }
        return sentences.get(found.get("verdict", "")) or _sentence(found)

    async def _question(self, kind: str, **facts: Any) -> dict[str, Any]:
        if self._line is None:
            raise Unreachable("The line to the server is gone; trying again.")
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        number = f"q{next(self._ids)}"
        self._asked[number] = answer
        await self._post({"type": kind, "id": number, **facts})
        return await answer

    def leave(self) -> str:
        """Leave; the seat is kept."""
        link = f"{self._base}/table/{self._room}"
        return say("Your seat is kept: trapoula join {link} goes on.", link=link)


def _sentence(frame: dict[str, Any]) -> str:
    """Translate a frame's message into the chosen language."""
    facts = frame.get("facts", {})
    return say(frame.get("template") or frame["code"], **facts)
