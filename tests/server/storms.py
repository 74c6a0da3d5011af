"""Servers that are killed, stopped and starved while people play on."""

import asyncio
import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench._load import processor
from tests.loops import alone
from tests.server.cluster import free_port
from trapoula.server.people import new_token

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0  # seconds until a table must be playable again


class Process:
    """A server that can be killed and restarted on the same port."""

    def __init__(self, where: str, environment: Mapping[str, str] | None = None) -> None:
        self.where, self.port = where, free_port()
        self.environment = {**os.environ, **(environment or {})}
        self.started = 0.0
        self.start()

    def start(self) -> None:
        self.started = time.monotonic()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.run_server", str(self.port), self.where],
            cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert self._process.stdout is not None
        assert self._process.stdout.readline(), "the server did not start"
        self.up = time.monotonic()

    def kill(self) -> None:
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def wait(self) -> None:
        self._process.wait(60)

    @property
    def pid(self) -> int:
        return self._process.pid

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()


@contextlib.contextmanager
def processes(where: str, count: int) -> Iterator[list[Process]]:
    running = [Process(where) for _ in range(count)]
    try:
        yield running
    finally:
        for process in running:
            process.stop()


class Player:
    """A player who plays a patience without end, through every cut, and notes acknowledged moves."""

    def __init__(self, servers: list[Process], number: int) -> None:
        self.servers, self.at = servers, number % len(servers)
        self.token = new_token()
        self.room = ""
        self.acknowledged: dict[str, int] = {}
        self.count = 0
        self.number = 0
        self.back: list[float] = []  # times of the first acknowledgement after each cut

    async def make(self) -> None:
        port = self.servers[self.at].port
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
            answer = await http.post(
                "/api/rooms",
                json={"game": "klondike", "deal": 1},
                headers={"cookie": f"trapoula={self.token}"},
            )
        self.room = answer.json()["room"]

    async def play(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            port = self.servers[self.at].port
            try:
                async with connect(
                    f"ws://127.0.0.1:{port}/ws",
                    additional_headers={"Cookie": f"trapoula={self.token}"},
                    open_timeout=5,
                    close_timeout=1,
                ) as wire:
                    await self._sit_and_play(wire, stop)
            except (OSError, WebSocketException, TimeoutError):
                self.at = (self.at + 1) % len(self.servers)  # try another server
                await asyncio.sleep(0.02)

    async def _sit_and_play(self, wire: ClientConnection, stop: asyncio.Event) -> None:
        await wire.send(
            json.dumps({"type": "enter", "id": "e", "room": self.room, "number": self.number})
        )
        await self._hear(wire, lambda told: told["type"] == "room")
        fresh = True
        while not stop.is_set():
            id_ = f"m{self.count}"
            action = {"type": "act", "action": "turn"} if self.count % 5 else {"type": "restart"}
            while True:
                await wire.send(json.dumps(action | {"id": id_, "number": self.number}))
                told = await self._hear(wire, lambda told: told.get("id") == id_)  # noqa: B023
                if told["type"] != "error" or told["code"] not in ("stale", "failed", "unsure"):
                    break
                await asyncio.sleep(0.02)
            if told["type"] in ("event", "done"):
                self.acknowledged[id_] = told["number"]
                if fresh:
                    self.back.append(time.monotonic())
                    fresh = False
            self.count += 1

    async def _hear(
        self, wire: ClientConnection, right: Callable[[dict[str, Any]], bool]
    ) -> dict[str, Any]:
        while True:
            async with asyncio.timeout(10):
                told: dict[str, Any] = json.loads(await wire.recv())
            self.number = max(self.number, told.get("number") or 0)
            if right(told):
                return told


def log_of(where: str) -> dict[str, list[tuple[int, dict[str, Any]]]]:
    """Return every row of every room, read directly from the database."""
    statement = "SELECT room, number, body FROM log ORDER BY room, number"
    if where.startswith("postgresql://"):
        with psycopg.connect(where) as connection:
            rows = connection.execute(statement).fetchall()
    else:
        with contextlib.closing(sqlite3.connect(Path(where) / "trapoula.db")) as connection_:
            rows = connection_.execute(statement).fetchall()
    rooms: dict[str, list[tuple[int, dict[str, Any]]]] = {}
    for room, number, body in rows:
        rooms.setdefault(room, []).append((number, json.loads(bytes(body))))
    return rooms


def check_log(where: str, players: list[Player]) -> int:
    """Check that every acknowledged move is in the log. Return how many there are."""
    rooms = log_of(where)
    for player in players:
        rows = rooms[player.room]
        assert [number for number, _ in rows] == [*range(1, len(rows) + 1)]
        found: dict[str, int] = {}
        for number, row in rows:
            if "id" in row:
                assert row["id"] not in found, "a move is there twice"
                found[row["id"]] = number
        assert player.acknowledged.items() <= found.items(), "an acknowledged move is missing"
    return sum(len(player.acknowledged) for player in players)


class Balancer:
    """One address for several servers: each new connection goes to the next server that accepts it."""

    def __init__(self, servers: list[Process]) -> None:
        self.port = 0
        self._servers = servers
        self._turn = 0

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator["Balancer"]:
        server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()

    async def _meet(self, near: asyncio.StreamReader, answer: asyncio.StreamWriter) -> None:
        for _ in self._servers:
            self._turn = (self._turn + 1) % len(self._servers)
            with contextlib.suppress(OSError):
                port = self._servers[self._turn].port
                far, onward = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(_carry(near, onward), _carry(far, answer))
                return
        answer.close()


async def _carry(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while some := await source.read(65_536):
            sink.write(some)
            await sink.drain()
    sink.close()


class Watcher:
    """A spectator who checks that every row arrives in order, through every cut."""

    def __init__(self, player: Player) -> None:
        self.player, self.number = player, 0
        self._token = new_token()

    async def watch(self) -> None:
        while True:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(
                    f"ws://127.0.0.1:{self.player.servers[0].port}/ws",
                    additional_headers={"Cookie": f"trapoula={self._token}"},
                    close_timeout=1,
                ) as wire:
                    enter = {"type": "enter", "id": "e", "room": self.player.room}
                    await wire.send(json.dumps(enter | {"number": self.number or None}))
                    async for frame in wire:
                        self._hear(json.loads(frame))
            await asyncio.sleep(0.02)

    def _hear(self, told: dict[str, Any]) -> None:
        if told["type"] == "event":
            assert told["number"] == self.number + 1, "a row was not told, or told twice"
            self.number = told["number"]
        elif told["type"] == "room":
            assert told["number"] >= self.number, "the table has gone back"
            missed = [row["number"] for row in told.get("missed") or ()]
            assert missed == [*range(told["number"] + 1 - len(missed), told["number"] + 1)]
            self.number = told["number"]
        else:
            assert told["type"] in ("welcome", "presence", "bye"), told


async def blinks(players: list[Player], seen: list[float]) -> None:
    """Note the longest time without an answer to a move."""
    counts = [(0, time.monotonic()) for _ in players]
    while True:
        await asyncio.sleep(0.005)
        now = time.monotonic()
        for n, player in enumerate(players):
            count, since = counts[n]
            if len(player.acknowledged) != count:
                counts[n] = len(player.acknowledged), now
            seen[0] = max(seen[0], now - since)


class Rolled(NamedTuple):
    """The result of a rolling restart."""

    moves: int  # acknowledged, and all in the log
    blink: float  # the longest time without an answer to a move
    away: list[float]  # seconds of each server's absence


async def roll(where: str, servers: list[Process], tables: int, times: int) -> Rolled:
    """Restart one server after the other during play."""
    async with Balancer(servers).open() as balancer, asyncio.TaskGroup() as group:
        one: list[Any] = [balancer]
        players = [Player(one, number) for number in range(tables)]
        for player in players:
            await player.make()
        stop, seen, away = asyncio.Event(), [0.0], list[float]()
        playing = [group.create_task(player.play(stop)) for player in players]
        watchers = [Watcher(player) for player in players]
        others = [group.create_task(watcher.watch()) for watcher in watchers]
        await more(players, 3)
        others.append(group.create_task(blinks(players, seen)))
        for _ in range(times):
            for server in servers:
                since = time.monotonic()
                server.signal(signal.SIGTERM)
                await asyncio.to_thread(server.wait)
                await asyncio.to_thread(server.start)
                away.append(time.monotonic() - since)
                await more(players, 3)
        stop.set()
        await asyncio.gather(*playing)
        async with asyncio.timeout(PATIENCE):
            while any(
                watcher.number < max(p.acknowledged.values())
                for watcher, p in zip(watchers, players, strict=True)
            ):
                await asyncio.sleep(0.01)
        for task in others:
            task.cancel()
    return Rolled(await asyncio.to_thread(check_log, where, players), seen[0], away)


class Survived(NamedTuple):
    """The result of a storm."""

    moves: int  # acknowledged, and all in the log
    waits: list[float]  # seconds from a killed server's start until its last table is playable
    spent: list[float]  # CPU seconds it had used by then


async def more(players: list[Player], moves: int) -> None:
    """Wait until every player has that many more acknowledged moves."""
    wanted = [len(player.acknowledged) + moves for player in players]
    async with asyncio.timeout(PATIENCE):
        while any(len(p.acknowledged) < n for p, n in zip(players, wanted, strict=True)):
            await asyncio.sleep(0.01)


async def play_through(
    where: str,
    servers: list[Process],
    tables: int,
    trouble: Callable[[list[Player]], Awaitable[None]],
) -> int:
    """Play during and after some trouble. Return how many moves were acknowledged."""
    players = [Player(servers, number) for number in range(tables)]
    for player in players:
        await player.make()
    stop = asyncio.Event()
    playing = [asyncio.create_task(player.play(stop)) for player in players]
    await more(players, 3)
    await trouble(players)
    await more(players, 3)
    stop.set()
    await asyncio.gather(*playing)
    return await asyncio.to_thread(check_log, where, players)


def storm(where: str, servers: list[Process], kills: int, tables: int) -> Survived:
    """Play while one server after the other is killed. With several, players continue at the others."""
    waits: list[float] = []
    spent: list[float] = []

    async def trouble(players: list[Player]) -> None:
        for _ in range(kills):
            await more(players, 1)
            await asyncio.sleep(random.uniform(0, 0.2))
            victim = random.choice(servers)
            victim.kill()
            if len(servers) > 1:
                await more(players, 1)
                await asyncio.to_thread(victim.start)
                continue
            await asyncio.to_thread(victim.start)
            await more(players, 1)
            waits.append(max(player.back[-1] for player in players) - victim.started)
            spent.append(processor(victim.pid))

    moves = alone(play_through(where, servers, tables, trouble))
    assert moves > tables * kills
    return Survived(moves, waits, spent)
