"""The load on our own server: four-seat tables of The Game, and the process that serves them."""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench._load import SEATS, Load, Table, ahead, running
from bench._wire import Address, dial, request

ROOT = Path(__file__).parents[1]
GAME = "the-game"
ROWS = (b"up1", b"up2", b"down1", b"down2")
END = b'"end"'
START = 20.0  # seconds that a server may take to answer


def host(port: int, data: str, database: str | None) -> None:
    """Run one server without bounds on what a single address may do."""
    from trapoula.server.limits import Limits
    from trapoula.server.serve import Plan, run

    limits = Limits(
        burst=10**9, rate=1e9, requests_burst=10**9, requests_rate=1e9, new_rooms_burst=10**9,
        messages_burst=10**9, address_rooms_burst=10**9, loads_burst=10**9,
        rooms_shared=10**9, connections_address=10**6, sockets_address=10**9, sockets=10**9, idle=10**9,
    )  # fmt: skip
    run(Plan(port=port, data=data, database=database, limits=limits, warm=False))


@contextmanager
def served(
    port: int, data: str, database: str | None, core: int | None, root: Path = ROOT
) -> Iterator["subprocess.Popen[bytes]"]:
    """A server process of a checkout, bound to a core when one is named."""
    code = f"from bench._ours import host; host({port}, {data!r}, {database!r})"
    own = {**os.environ, "PYTHONPATH": str(root.absolute() / "src")}
    words = [sys.executable, "-c", code]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, cwd=root, env=own)
    if core is not None:
        os.sched_setaffinity(process.pid, {core})
    with running(process):
        assert process.stdout is not None
        if not process.stdout.readline():
            raise RuntimeError("the server did not start")
        asyncio.run(_answering(Address("127.0.0.1", port)))
        yield process


async def _answering(address: Address) -> None:
    until = time.monotonic() + START
    while True:
        try:
            await request(address, "GET", "/health", "", b"")
            return
        except OSError:
            if time.monotonic() > until:
                raise
            await asyncio.sleep(0.1)


class OurTable(Table):
    """Four players at one of our tables; each knows only what was sent to that player."""

    def __init__(self, load: Load, addresses: Sequence[Address], number: int) -> None:
        super().__init__(load, addresses, number)
        self.seen = [0] * SEATS  # the last number that each has heard
        self.next: tuple[int, bytes] | None = None  # a seat, and its move without the id
        self.count = 0
        self.willing = 0  # how many have asked for the next round, to which all must agree
        self.agreed = 0  # the last number at which somebody did
        self.waits_for = b""

    async def set_up(self) -> None:
        """Make the room and take the seats."""
        cookies = [f"{self.number:08d}{seat:02d}".ljust(43, "x") for seat in range(SEATS)]
        body = json.dumps({"game": GAME, "seats": SEATS}).encode()
        made = await request(self.addresses[0], "POST", "/api/rooms", cookies[0], body)
        room = json.loads(made)["room"]
        for seat, (address, cookie) in enumerate(zip(self.addresses, cookies, strict=True)):
            self.wires.append(
                await dial(address, "/ws", cookie, lambda frame, s=seat: self.hear(s, frame))
            )  # type: ignore[misc]
            self._say(seat, {"type": "enter", "id": "e", "room": room})
            if seat:
                self._say(seat, {"type": "sit", "id": "s", "seat": seat})
        while self.seen[0] < SEATS + 1:
            await asyncio.sleep(0.01)
        self._say(0, {"type": "start", "id": "go"})
        while self.next is None:
            await asyncio.sleep(0.01)

    def _say(self, seat: int, message: dict[str, object]) -> None:
        self.wires[seat].send(json.dumps(message).encode())

    def hear(self, seat: int, frame: bytes) -> None:
        """Note the number, the acknowledgement of the own move, and what can be done next."""
        if frame.startswith((b'{"type":"event"', b'{"type":"room"')):
            at = frame.find(b'"number":') + 9
            number = int(frame[at : frame.find(b",", at)])
            self.seen[seat] = number
            if number == max(self.seen) and (at := frame.find(b'"legal":[')) > 0:
                self._take(seat, number, frame, at + 9)
            wish = b'"what":"wish"' in frame[:100]
            if wish and seat == self.willing and number > self.agreed:
                self._agree(number)
            if self.sent and frame.endswith(self.waits_for):
                if wish:
                    self.sent = 0.0  # it is no move, and counts as none
                else:
                    self.answered()
            self.go_on()
        elif frame.startswith(b'{"type":"error"') and self.sent:
            self.refused(frame)

    def _take(self, seat: int, number: int, frame: bytes, at: int) -> None:
        """Choose what to do when it is this seat's turn, or deal again when it is over."""
        end = frame.find(b"]", at)
        after = frame.find(b'"turn":', end) + 7
        turn = frame[after : after + 4].partition(b",")[0]
        if turn == b"null" and seat == 0:
            self.willing = 0
            self._agree(number)
        elif turn == b"%d" % seat:
            offered = [one for one in frame[at:end].split(b",") if not one.startswith(b'"signal')]
            tops = [int(top.partition(b",")[0]) for top in frame[:at].split(b'"top":')[1:]]
            best = END if END in offered else min(offered, key=lambda one: _far(one, tops))
            self.next = seat, b'{"type":"act","number":%d,"action":%b' % (number, best)

    def _agree(self, number: int) -> None:
        """The next who has not yet asks for another round."""
        self.next, self.agreed = (self.willing, b'{"type":"again","number":%d' % number), number
        self.willing = (self.willing + 1) % SEATS

    def send_next(self) -> bool:
        """Send the move that was chosen."""
        if self.next is None:
            return False
        (seat, move), self.next = self.next, None
        self.count += 1
        self.waits_for = b'"id":"m%d"}' % self.count
        self.wires[seat].send(move + b"," + self.waits_for)
        return True


def _far(action: bytes, tops: Sequence[int]) -> int:
    """How far an action would take its row; what is said before the first card takes none anywhere."""
    card, lays, row = action.strip(b'"').partition(b">")
    at = ROWS.index(row) if lays else 0
    return ahead(int(card), tops[at], at) if lays else 0
