"""A whole server inside the test, and its players: no ports, no sleeps, real ASGI."""

import asyncio
import functools
import itertools
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, ParamSpec

import httpx

from tests.loops import alone
from trapoula.server.app import application
from trapoula.server.guards import Guards
from trapoula.server.house import House
from trapoula.server.lanes import Lanes
from trapoula.server.limits import Limits
from trapoula.server.people import new_token
from trapoula.server.store import Database, Store, open_database

URL = "http://table.test"
WAIT = 20  # seconds until a test stops waiting for a message
FREE = Limits(
    burst=10**6, rate=1e6, requests_burst=10**6, requests_rate=1e6, new_rooms_burst=10**6,
    new_rooms_rate=1e6, messages_burst=10**9, address_rooms_burst=10**9, lobby_burst=10**9,
    records_burst=10**9, loads_burst=10**9, rooms_shared=10**6, connections_address=10**6,
    sockets_address=10**6, sockets_player=10**6, bot_pause=0.0,
)  # fmt: skip

ADVICE: dict[str, Any] = {"action": "turn", "because": "", "template": "", "facts": {}}
OPINION: dict[str, Any] = {"verdict": "unknown", "until_shuffle": False, "best": None, "spent": 0.0}

Given = ParamSpec("Given")
Message = dict[str, Any]


def played(test: Callable[Given, Coroutine[Any, Any, None]]) -> Callable[Given, None]:
    """Run an async test, for a minute at most."""

    @functools.wraps(test)
    def run(*args: Given.args, **kwargs: Given.kwargs) -> None:
        alone(test(*args, **kwargs), 60)

    return run


class Clock:
    """A clock that moves only when a test sets it."""

    def __init__(self, now: float = 1_700_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Line:
    """One socket of a player."""

    def __init__(self, house: "Place", token: str, headers: dict[str, str] | None = None) -> None:
        self._in: asyncio.Queue[Message] = asyncio.Queue()
        self._out: asyncio.Queue[Message] = asyncio.Queue()
        self._house, self._ids, self.token = house, itertools.count(1), token
        self.frames: list[bytes] = []  # all frames received
        self.closed: int | None = None
        self.patience = float(WAIT)
        self.number = 0
        self.gate = asyncio.Event()  # closed: this player does not read
        self.gate.set()
        given = {"host": "table.test", "origin": URL, "cookie": f"trapoula={token}"} | (
            headers or {}
        )
        self._scope = {
            "type": "websocket", "path": "/ws", "raw_path": b"/ws", "query_string": b"", "scheme": "ws",
            "headers": [(name.encode(), value.encode()) for name, value in given.items() if value],
            "client": ("127.0.0.1", 1), "server": ("table.test", 80), "subprotocols": [], "state": {},
        }  # fmt: skip

    async def open(self) -> "Line":
        self._in.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(self._house.app(self._scope, self._in.get, self._send))
        return self

    async def _send(self, message: Message) -> None:
        await self.gate.wait()
        if message["type"] == "websocket.close":
            self.closed = message["code"]
        self._out.put_nowait(message)

    async def cut(self) -> None:
        """Lose the network connection."""
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1006})
        self.gate.set()
        await asyncio.wait_for(self._task, WAIT)

    def kill(self) -> None:
        """Cancel the server's end of the socket, wherever it is."""
        self._task.cancel()

    async def raw(self) -> Message:
        return await asyncio.wait_for(self._out.get(), self.patience)

    def shout(self, frame: str | bytes) -> None:
        """Send a raw frame."""
        key = "text" if isinstance(frame, str) else "bytes"
        self._in.put_nowait({"type": "websocket.receive", key: frame})

    def send(self, type_: str, **fields: Any) -> str:
        """Send a command and return its id."""
        id_ = fields.pop("id", None) or f"c{next(self._ids)}"
        self.shout(json.dumps({"type": type_, "id": id_, **fields}))
        return id_

    async def next(self) -> Message:
        """Return the next message."""
        message = await self.raw()
        if message["type"] == "websocket.close":
            return {"type": "closed", "code": message["code"]}
        if message["type"] != "websocket.send":
            return message
        self.frames.append(message["text"].encode())
        told: Message = json.loads(message["text"])
        self.number = max(self.number, told.get("number") or 0)
        return told

    async def hear(self, *types: str, **fields: Any) -> Message:
        """Return the next message of a type with these fields, skipping others."""
        seen = []
        try:
            while True:
                message = await self.next()
                if message["type"] in types and all(message.get(k) == v for k, v in fields.items()):
                    return message
                seen.append((message["type"], message.get("what"), message.get("code")))
                if message["type"] == "closed":
                    raise AssertionError(f"closed with {message['code']} after {seen}")
        except TimeoutError:
            raise AssertionError(f"waited for {types} {fields} and heard {seen}") from None

    async def ask(self, type_: str, **fields: Any) -> Message:
        """Send a command and return its answer."""
        id_ = self.send(type_, **fields)
        kinds = (
            "event",
            "done",
            "error",
            "room",
            "pong",
            "hint",
            "why",
            "verdict",
            "fatal",
            "pick",
            "review",
            "tips",
        )
        return await self.hear(*kinds, id=id_)

    async def enter(self, room: str, number: int | None = None) -> Message:
        fields = {} if number is None else {"number": number}
        return await self.ask("enter", room=room, **fields)

    async def act(self, action: str, **fields: Any) -> Message:
        return await self.ask("act", action=action, **({"number": self.number} | fields))


class Person:
    """A person with a cookie."""

    def __init__(self, house: "Place", token: str | None = None) -> None:
        self.house, self.token = house, token or new_token()
        self.lines: list[Line] = []

    async def request(self, method: str, path: str, **given: Any) -> httpx.Response:
        headers = {"cookie": f"trapoula={self.token}", "origin": URL} | given.pop("headers", {})
        return await self.house.http.request(method, path, headers=headers, **given)

    async def get(self, path: str, status: int = 200) -> Any:
        answer = await self.request("GET", path)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def make(self, game: str, **fields: Any) -> Message:
        answer = await self.request("POST", "/api/rooms", json={"game": game, **fields})
        assert answer.status_code == 201, answer.text
        made: Message = answer.json()
        return made

    async def line(self, room: str | None = None) -> Line:
        """Open a socket, and enter a room if one is named."""
        line = await Line(self.house, self.token).open()
        self.lines.append(line)
        await line.hear("welcome")
        if room is not None:
            await line.enter(room)
        return line


class Place:
    """A server."""

    def __init__(self, server: House, app: Any, http: httpx.AsyncClient) -> None:
        self.house, self.app, self.http = server, app, http

    def person(self, token: str | None = None) -> Person:
        return Person(self, token)


@asynccontextmanager
async def house(
    where: Path | str,
    *,
    limits: Limits = FREE,
    clock: Callable[[], float] | None = None,
    guards: Guards | None = None,
    wrap: Callable[[Database], Database] = lambda database: database,
    base: str = "",
) -> AsyncIterator[Place]:
    """Yield a server on a database, and stop it afterwards."""
    database = open_database(str(where / "trapoula.db" if isinstance(where, Path) else where))
    given = {} if clock is None else {"clock": clock}
    server = House(Store(wrap(database)), limits=limits, thoughts=Lanes("thread"), **given)
    app = application(server, guards, base=base)
    await server.open()
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url=URL) as http:
        try:
            yield Place(server, app, http)
        finally:
            await server.close()


async def seated(place: Place, game: str, count: int, **fields: Any) -> list[Line]:
    """Make a table, seat players and start the game. The first player is the maker."""
    people = [place.person() for _ in range(count)]
    made = await people[0].make(game, seats=count, **fields)
    lines = []
    for seat, person in enumerate(people):
        line = await person.line(made["room"])
        if seat:
            await line.ask("sit", seat=seat)
        lines.append(line)
    if count > 1:
        lines[0].send("start")
        for line in lines:
            await line.hear("event", what="start")
    return lines


async def until(true: Callable[[], bool], wait: float = WAIT) -> None:
    """Wait for a condition that no message announces."""
    async with asyncio.timeout(wait):
        while not true():
            await asyncio.sleep(0.005)


async def settle(turns: int = 5) -> None:
    """Run the event loop until nothing is ready, or for a few turns."""
    for _ in range(turns):
        await asyncio.sleep(0)


def quietly() -> suppress:
    return suppress(AssertionError, TimeoutError)
