"""How fast rooms are: 500 tables of four over 2,000 sockets, paced and at saturation.

    python -m bench.server [--tables 500] [--seconds 10] [--postgres 1 2 3] [--no-peer]

The server runs in one process bound to one core, the load in this one; everything stays on loopback, and
every loop is bounded in count and time. A move is counted when its acknowledgement came back, that is when
its row is committed, and all four players have been sent their new view.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import cast

from bench._peer import PeerTable, install, peer
from trapoula.server.serve import fast_loop

GAME, SEATS = "the-game", 4
HERE = Path(__file__).parent


# --- the socket: just enough of RFC 6455, so that the load costs less than what it measures ---------


class Wire(asyncio.Protocol):
    """One client socket; frames go to a function as bytes."""

    def __init__(self, host: str, path: str, cookie: str, hear: Callable[[bytes], None]) -> None:
        self.hear, self.ready = hear, asyncio.get_running_loop().create_future()
        self._buffer, self._open = bytearray(), False
        self._hello = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: trapoula={cookie}\r\n\r\n"
        ).encode()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._hello)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that it is over."""
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        """Take whole frames off the buffer."""
        buffer = self._buffer
        buffer += data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.ready.set_exception(ConnectionError(bytes(buffer[:80]).decode()))
                return
            del buffer[: end + 4]
            self._open = True
            self.ready.set_result(None)
        at, size = 0, len(buffer)
        while size - at >= 2:
            length, head = buffer[at + 1] & 127, 2
            if length == 126:
                if size - at < 4:
                    break
                length, head = struct.unpack_from(">H", buffer, at + 2)[0], 4
            elif length == 127:
                if size - at < 10:
                    break
                length, head = struct.unpack_from(">Q", buffer, at + 2)[0], 10
            if size - at < head + length:
                break
            kind = buffer[at] & 15
            body = bytes(buffer[at + head : at + head + length])
            at += head + length
            if kind == 1:
                self.hear(body)
            elif kind == 9:
                self._send(10, body)
        if at:
            del buffer[:at]

    def send(self, text: bytes) -> None:
        """Send a text frame; the mask is zero, which masks nothing."""
        self._send(1, text)

    def _send(self, kind: int, body: bytes) -> None:
        if len(body) < 126:
            head = bytes((0x80 | kind, 0x80 | len(body)))
        else:
            head = bytes((0x80 | kind, 0xFE)) + len(body).to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + body)


# --- tables -----------------------------------------------------------------------------------------


class Table:
    """Four players at one table, who play as fast as they are let."""

    def __init__(self, load: "Load", address: tuple[str, int], number: int) -> None:
        self.load, self.address, self.number = load, address, number
        self.wires: list[Wire] = []
        self.room = ""
        self.seen = 0
        self.turn: tuple[int, bytes] | None = None  # the seat on turn and its next action
        self.sent = 0.0
        self.over = False
        self.waiting = False
        self.count = 0

    async def set_up(self) -> None:
        """Make the room and take the seats."""
        loop = asyncio.get_running_loop()
        host, port = self.address
        cookies = [f"{self.number:08d}{seat:02d}".ljust(43, "x") for seat in range(SEATS)]
        body = json.dumps({"game": GAME, "seats": SEATS}).encode()
        self.room = json.loads(await request(host, port, "POST", "/api/rooms", cookies[0], body))[
            "room"
        ]
        for seat, cookie in enumerate(cookies):
            wire = Wire(f"{host}:{port}", "/ws", cookie, lambda frame, s=seat: self.hear(s, frame))  # type: ignore[misc]
            await loop.create_connection(lambda w=wire: w, host, port)  # type: ignore[misc]
            await wire.ready
            self.wires.append(wire)
            wire.send(json.dumps({"type": "enter", "id": "e", "room": self.room}).encode())
            if seat:
                wire.send(json.dumps({"type": "sit", "id": "s", "seat": seat}).encode())
        while self.seen < SEATS + 1:
            await asyncio.sleep(0.01)
        self.wires[0].send(b'{"type":"start","id":"go"}')
        while self.turn is None:
            await asyncio.sleep(0.01)

    def hear(self, seat: int, frame: bytes) -> None:
        """Note the number, whose turn it is, and the acknowledgement of the own move."""
        if not frame.startswith((b'{"type":"event"', b'{"type":"room"')):
            if frame.startswith(b'{"type":"error"'):
                self.load.errors += 1
                self.load.last_error = frame[:200]
            return
        self.load.frames += 1
        at = frame.find(b'"number":') + 9
        self.seen = max(self.seen, int(frame[at : frame.find(b",", at)]))
        at = frame.find(b'"legal":[')
        if at > 0:
            end = frame.find(b"]", at)
            turn = frame[end + 9 : end + 13]
            if turn.startswith(b"null"):
                self.over = True
            elif int(turn.partition(b",")[0]) == seat:
                legal = frame[at + 9 : end].split(b",")
                plays = [one for one in legal if not one.startswith(b'"signal')]
                self.over = False
                self.turn = seat, random.choice(plays)
                self.waiting = self.waiting and self.load.paced
        if frame.endswith(b'"id":"m%d"}' % self.count) and self.sent:
            self.load.took.append(time.perf_counter() - self.sent)
            self.load.moves += 1
            self.sent = 0.0
        if not self.load.paced and not self.sent and self.load.running and (self.over or self.turn):
            self.move()

    def move(self) -> None:
        """Make the next move, or deal again."""
        if self.sent:
            self.load.late += 1
            return
        self.count += 1
        if self.over:
            self.over, self.turn = False, None
            self.sent = time.perf_counter()
            self.wires[0].send(b'{"type":"again","id":"m%d","number":%d}' % (self.count, self.seen))
        elif self.turn is not None:
            (seat, action), self.turn = self.turn, None
            self.sent = time.perf_counter()
            self.wires[seat].send(
                b'{"type":"act","id":"m%d","number":%d,"action":%b}'
                % (self.count, self.seen, action)
            )


async def request(host: str, port: int, method: str, path: str, cookie: str, body: bytes) -> bytes:
    """One HTTP request on a connection of its own."""
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(
        f"{method} {path} HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: trapoula={cookie}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
        + body
    )
    answer = await reader.read()
    writer.close()
    return answer.partition(b"\r\n\r\n")[2]


class Load:
    """All tables, and what was measured."""

    def __init__(
        self, addresses: list[tuple[str, int]], tables: int, kind: "type[Table] | type[PeerTable]"
    ) -> None:
        self.tables = [kind(self, addresses[n % len(addresses)], n) for n in range(tables)]
        self.took: list[float] = []
        self.frames = self.moves = self.errors = self.late = 0
        self.last_error = b""
        self.paced, self.running = True, False

    async def set_up(self) -> None:
        """Make every table, some at a time."""
        for first in range(0, len(self.tables), 20):
            await asyncio.gather(*(table.set_up() for table in self.tables[first : first + 20]))

    async def run(self, seconds: float, *, paced: bool) -> dict[str, float]:
        """Play for so long, a move a second a table or as fast as it goes."""
        self.paced, self.running = paced, True
        self.took, self.frames, self.moves, self.late, self.errors = [], 0, 0, 0, 0
        begun = time.perf_counter()
        if paced:
            gap = 1.0 / len(self.tables)
            rounds = 0
            while time.perf_counter() - begun < seconds:
                for at, table in enumerate(self.tables):
                    due = begun + rounds + at * gap
                    wait = due - time.perf_counter()
                    if wait > 0:
                        await asyncio.sleep(wait)
                    table.move()
                rounds += 1
        else:
            for table in self.tables:
                table.move()
            await asyncio.sleep(seconds)
        spent = time.perf_counter() - begun
        self.running = False
        moves, took = self.moves, sorted(self.took) or [float("nan")]
        await asyncio.sleep(1.0)
        return {
            "moves_s": moves / spent,
            "frames_s": self.frames / spent,
            "p50_ms": 1000 * took[len(took) // 2],
            "p99_ms": 1000 * took[int(len(took) * 0.99)],
            "max_ms": 1000 * took[-1],
            "late": self.late,
            "errors": self.errors,
        }


# --- servers ----------------------------------------------------------------------------------------


def host(port: int, data: str, database: str | None) -> None:
    """Run one server without bounds on what a single address may do."""
    from trapoula.server.limits import Limits
    from trapoula.server.serve import Plan, run

    limits = Limits(
        burst=10**9, rate=1e9, requests_burst=10**9, requests_rate=1e9, new_rooms_burst=10**9,
        rooms_shared=10**9, sockets_address=10**9, sockets=10**9, idle=10**9,
    )  # fmt: skip
    run(Plan(port=port, data=data, database=database, limits=limits, warm=False))


@contextmanager
def served(
    port: int, data: str, database: str | None, core: int | None
) -> Iterator[subprocess.Popen[bytes]]:
    """A server process, bound to a core."""
    code = f"from bench.server import host; host({port}, {data!r}, {database!r})"
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=HERE.parent
    )
    if core is not None:
        os.sched_setaffinity(process.pid, {core})
    assert process.stdout is not None
    process.stdout.readline()
    until = time.monotonic() + 20
    while time.monotonic() < until:
        try:
            asyncio.run(request("127.0.0.1", port, "GET", "/health", "", b""))
            break
        except OSError:
            time.sleep(0.1)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def memory(pid: int) -> float:
    """The megabytes that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(
        int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS")
    )


def show(name: str, paced: dict[str, float], full: dict[str, float], held: float) -> None:
    """One line of the report for each of the two."""
    for kind, told in (("paced", paced), ("saturated", full)):
        cost = f", {told['moves_cpu']:.0f} a second of processor" if "moves_cpu" in told else ""
        print(
            f"{name:28} {kind:9} {told['moves_s']:6.0f} moves/s{cost}; p50 {told['p50_ms']:.1f}"
            f" p99 {told['p99_ms']:.1f} max {told['max_ms']:.1f} ms; late {told['late']:.0f},"
            f" errors {told['errors']:.0f}; {held:.0f} MB",
            flush=True,
        )


def cpu(pid: int) -> float:
    """The seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(
    name: str, ports: list[int], pids: list[int], given: argparse.Namespace, *, peer: bool = False
) -> tuple[float, float]:
    """Measure servers; the moves a second at saturation, by the clock and by processor time."""

    async def both() -> tuple[dict[str, float], dict[str, float], float]:
        addresses = [("127.0.0.1", port) for port in ports]
        load = Load(addresses, given.tables, PeerTable if peer else Table)
        await asyncio.wait_for(load.set_up(), 300)
        paced = await load.run(given.seconds, paced=True)
        held = sum(memory(pid) for pid in pids)
        before = sum(cpu(pid) for pid in pids)
        full = await load.run(given.seconds, paced=False)
        full["moves_cpu"] = load.moves / (sum(cpu(pid) for pid in pids) - before)
        if load.errors:
            print("   last error:", load.last_error.decode())
        return paced, full, held

    with asyncio.Runner(loop_factory=fast_loop()) as runner:
        paced, full, held = runner.run(both())
    show(name, paced, full, held)
    return full["moves_s"], full["moves_cpu"]


def main() -> int:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument(
        "--postgres", type=int, nargs="*", default=[1, 2, 3], help="how many processes"
    )
    parser.add_argument("--no-peer", action="store_true", help="leave boardgame.io out")
    given = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        os.sched_setaffinity(0, {cores[1]})
    print(
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {given.tables} tables of {SEATS}"
    )
    with tempfile.TemporaryDirectory() as folder, served(8301, folder, None, cores[0]) as process:
        ours = measure("SQLite, one process", [8301], [process.pid], given)
    if not given.no_peer:
        measure_peer(given, cores[0], ours)
    if given.postgres:
        measure_postgres(given)
    return 0


def measure_peer(given: argparse.Namespace, core: int, ours: tuple[float, float]) -> None:
    """boardgame.io in the same run: in memory, and with its file storage."""
    with tempfile.TemporaryDirectory() as folder:
        if not install(folder):
            print("boardgame.io cannot be installed here: no comparison")
            return
        for name, files in (
            ("boardgame.io, in memory", None),
            ("boardgame.io, file storage", f"{folder}/db"),
        ):
            with peer(folder, 8302, core, files) as process:
                theirs = measure(name, [8302], [process.pid], given, peer=True)
                clock, processor = (one / other for one, other in zip(ours, theirs, strict=True))
                print(f"   ours: {clock:.2f} of it by the clock, {processor:.2f} by processor time")


def measure_postgres(given: argparse.Namespace) -> None:
    """Several processes on one PostgreSQL, all on whatever cores there are."""
    from tests.server.cluster import cluster

    for count in given.postgres:
        with cluster() as address, ExitStack() as stack:
            ports = [8310 + number for number in range(count)]
            running = [stack.enter_context(served(port, "", address, None)) for port in ports]
            measure(f"PostgreSQL, {count} process(es)", ports, [one.pid for one in running], given)


if __name__ == "__main__":
    sys.exit(main())
