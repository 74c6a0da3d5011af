"""The whole room under any storm: every client's picture is what the log says, always."""

import asyncio
import json
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.effort import EFFORT
from tests.server.house import Clock, Line, Message, Person, Place, house
from trapoula.deals import SplitMix
from trapoula.room import frames
from trapoula.room.room import Room
from trapoula.server.people import digest

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


class Client:
    """A client as it should be written: it keeps the last picture and knows no rule."""

    def __init__(self, line: Line, token: str) -> None:
        self.line, self.player = line, digest(token)
        self.number = 0
        self.table: Any = None
        self.sitting: Any = None
        self.seat: int | None = None
        self.sent: list[tuple[str, str, dict[str, Any]]] = []
        self.leaving: set[str] = set()
        self.inside = False

    def take(self, message: Message) -> None:
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

    async def catch_up(self) -> None:
        """Take everything that is on its way."""
        id_ = self.line.send("ping")
        while True:
            message = await self.line.next()
            if message["type"] == "closed" or message.get("id") == id_:
                return
            self.take(message)


class Storm:
    """Random people doing random things at one table."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.dice = folder, SplitMix(seed)
        self.clock = Clock()
        self.room = ""
        self.tokens: list[str] = []
        self.clients: list[Client] = []
        self.acknowledged: dict[str, int] = {}

    def pick(self, things: Any) -> Any:
        return things[self.dice.below(len(things))]

    async def connect(self, place: Place) -> None:
        token = self.pick(self.tokens)
        line = await place.person(token).line()
        client = Client(line, token)
        old = [one.number for one in self.clients if one.player == client.player]
        fields = {"number": max(old)} if old and self.dice.below(2) else {}
        line.send("enter", room=self.room, **fields)
        await client.catch_up()
        self.clients = [one for one in self.clients if one.line is not line]
        self.clients.append(client)

    def command(self, client: Client) -> tuple[str, dict[str, Any]]:
        """Something that a client might send, sensible or not."""
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
            ("act", at | {"action": "nonsense"}), ("leave", {}), ("enter", {"room": self.room}),
        ]  # fmt: skip
        return self.pick(choices)

    async def step(self, place: Place) -> None:
        self.clock.now += self.dice.below(3)
        kind = self.dice.below(40)
        if not self.clients or kind == 0:
            await self.connect(place)
            return
        client: Client = self.pick(self.clients)
        if kind == 1:
            await client.catch_up()
            await client.line.cut()
            self.clients.remove(client)
        elif kind == 2:
            client.line.shout(
                self.pick(["", "{", "[]", '{"type":"act"}', "\x00", '{"type":"sit","id":7}'])
            )
        elif kind in (3, 4, 5) and client.sent:
            type_, id_, fields = self.pick(
                client.sent
            )  # once more, through any socket of the player
            other = self.pick([one for one in self.clients if one.player == client.player])
            other.line.send(type_, id=id_, **fields)
            if type_ == "leave":
                other.leaving.add(id_)
        else:
            burst = [self.command(client) for _ in range(1 + (self.dice.below(4) == 0))]
            for type_, fields in reversed(burst):
                id_ = f"{client.player[:4]}-{self.dice.draw():x}"
                client.line.send(type_, id=id_, **fields)
                client.sent.append((type_, id_, fields))
                if type_ == "leave":
                    client.leaving.add(id_)
        if self.dice.below(3):
            for one in self.clients:
                await one.catch_up()

    async def check(self, place: Place) -> None:
        """Compare everyone's picture with the log."""
        for client in self.clients:
            await client.catch_up()  # so that no socket waits for the lock that is taken now
        live = await place.house.rooms.find(self.room)
        async with live.lock:
            rows = await place.house.store.rows(self.room)
            truth = Room.rebuild(self.room, rows)
            assert [row.number for row in rows] == [*range(1, len(rows) + 1)]
            inside = [client for client in self.clients if client.inside]
            assert len(inside) == len(live.guests)
            for client in inside:
                while client.number < truth.number:
                    client.take(await client.line.next())
                seat = truth.sitting.seat_of(client.player)
                assert client.seat == seat
                assert client.sitting == json.loads(json.dumps(truth.sitting.told()))
                now = json.loads(
                    json.dumps(frames.table(truth, seat, frames.common(truth, truth.at)))
                )
                assert timeless(client.table) == timeless(now)
            commanded = [(event.by, event.id) for _, event in truth.log if event.id]
            assert len(commanded) == len(set(commanded)), "a command was done twice"


def timeless(table: Any) -> Any:
    """A table without the time spent, which depends on when it was asked."""
    return table and {name: told for name, told in table.items() if name != "seconds"}


async def weather(folder: Path, seed: int, steps: int) -> None:
    storm = Storm(folder, seed)
    wanted = dict(storm.pick(TABLES))
    restarts = {storm.dice.below(steps) for _ in range(2)}
    made = False
    step = 0
    while step < steps:
        async with house(folder, clock=storm.clock) as place:
            if not made:
                people: list[Person] = [place.person() for _ in range(4)]
                storm.tokens = [person.token for person in people]
                storm.room = (await people[0].make(**wanted))["room"]
                for _ in range(3):
                    await storm.connect(place)
                made = True
            while step < steps:
                step += 1
                await storm.step(place)
                if step % 15 == 0 or step == steps:
                    await storm.check(place)
                if step in restarts:
                    break
            storm.clients.clear()


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(work(), 100)

    asyncio.run(bounded())


ANY_WEATHER = st.integers(0, 2**32)
QUIET = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]


@settings(max_examples=25, deadline=None, suppress_health_check=QUIET, database=None)
@given(ANY_WEATHER)
def test_every_picture_is_what_the_log_says(seed: int) -> None:
    """Cuts, repeats, reorderings, nonsense and restarts: nobody ever sees anything but the log."""
    with tempfile.TemporaryDirectory() as folder:
        run(lambda: weather(Path(folder), seed, 60))


@pytest.mark.slow
@settings(max_examples=25 * EFFORT, deadline=None, suppress_health_check=QUIET, database=None)
@given(ANY_WEATHER)
def test_every_picture_is_what_the_log_says_for_long(seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        run(lambda: weather(Path(folder), seed, 200))
