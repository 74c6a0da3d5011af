"""What becomes of a server when things go wrong: one line for each trouble, in half an hour.

    ./run bench faults
    python -m bench.faults [kills] [two] [rolling] [copied] [full] [stopped] [idle] [flood] [crowd]

    kills    30 times kill -9 under load, on SQLite
    two      10 times kill -9 under load, two processes on PostgreSQL
    rolling  two processes on PostgreSQL are restarted one after the other, 5 times, behind one address
    copied   a backup is taken while 500 moves a second are played, and put back
    full     the disk fills up under load, and is emptied again (needs root: a small disk is made for it)
    stopped  PostgreSQL is stopped for 30 s in mid-play, and held for 30 s more, two processes
    idle     2,000 sockets that say nothing, from ten addresses, beside 20 people who play
    flood    one address opens rooms without end for 60 s, beside 20 people who play
    crowd    2,000 sockets at 500 tables that answer every ping, for 20 minutes, beside 20 people who play

A trouble in which an acknowledged move is lost or is there twice, or after which not all play on, ends
with an error. Everything stays on loopback, and every loop is bounded.
"""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from bench._load import Figures, Load, memory, processor, running
from bench._ours import OurTable, served
from bench._wire import Address, Wire, dial, request
from tests.server.cluster import free_port, stoppable
from tests.server.storms import Player, more, play_through, processes, roll, storm
from trapoula.server.serve import FILE

TABLES = 20
KILLS, KILLS_OF_TWO, ROLLS = 30, 10, 5
PACED, COPYING = 500, 20.0  # tables with a move a second, and for how long
AWAY = 30.0  # seconds without a database
IDLE, HOMES = 2000, 10  # sockets that say nothing, and from how many addresses
SILENCE = 135.0  # seconds after which they are all closed, those too who do not read the goodbye
FLOOD = 60.0  # seconds
CROWD, FOUR = 1200.0, 4  # seconds that many stay, and how many at a table
OFTEN = 30.0  # seconds between two pings of a client
DISK = 8  # megabytes
PACE = 0.1  # seconds between two moves of one who plays


def kills() -> str:
    """kill -9 under load, on SQLite."""
    with tempfile.TemporaryDirectory() as folder, processes(folder, 1) as servers:
        survived = storm(folder, servers, KILLS, TABLES)
    waits = sorted(survived.waits)
    return (
        f"{KILLS} kills, {survived.moves:,} acknowledged moves, none lost, none twice; all {TABLES} tables"
        f" played again {waits[len(waits) // 2]:.1f} s after the start, at most {waits[-1]:.1f} s"
    )


def two() -> str:
    """kill -9 under load, two processes on PostgreSQL."""
    with stoppable() as cluster, processes(cluster.address, 2) as servers:
        survived = storm(cluster.address, servers, KILLS_OF_TWO, TABLES)
    return f"{KILLS_OF_TWO} kills, {survived.moves:,} acknowledged moves, none lost, none twice"


def rolling() -> str:
    """Two processes on PostgreSQL are restarted one after the other."""
    with stoppable() as cluster, processes(cluster.address, 2) as servers:
        moves, blink, away = asyncio.run(roll(cluster.address, servers, TABLES, ROLLS))
    return (
        f"{2 * ROLLS} restarts, {moves:,} acknowledged moves, none lost, none twice; nobody waited longer"
        f" than {1000 * blink:.0f} ms for an answer, while a process was away for"
        f" {sum(away) / len(away):.1f} s"
    )


def copied() -> str:
    """A backup is taken in full play, and put back."""
    with tempfile.TemporaryDirectory() as folder:
        data, file, other = (f"{folder}/{name}" for name in ("data", "copy", "other"))
        port = free_port()
        with served(port, data, None, None) as process:

            async def run() -> tuple[Figures, Figures, float, int, int]:
                load = Load([Address("127.0.0.1", port)], PACED, OurTable, [process.pid])
                await load.set_up()
                alone = await load.run(COPYING, paced=True)
                playing = asyncio.create_task(load.run(COPYING, paced=True))
                await asyncio.sleep(COPYING / 4)
                before, begun = _rows(data), time.monotonic()
                copying = await asyncio.create_subprocess_exec(*_trapoula("backup", file, data))
                assert await copying.wait() == 0
                took, after = time.monotonic() - begun, _rows(data)
                return alone, await playing, took, before, after

            alone, beside, took, before, after = asyncio.run(run())
        subprocess.run(_trapoula("restore", file, other), check=True)
        found = _rows(other)
        assert before <= found <= after, (before, found, after)
        megabytes = Path(file).stat().st_size / 1e6
        with served(port, other, None, None):
            pass  # it starts on the copy, and answers
    return (
        f"{beside.moves / beside.seconds:.0f} moves a second, p99 {beside.p99:.1f} ms with a backup and"
        f" {alone.p99:.1f} without; {megabytes:.1f} MB copied in {took:.1f} s, {found:,} rows: all that"
        " were there before, restored"
    )


def _trapoula(command: str, file: str, data: str) -> list[str]:
    return [sys.executable, "-m", "trapoula", command, file, "--data", data]


def _rows(data: str) -> int:
    """How many rows all logs have."""
    with closing(sqlite3.connect(Path(data) / FILE)) as file:
        count: int = file.execute("SELECT count(*) FROM log").fetchone()[0]
        return count


def full() -> str:
    """The disk fills up under load."""
    with small_disk() as folder, processes(folder, 1) as servers:
        filler = Path(folder) / "filler"
        seen: list[str] = []

        async def trouble(players: list[Player]) -> None:
            with filler.open("wb", buffering=0) as file, suppress(OSError):
                while True:
                    file.write(bytes(4096))
            await asyncio.sleep(1)
            before = sum(len(player.acknowledged) for player in players)
            await asyncio.sleep(4)
            after = sum(len(player.acknowledged) for player in players)
            answer = await request(Address("127.0.0.1", servers[0].port), "GET", "/health", "", b"")
            seen.append(
                f"{after - before} moves acknowledged while it was full, health: {answer.decode()}"
            )
            filler.unlink()

        moves = asyncio.run(play_through(folder, servers, TABLES, trouble))
    return f"{seen[0]}; then play went on: {moves:,} acknowledged moves, none lost, none twice"


def stopped() -> str:
    """PostgreSQL is stopped, and then held, in mid-play."""
    with stoppable() as cluster, processes(cluster.address, 2) as servers:
        waits: list[float] = []

        async def trouble(players: list[Player]) -> None:
            await asyncio.to_thread(cluster.stop)
            await asyncio.sleep(AWAY)
            await asyncio.to_thread(cluster.start)
            waits.append(await _seconds(more(players, 1)))
            group = [cluster.process.pid, *_children(cluster.process.pid)]
            for pid in group:
                os.kill(pid, signal.SIGSTOP)
            await asyncio.sleep(AWAY)
            for pid in group:
                os.kill(pid, signal.SIGCONT)
            waits.append(await _seconds(more(players, 1)))

        moves = asyncio.run(play_through(cluster.address, servers, TABLES, trouble))
    return (
        f"stopped for {AWAY:.0f} s and held for {AWAY:.0f} s: all {TABLES} tables were played again"
        f" {waits[0]:.1f} s and {waits[1]:.1f} s after its return; {moves:,} acknowledged moves, none lost,"
        " none twice"
    )


def idle() -> str:
    """Sockets that say nothing, beside people who play."""

    async def run(address: Address, pid: int) -> str:
        async with asyncio.timeout(300):
            players = await _sit_down(address)
            alone = await _play(players, 10)
            before = memory(pid)
            silent = [
                await dial(
                    address, "/ws", f"{n:010d}".ljust(43, "s"), _ignore, f"127.0.1.{1 + n % HOMES}"
                )
                for n in range(IDLE)
            ]
            begun = time.monotonic()
            beside, grown = await _play(players, 20), memory(pid) - before
            await _play(players, SILENCE - (time.monotonic() - begun))
            left = sum(not one.transport.is_closing() for one in silent)
        return (
            f"{IDLE:,} sockets take {grown:.0f} MB; a move takes {alone} without and {beside} with them;"
            f" after {SILENCE:.0f} s of silence {left} are open"
        )

    return _at_a_server(run)


def crowd() -> str:
    """Sockets that answer every ping, beside people who play."""

    async def run(address: Address, pid: int) -> str:
        players = await _sit_down(address)
        begun, held = time.monotonic(), list[float]()
        there = [wire for n in range(IDLE // FOUR) for wire in await _gather_at(address, n)]

        async def look() -> None:
            while True:
                await asyncio.sleep(CROWD / 10)
                held.append(memory(pid))

        looking = asyncio.create_task(look())
        pinging = asyncio.gather(*(_keep_alive(wire, n) for n, wire in enumerate(there)))
        used = processor(pid)
        took = await _play(players, CROWD - (time.monotonic() - begun))
        left = sum(not one.transport.is_closing() for one in there)
        for task in (looking, pinging):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        megabytes = ", ".join(f"{one:.0f}" for one in held)
        return (
            f"after {CROWD / 60:.0f} minutes {left:,} of {len(there):,} are there; a move takes {took};"
            f" {(processor(pid) - used) / CROWD:.0%} of a core; MB held: {megabytes}"
        )

    return _at_a_server(run)


async def _gather_at(address: Address, number: int) -> list[Wire]:
    """A table with one who plays and others who watch."""
    home = f"127.0.4.{1 + number % (2 * HOMES)}"
    cookies = [f"{number:06d}{n:04d}".ljust(43, "c") for n in range(FOUR)]
    made = await request(address, "POST", "/api/rooms", cookies[0], b'{"game":"klondike"}', home)
    room = made.partition(b'"room":"')[2].partition(b'"')[0]
    wires = [await dial(address, "/ws", cookie, _ignore, home) for cookie in cookies]
    for wire in wires:
        wire.send(b'{"type":"enter","id":"e","room":"%b"}' % room)
    return wires


async def _keep_alive(wire: Wire, number: int) -> None:
    """Ping as clients do; the protocol's own pings are answered by the wire."""
    await asyncio.sleep(OFTEN * (number % 100) / 100)
    while not wire.transport.is_closing():
        wire.send(b'{"type":"ping","id":"p","seen":true}')
        await asyncio.sleep(OFTEN)


def flood() -> str:
    """One address opens rooms without end, beside people who play."""

    async def run(address: Address, pid: int) -> str:
        async with asyncio.timeout(300):
            players = await _sit_down(address)
            alone = await _play(players, 10)
            before, used = memory(pid), processor(pid)
            counts = {"made": 0, "refused": 0}
            flooding = asyncio.create_task(_flood(address, counts))
            beside = await _play(players, FLOOD)
            flooding.cancel()
            grown, used = memory(pid) - before, processor(pid) - used
        return (
            f"{counts['made']:,} rooms made and {counts['refused']:,} refused in {FLOOD:.0f} s,"
            f" {grown:.0f} MB more and {used:.0f} s of processor time in all; a move takes {alone} without"
            f" and {beside} with them"
        )

    return _at_a_server(run)


# --- what they need ------------------------------------------------------------------------------


@contextmanager
def small_disk() -> Iterator[str]:
    """A folder on a disk of its own that is soon full."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}m", "tmpfs", folder], check=True)
        try:
            yield folder
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


def _at_a_server(run: Callable[[Address, int], Coroutine[Any, Any, str]]) -> str:
    """Do something at a server as anybody starts it, with the limits that it has by itself."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        words = ["-m", "trapoula", "serve", "--port", str(port), "--data", folder]
        process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE)
        with running(process):
            assert process.stdout is not None
            assert process.stdout.readline(), "the server did not start"
            return asyncio.run(run(Address("127.0.0.1", port), process.pid))


class Seated:
    """One who plays a patience at an easy pace, and notes how long each move takes."""

    def __init__(self) -> None:
        self.wire: Wire | None = None
        self.number = self.count = 0
        self.answered = asyncio.Event()

    def hear(self, frame: bytes) -> None:
        """Note the number, and the answer to the own move."""
        if frame.startswith((b'{"type":"event"', b'{"type":"room"')):
            at = frame.find(b'"number":') + 9
            self.number = int(frame[at : frame.find(b",", at)])
        if b'"id":"m%d"' % self.count in frame:
            self.answered.set()

    async def move(self) -> float:
        """The seconds from a move to its answer."""
        assert self.wire is not None
        self.count += 1
        self.answered.clear()
        word = b'"act","action":"turn"' if self.count % 5 else b'"restart"'
        begun = time.perf_counter()
        self.wire.send(b'{"type":%b,"number":%d,"id":"m%d"}' % (word, self.number, self.count))
        async with asyncio.timeout(30):
            await self.answered.wait()
        return time.perf_counter() - begun


async def _sit_down(address: Address) -> list[Seated]:
    players = []
    for n in range(TABLES):
        player, cookie, home = Seated(), f"{n:010d}".ljust(43, "p"), f"127.0.2.{1 + n}"
        body = b'{"game":"klondike","deal":1}'
        made = await request(address, "POST", "/api/rooms", cookie, body, home)
        room = made.partition(b'"room":"')[2].partition(b'"')[0]
        player.wire = await dial(address, "/ws", cookie, player.hear, home)
        player.wire.send(b'{"type":"enter","id":"e","room":"%b"}' % room)
        while not player.number:
            await asyncio.sleep(0.01)
        players.append(player)
    return players


async def _play(players: list[Seated], seconds: float) -> str:
    """Play for so long; the middle and the 99th of a hundred times."""
    until, took = time.monotonic() + seconds, list[float]()

    async def one(player: Seated) -> None:
        while time.monotonic() < until:
            took.append(await player.move())
            await asyncio.sleep(PACE)

    await asyncio.gather(*map(one, players))
    took.sort()
    return f"{1000 * took[len(took) // 2]:.1f} ms (p99 {1000 * took[int(len(took) * 0.99)]:.1f})"


async def _flood(address: Address, counts: dict[str, int]) -> None:
    """Open rooms with a new cookie each time, four at once."""

    async def one(lane: int) -> None:
        n = 0
        while True:
            n += 1
            cookie, body = f"{lane}{n:09d}".ljust(43, "f"), b'{"game":"klondike"}'
            answer = await request(address, "POST", "/api/rooms", cookie, body, "127.0.3.1")
            counts["made" if answer.startswith(b'{"type":"room"') else "refused"] += 1

    await asyncio.gather(*map(one, range(4)))


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in found.split()]


async def _seconds(waiting: Awaitable[None]) -> float:
    begun = time.monotonic()
    await waiting
    return time.monotonic() - begun


def _ignore(frame: bytes) -> None:
    return


TROUBLES: dict[str, Callable[[], str]] = {
    one.__name__: one for one in (kills, two, rolling, copied, full, stopped, idle, flood, crowd)
}


def main(names: list[str]) -> int:
    """Each trouble that is named, or all."""
    for name in names or TROUBLES:
        print(f"{name}: {TROUBLES[name]()}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
