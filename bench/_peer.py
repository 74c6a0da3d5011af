"""The same load on boardgame.io's own Node server: four-seat tables of a team card game."""

import asyncio
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench._load import SEATS, Load, Table, ahead, running
from bench._wire import Address, dial

VERSION = "0.50.2"
HERE = Path(__file__).parent


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
def peer(
    folder: str, port: int, core: int, files: str | None
) -> Iterator["subprocess.Popen[bytes]"]:
    """boardgame.io's server, bound to a core."""
    words = ["node", "boardgame.cjs", str(port), *([files] if files else [])]
    process = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    os.sched_setaffinity(process.pid, {core})
    with running(process):
        assert process.stdout is not None
        for line in process.stdout:
            if b"serving" in line.lower():
                break
        yield process


class PeerTable(Table):
    """Four players at one table of the peer."""

    def __init__(self, load: Load, addresses: Sequence[Address], number: int) -> None:
        super().__init__(load, addresses, number)
        self.match = f"match{number}"  # made by the first who asks for it
        self.next: tuple[int, bytes] | None = None
        self.state = -1
        self.ready = 0
        self.waits_for = self.asked = 0

    async def set_up(self) -> None:
        """Connect the players, one after the other."""
        path = "/socket.io/?EIO=4&transport=websocket"
        for seat, address in enumerate(self.addresses):
            self.wires.append(
                await dial(address, path, "", lambda frame, s=seat: self.hear(s, frame))
            )  # type: ignore[misc]
            while self.ready <= seat:
                await asyncio.sleep(0.002)
        while self.next is None:
            await asyncio.sleep(0.01)

    def hear(self, seat: int, frame: bytes) -> None:
        """Answer the protocol's own words; take new states."""
        if frame.startswith(b"0"):
            asyncio.get_running_loop().call_soon(self._say, seat, b"40/team,")
        elif frame == b"2":
            self._say(seat, b"3")
        elif frame.startswith(b"40/team,"):
            sync = json.dumps(["sync", self.match, str(seat), None, SEATS])
            self._say(seat, b"42/team," + sync.encode())
        elif frame.startswith((b'42/team,["sync"', b'42/team,["update"')):
            self.ready += frame.startswith(b'42/team,["sync"')
            on_turn = int(frame[frame.find(b'"currentPlayer":"') + 17 :][:1]) == seat
            if on_turn or (self.sent and self.waits_for == seat):
                self._take(seat, frame, on_turn=on_turn)

    def _say(self, seat: int, text: bytes) -> None:
        self.wires[seat].send(text)

    def _take(self, seat: int, frame: bytes, *, on_turn: bool) -> None:
        """Note the acknowledgement of the own move, and choose the next one when on turn."""
        at = frame.find(b'"_stateID":') + 11
        number = int(frame[at : at + 9].partition(b",")[0].partition(b"}")[0])
        if self.sent and self.waits_for == seat and number > self.asked:
            self.answered()
        self.state = max(self.state, number)
        if on_turn and number >= self.state:
            self.next = seat, self._choose(seat, frame, number)
        self.go_on()

    def _choose(self, seat: int, frame: bytes, number: int) -> bytes:
        rows, hand = _numbers(frame, b'"rows":['), _numbers(frame, b'"hand":[')
        lays = [
            (far, card, row)
            for card in hand
            for row in range(4)
            if (far := ahead(card, rows[row], row)) > 0 or far == -10
        ]
        kind, args = ("lay", [*min(lays)[1:]]) if lays else ("again", [])
        return (
            f'42/team,["update",{{"type":"MAKE_MOVE","payload":{{"type":"{kind}","args":{args},'
            f'"playerID":"{seat}"}}}},{number},"{self.match}","{seat}"]'
        ).encode()

    def send_next(self) -> bool:
        """Send the move that was chosen."""
        if self.next is None:
            return False
        (seat, text), self.next = self.next, None
        self.waits_for, self.asked = seat, self.state
        self._say(seat, text)
        return True


def _numbers(frame: bytes, name: bytes) -> list[int]:
    at = frame.find(name) + len(name)
    text = frame[at : frame.find(b"]", at)]
    return [int(one) for one in text.split(b",")] if text else []
