"""The same load on boardgame.io's own Node server: four-seat tables of a team card game."""

import asyncio
import json
import os
import random
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.server import Load

HERE = Path(__file__).parent
VERSION = "0.50.2"
SEATS = 4


def install(folder: str) -> bool:
    """Install boardgame.io into a folder that is thrown away; False when it is not to be had."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return False
    (Path(folder) / "package.json").write_text("{}")
    words = [
        npm,
        "install",
        f"boardgame.io@{VERSION}",
        "node-persist@3",
        "--no-audit",
        "--no-fund",
        "--silent",
    ]
    done = subprocess.run(words, cwd=folder, timeout=300, check=False, capture_output=True)
    shutil.copy(HERE / "boardgame.cjs", folder)
    return done.returncode == 0


@contextmanager
def peer(folder: str, port: int, core: int, files: str | None) -> Iterator[subprocess.Popen[bytes]]:
    """boardgame.io's server, bound to a core."""
    words = ["node", "boardgame.cjs", str(port), *([files] if files else [])]
    process = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    os.sched_setaffinity(process.pid, {core})
    assert process.stdout is not None
    for line in process.stdout:
        if b"serving" in line.lower():
            break
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


class PeerTable:
    """Four players at one table of the peer, who play as fast as they are let."""

    def __init__(self, load: "Load", address: tuple[str, int], number: int) -> None:
        self.load, self.address, self.number = load, address, number
        self.match = ""
        self.state = -1
        self.next: tuple[int, bytes] | None = None
        self.sent = 0.0
        self.ready = 0
        self.waits_for = self.asked = 0

    async def set_up(self) -> None:
        """Make the match and connect its players."""
        from bench.server import Wire

        host, port = self.address
        self.match = f"match{self.number}"  # made by the first who asks for it
        self.wires: list[Wire] = []
        for seat in range(SEATS):
            path = "/socket.io/?EIO=4&transport=websocket"
            wire = Wire(f"{host}:{port}", path, "", lambda frame, s=seat: self.hear(s, frame))  # type: ignore[misc]
            await asyncio.get_running_loop().create_connection(lambda w=wire: w, host, port)  # type: ignore[misc]
            await wire.ready
            self.wires.append(wire)
            while self.ready <= seat:
                await asyncio.sleep(0.002)
        while self.next is None or self.ready < SEATS:
            await asyncio.sleep(0.01)

    def hear(self, seat: int, frame: bytes) -> None:
        """Answer the protocol's own words; take new states."""
        wire = self.wires[seat] if seat < len(self.wires) else None
        if frame.startswith(b"0"):
            asyncio.get_running_loop().call_soon(self._greet, seat)
        elif frame == b"2" and wire is not None:
            wire.send(b"3")
        elif frame.startswith(b"40/team,"):
            sync = json.dumps(["sync", self.match, str(seat), None, SEATS])
            self.wires[seat].send(b"42/team," + sync.encode())
        elif frame.startswith((b'42/team,["sync"', b'42/team,["update"')):
            self.ready += frame.startswith(b'42/team,["sync"')
            self.load.frames += 1
            on_turn = int(frame[frame.find(b'"currentPlayer":"') + 17 :][:1]) == seat
            if on_turn or (self.sent and self.waits_for == seat):
                self._take(seat, frame, on_turn=on_turn)

    def _greet(self, seat: int) -> None:
        self.wires[seat].send(b"40/team,")

    def _take(self, seat: int, frame: bytes, *, on_turn: bool) -> None:
        """Note the acknowledgement of the own move, and choose the next one when on turn."""
        at = frame.find(b'"_stateID":') + 11
        number = int(frame[at : at + 9].partition(b",")[0].partition(b"}")[0])
        if self.sent and self.waits_for == seat and number > self.asked:
            self.load.took.append(time.perf_counter() - self.sent)
            self.load.moves += 1
            self.sent = 0.0
        self.state = max(self.state, number)
        if on_turn and number >= self.state:
            self.next = seat, self._choose(seat, frame, number)
        if not self.load.paced and self.load.running and not self.sent and self.next:
            self.move()

    def _choose(self, seat: int, frame: bytes, number: int) -> bytes:
        rows, hand = _numbers(frame, b'"rows":['), _numbers(frame, b'"hand":[')
        legal = [(card, row) for card in hand for row in range(4) if _fits(card, rows[row], row)]
        kind, args = ("lay", [*random.choice(legal)]) if legal else ("again", [])
        return (
            f'42/team,["update",{{"type":"MAKE_MOVE","payload":{{"type":"{kind}","args":{args},'
            f'"playerID":"{seat}"}}}},{number},"{self.match}","{seat}"]'
        ).encode()

    def move(self) -> None:
        """Make the next move."""
        if self.sent:
            self.load.late += 1
        elif self.next is not None:
            (seat, text), self.next = self.next, None
            self.waits_for, self.asked = seat, self.state
            self.sent = time.perf_counter()
            self.wires[seat].send(text)


def _numbers(frame: bytes, name: bytes) -> list[int]:
    at = frame.find(name) + len(name)
    text = frame[at : frame.find(b"]", at)]
    return [int(one) for one in text.split(b",")] if text else []


def _fits(card: int, top: int, row: int) -> bool:
    return card > top or card == top - 10 if row < 2 else card < top or card == top + 10
