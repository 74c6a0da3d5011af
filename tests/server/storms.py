"""Servers that are killed, stopped and starved, and people who play on through all of it."""

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
from collections.abc import Awaitable, Callable, Iterator, Mapping
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
PATIENCE = 60.0  # seconds that a table may take to be played again


class Process:
    """A server that can be killed and started again at the same port."""

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
    """One who plays a patience without end, through every cut, and notes what was acknowledged."""

    def __init__(self, servers: list[Process], number: int) -> None:
        self.servers, self.at = servers, number % len(servers)
        self.token = new_token()
        self.room = ""
        self.acknowledged: dict[str, int] = {}
        self.count = 0
        self.number = 0
        self.back: list[float] = []  # when the first acknowledgement after each cut came

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
                self.at = (self.at + 1) % len(self.servers)  # go on at another
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
    """Every row of every room, straight from the database."""
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
    """Compare what was acknowledged with what is in the log; how many moves that was."""
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


class Survived(NamedTuple):
    """What came of it."""

    moves: int  # that were acknowledged, all of which are in the log
    waits: list[
        float
    ]  # seconds from the start of a killed server to the last table that is played again
    spent: list[float]  # the processor's seconds that it had taken by then


async def more(players: list[Player], moves: int) -> None:
    """Wait until every player has had so many moves more acknowledged."""
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
    """Have people play while something goes wrong, and after it; how many moves were acknowledged."""
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
    """Play, and kill one server after the other; players of one of several go on at the others."""
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
