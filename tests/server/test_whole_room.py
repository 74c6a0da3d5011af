"""A room under random load and faults: every client's picture always equals the log."""

import asyncio
import io
import json
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.effort import EFFORT
from tests.loops import alone
from tests.server.faults import Faulty
from tests.server.house import Clock, Line, Message, Place, house, settle, until
from trapoula.core.deals import SplitMix
from trapoula.room import frames
from trapoula.room.errors import Failed
from trapoula.room.events import Row
from trapoula.room.room import Room
from trapoula.room.wire import encode
from trapoula.server import checkpoints
from trapoula.server.people import digest, new_token

pytestmark = pytest.mark.usefixtures("thinking")
ROWS = "SELECT number, at, body FROM log WHERE room = ? AND number <= ? ORDER BY number"
TABLES: list[dict[str, Any]] = [
    {"game": "the-game", "seats": 3, "talk": "chat"},
    {
        "game": "the-game",
        "seats": 2,
        "clock": 60,
        "absent": "bot",
        "bots": [{"seat": 1}],
        "start": True,
    },
    {"game": "extreme", "seats": 2, "watch": "nobody"},
    {"game": "take-that", "seats": 2, "lobby": True, "clock": 30},
    {"game": "triggs", "seats": 2, "talk": "chat"},
    {"game": "klondike", "deal": 617},
    {"game": "gaps", "deal": 3},
    {"game": "golf", "deal": 11},
]


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make checkpoints often, so that rooms load from them too."""
    monkeypatch.setattr(checkpoints, "EVERY", 5)


class Client:
    """A correct client: it keeps the last picture and knows no rules."""

    def __init__(self, line: Line, token: str) -> None:
        self.line, self.player = line, digest(token)
        self.number = 0
        self.table: Any = None
        self.sitting: Any = None
        self.seat: int | None = None
        self.sent: list[tuple[str, str, dict[str, Any]]] = []
        self.acknowledged: dict[str, int | None] = {}
        self.leaving: set[str] = set()
        self.unanswered: set[str] = set()
        self.inside = False

    def send(self, type_: str, id_: str, fields: dict[str, Any]) -> None:
        self.line.send(type_, id=id_, **fields)
        self.unanswered.add(id_)
        if type_ == "leave":
            self.leaving.add(id_)

    def take(self, message: Message) -> None:
        id_ = message.get("id", "")
        if id_ in self.unanswered and message["type"] in ("event", "done"):
            self.acknowledged[id_] = message.get("number")
        self.unanswered.discard(id_)
        assert "our side" not in message.get("message", ""), "a command failed"
        match message["type"]:
            case "room":
                self.number, self.table, self.inside = message["number"], message["table"], True
                self.sitting, self.seat = message["sitting"], message["seat"]
            case "done" if message["id"] in self.leaving:
                self.inside = False
            case "bye" if message["code"] == "removed":
                self.inside = False
            case "event":
                assert message["number"] == self.number + 1, "an event was lost, or came twice"
                self.number = message["number"]
                self.table = message.get("table", self.table)
                if "sitting" in message:
                    self.sitting, self.seat = message["sitting"], message["you"]["seat"]

    async def catch_up(self, number: int = 0) -> None:
        """Receive everything in flight, and all events up to a number."""
        self.send("ping", f"p{id(self)}-{self.number}", {})
        while self.unanswered or (self.inside and self.number < number):
            message = await self.line.next()
            if message["type"] == "closed":
                self.inside = False
                return
            self.take(message)


class Storm:
    """Random players with random commands at one table, with faults of the database."""

    def __init__(self, seed: int) -> None:
        self.dice = SplitMix(seed)
        self.clock = Clock()
        self.room = ""
        self.tokens: list[str] = []
        self.clients: list[Client] = []
        self.acknowledged: dict[tuple[str, str], int] = {}
        self.closed = False  # whether the room was swept or deleted
        self.gone: set[str] = set()  # rooms that were

    def pick(self, things: Any) -> Any:
        return things[self.dice.below(len(things))]

    async def begin(self, place: Place) -> None:
        """Make a room with some players."""
        maker = place.person(self.tokens[0])
        self.room = (await maker.make(**self.pick(TABLES)))["room"]
        self.clients.clear()
        self.acknowledged.clear()
        self.closed = False
        for _ in range(3):
            await self.connect(place)

    async def connect(self, place: Place) -> None:
        token = self.pick(self.tokens)
        line = await place.person(token).line()
        client = Client(line, token)
        old = [one.number for one in self.clients if one.player == client.player]
        fields = {"number": max(old)} if old and self.dice.below(2) else {}
        client.send("enter", f"e{self.dice.draw():x}", {"room": self.room, **fields})
        await client.catch_up()
        self.clients.append(client)

    def command(self, client: Client) -> tuple[str, dict[str, Any]]:
        """Return a random command, sensible or not."""
        table = client.table or {"legal": []}
        number = (
            client.number if self.dice.below(6) else max(0, client.number - 1 - self.dice.below(3))
        )
        at = {"number": number}
        seat = self.dice.below(4)
        kind = self.dice.below(20)
        if kind < 9 and table["legal"]:
            quiet = [a for a in table["legal"] if not a.startswith("signal")] or table["legal"]
            return "act", at | {
                "action": self.pick(quiet if self.dice.below(4) else table["legal"])
            }
        choices: list[tuple[str, dict[str, Any]]] = [
            ("undo", at), ("redo", at), ("restart", at), ("finish", at), ("again", at), ("pause", {}),
            ("sit", {"seat": seat}), ("sit", {}), ("stand", {}), ("bot", {"seat": seat}),
            ("remove", {"seat": seat}), ("start", {}), ("start", {}),
            ("say", {"text": self.pick(["hm", "17", "nice one"])}),
            ("vote", {"end": bool(self.dice.below(2))}), ("back", {}), ("show", {"step": self.dice.below(5)}),
            ("wish", {"matter": self.pick(["undo", "bot"]), "about": seat, "yes": self.dice.below(4) > 0}),
            ("act", at | {"action": "nonsense"}), ("leave", {}), ("enter", {"room": self.room}),
        ]  # fmt: skip
        return self.pick(choices)

    async def step(self, places: list[Place]) -> None:
        self.clock.now += self.dice.below(3)
        place: Place = self.pick(places)
        kind = self.dice.below(48)
        if not self.clients or kind == 0:
            await self.connect(place)
            return
        client: Client = self.pick(self.clients)
        match kind:
            case 1:
                await client.catch_up()
                await client.line.cut()
                self.clients.remove(client)
            case 2:  # in the middle of anything
                client.send(*self.worded(client))
                await settle(self.dice.below(4))
                client.line.kill()
                self.clients.remove(client)
            case 3:
                client.line.shout(
                    self.pick(["", "{", "[]", '{"type":"act"}', "\x00", '{"type":"sit","id":7}'])
                )
            case 4 | 5 | 6 if client.sent:  # repeated, through any socket of the player
                type_, id_, fields = self.pick(client.sent)
                other = self.pick([one for one in self.clients if one.player == client.player])
                other.send(type_, id_, fields)
            case 7:
                faults(place).failing = 1 + self.dice.below(2)
            case 8:
                faults(place).losing = 1 + self.dice.below(2)
            case 9:
                faults(place).away = True
                client.send(*self.worded(client))
                await client.catch_up()
                faults(place).away = False
            case 10 | 11:
                await self.glance(place)
            case 12:  # much later, but only empty rooms are swept
                for one in self.clients:
                    await one.catch_up()
                table = place.house.rooms.open.get(self.room)  # presence takes a moment
                known = table is not None and bool(table.guests or table.elsewhere)
                here = known and any(one.inside for one in self.clients)
                with suppress(Failed):
                    swept = await place.house.rooms.sweep(self.clock.now + 1)
                    assert not (here and swept), "a room was swept with somebody in it"
                self.closed = not await faults(place).inner.query(ROWS, self.room, 1)
            case 13 if not self.dice.below(4):
                person = place.person(self.pick(self.tokens))
                answer = await person.request("DELETE", f"/api/rooms/{self.room}")
                assert answer.status_code in (200, 403, 500)
                self.closed = not await faults(place).inner.query(ROWS, self.room, 1)
                assert self.closed == (answer.status_code == 200)
            case _:
                burst = [self.worded(client) for _ in range(1 + (self.dice.below(4) == 0))]
                for words in reversed(burst):
                    client.send(*words)
                    client.sent.append(words)
        if self.dice.below(3):
            for one in self.clients:
                await one.catch_up()

    def worded(self, client: Client) -> tuple[str, str, dict[str, Any]]:
        type_, fields = self.command(client)
        return type_, f"{client.player[:4]}-{self.dice.draw():x}", fields

    async def glance(self, place: Place) -> None:
        """Check that a reader sees only what the log has, whatever is in progress."""
        token = self.pick(self.tokens)
        answer = await place.person(token).request("GET", f"/api/rooms/{self.room}")
        if answer.status_code == 200:
            seen = answer.json()
            rows = await faults(place).inner.query(ROWS, self.room, seen["number"])
            if not rows:
                return  # deleted meanwhile
            log = [Row(number, at, bytes(body)) for number, at, body in rows]
            assert log[-1].number == seen["number"], "a table was seen that no log has"
            truth = Room.rebuild(self.room, log)
            assert timeless(seen["table"]) == timeless(table_of(truth, digest(token)))

    async def quiet(self, places: list[Place]) -> Room:
        """Wait until all clients are up to date and idle, bots included. Return the log's room."""

        def busy() -> bool:
            tables = [p.house.rooms.open.get(self.room) for p in places]
            return any(table is not None and table.busy for table in tables)

        while True:
            for client in self.clients:
                await client.catch_up()
            await until(
                lambda: (
                    not any(
                        self.room in p.house.rooms.open and p.house.rooms.open[self.room].busy
                        for p in places
                    )
                )
            )
            truth = Room.rebuild(self.room, await places[0].house.store.rows(self.room))
            for client in self.clients:
                if client.inside:
                    await client.catch_up(truth.number)
            await settle(4)
            if await places[0].house.store.rows(self.room, truth.number) == []:
                return truth

    async def check(self, places: list[Place]) -> None:
        """Compare every client's picture with the log."""
        for place in places:
            faults(place).failing = faults(place).losing = 0
        rows = await places[0].house.store.rows(self.room)
        if self.closed:
            assert rows == []
            for place in places:
                gone = await place.person(self.tokens[0]).request("GET", f"/api/rooms/{self.room}")
                assert gone.status_code == 404
            for client in self.clients:
                client.send("sit", "after", {})
                await client.catch_up()
                assert "after" not in client.acknowledged
            return
        truth = await self.quiet(places)
        rows = await places[0].house.store.rows(self.room)
        assert [row.number for row in rows] == [*range(1, len(rows) + 1)]
        inside = [client for client in self.clients if client.inside]
        for client in inside:
            assert client.number == truth.number
            assert client.seat == truth.sitting.seat_of(client.player)
            assert client.sitting == json.loads(encode(truth.sitting.told()))
            assert timeless(client.table) == timeless(table_of(truth, client.player))
        guests = [
            len(p.house.rooms.open[self.room].guests)
            for p in places
            if self.room in p.house.rooms.open
        ]
        assert sum(guests) == len([client for client in inside if client.inside])
        commanded = [(event.by, event.id) for _, event in truth.log if event.id]
        assert len(commanded) == len(set(commanded)), "a command was done twice"
        for client in self.clients:
            for id_, number in client.acknowledged.items():
                if number is not None:
                    self.acknowledged[client.player, id_] = number
        for who, number in self.acknowledged.items():
            assert truth.log.number_of(*who) == number, "what was acknowledged is not in the log"


def faults(place: Place) -> Faulty:
    database = place.house.store.database
    assert isinstance(database, Faulty)
    return database


def table_of(room: Room, player: str) -> Any:
    """Return the table as a player with one seat, or none, gets it."""
    seat = room.sitting.seat_of(player)
    return json.loads(encode(frames.table(seat, frames.common(room, room.at))))


def timeless(table: Any) -> Any:
    """Return a table without the time spent, which depends on the time of the request."""
    return table and {name: told for name, told in table.items() if name != "seconds"}


async def weather(where: Path | str, seed: int, steps: int, processes: int = 1) -> None:
    storm = Storm(seed)
    restarts = {storm.dice.below(steps) for _ in range(2)}
    storm.tokens = [new_token() for _ in range(4)]
    step = 0
    while step < steps:
        async with AsyncExitStack() as stack:
            places = [
                await stack.enter_async_context(house(where, clock=storm.clock, wrap=Faulty))
                for _ in range(processes)
            ]
            storm.clients.clear()
            while step < steps:
                if not storm.room or storm.closed:
                    await storm.begin(places[0])
                step += 1
                await storm.step(places)
                if step % 15 == 0 or step == steps or storm.closed:
                    await storm.check(places)
                if step in restarts:
                    break
            for place in places:
                faults(place).failing = faults(place).losing = 0


def run(work: Callable[[], Awaitable[None]]) -> None:
    """Run a storm. If it hangs, print the stack of every task."""

    async def bounded() -> None:
        storm = asyncio.ensure_future(work())
        done, _ = await asyncio.wait({storm}, timeout=100)
        if done:
            return await storm
        where = io.StringIO()
        for task in asyncio.all_tasks():
            task.print_stack(file=where)
        raise AssertionError(f"the storm hangs:\n{where.getvalue()}")

    alone(bounded())


ANY_WEATHER = st.integers(0, 2**32)
QUIET = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
PROCESSES = 2  # on one PostgreSQL


@settings(max_examples=25, deadline=None, suppress_health_check=QUIET, database=None)
@given(ANY_WEATHER)
def test_every_picture_equals_the_log(seed: int) -> None:
    """Cuts, kills, repeats, reorderings, nonsense, restarts, faults, sweeps and deletions.

    Clients see only the log, and no acknowledged row is missing."""
    with tempfile.TemporaryDirectory() as folder:
        run(lambda: weather(Path(folder), seed, 60))


@settings(max_examples=6, deadline=None, suppress_health_check=QUIET, database=None)
@given(seed=ANY_WEATHER)
def test_two_processes_show_the_same_events(seed: int, fresh: Callable[[], str]) -> None:
    """The same with players at two processes that share a PostgreSQL."""
    address = fresh()
    run(lambda: weather(address, seed, 60, PROCESSES))


@pytest.mark.slow
@settings(max_examples=20 * EFFORT, deadline=None, suppress_health_check=QUIET, database=None)
@given(ANY_WEATHER)
def test_every_picture_equals_the_log_for_long(seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        run(lambda: weather(Path(folder), seed, 200))


@pytest.mark.skipif(EFFORT == 1, reason="a longer storm than every day's: TRAPOULA_EFFORT=2")
@pytest.mark.slow
@settings(max_examples=5 * EFFORT, deadline=None, suppress_health_check=QUIET, database=None)
@given(seed=ANY_WEATHER)
def test_two_processes_show_the_same_events_for_long(seed: int, fresh: Callable[[], str]) -> None:
    address = fresh()
    run(lambda: weather(address, seed, 200, PROCESSES))
