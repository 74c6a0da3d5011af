"""Many tables that play at once, a move a second each or as fast as they are let."""

import asyncio
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen, TimeoutExpired
from typing import NamedTuple

from bench._wire import Address, Wire

SEATS = 4
AT_ONCE = 20  # tables that are set up together
CALM = 1.0  # seconds between two measurements


RISING = (True, True, False, False)  # the four rows


def ahead(card: int, top: int, row: int) -> int:
    """How far a card would take its row: ten back is the trick, and nothing else goes back."""
    return card - top if RISING[row] else top - card


class Table:
    """Four players at one table of some server, who lay what takes its row the least far."""

    def __init__(self, load: "Load", addresses: Sequence[Address], number: int) -> None:
        self.load, self.number = load, number
        self.addresses = [addresses[(number + seat) % len(addresses)] for seat in range(SEATS)]
        self.wires: list[Wire] = []
        self.sent = 0.0  # when the move was made that is not yet answered

    async def set_up(self) -> None:
        """Connect everyone, and wait until somebody can move."""
        raise NotImplementedError

    def send_next(self) -> bool:
        """Send the next move; whether there is one."""
        raise NotImplementedError

    def move(self) -> None:
        """Make the next move; a table that still waits for its last one is late."""
        if self.sent:
            self.load.late += 1
        elif self.send_next():
            self.sent = time.perf_counter()

    def answered(self) -> None:
        """The move was acknowledged."""
        self.load.took.append(time.perf_counter() - self.sent)
        self.sent = 0.0

    def refused(self, why: bytes) -> None:
        """The move was refused."""
        self.load.errors += 1
        self.load.last_error = why[:200]
        self.sent = 0.0

    def go_on(self) -> None:
        """Play at once where nobody waits for the clock."""
        if self.load.racing and not self.sent:
            self.move()


class Figures(NamedTuple):
    """What was measured."""

    seconds: float
    processor: float  # seconds that the servers used
    moves: int
    p50: float
    p99: float
    most: float
    late: int
    errors: int
    memory: float  # megabytes of the servers
    busy: float  # the share of its core that the load itself used

    @property
    def rate(self) -> float:
        """Moves a second of the clock."""
        return self.moves / self.seconds

    @property
    def thrift(self) -> float:
        """Moves a second of the servers' processor time."""
        return self.moves / self.processor if self.processor else float("nan")


class Load:
    """All tables, and what they note."""

    def __init__(
        self, addresses: Sequence[Address], tables: int, kind: type[Table], pids: Sequence[int]
    ) -> None:
        self.took: list[float] = []
        self.errors = self.late = 0
        self.last_error = b""
        self.racing = False  # whether each answer is followed by the next move
        self._pids = pids
        self._tables = [kind(self, addresses, number) for number in range(tables)]

    async def set_up(self) -> None:
        """Make every table, some at a time."""
        for first in range(0, len(self._tables), AT_ONCE):
            await asyncio.gather(
                *(table.set_up() for table in self._tables[first : first + AT_ONCE])
            )

    async def run(self, seconds: float, *, paced: bool) -> Figures:
        """Play for so long, a move a second a table or as fast as it goes."""
        self.took, self.late, self.errors = [], 0, 0
        used, own, begun = self._processor(), time.process_time(), time.perf_counter()
        if paced:
            await self._pace(begun, seconds)
        else:
            self.racing = True
            for table in self._tables:
                table.move()
            await asyncio.sleep(seconds)
            self.racing = False
        spent = time.perf_counter() - begun
        took = sorted(self.took) or [float("nan")]
        figures = Figures(
            spent, self._processor() - used, len(self.took),
            1000 * took[len(took) // 2], 1000 * took[int(len(took) * 0.99)], 1000 * took[-1],
            self.late, self.errors, sum(map(memory, self._pids)), (time.process_time() - own) / spent,
        )  # fmt: skip
        await asyncio.sleep(CALM)
        return figures

    async def _pace(self, begun: float, seconds: float) -> None:
        for round_ in range(round(seconds)):
            for at, table in enumerate(self._tables):
                wait = begun + round_ + at / len(self._tables) - time.perf_counter()
                if wait > 0:
                    await asyncio.sleep(wait)
                table.move()

    def _processor(self) -> float:
        return sum(map(processor, self._pids))


def memory(pid: int) -> float:
    """The megabytes that a process holds."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def processor(pid: int) -> float:
    """The seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running(process: "Popen[bytes]") -> Iterator["Popen[bytes]"]:
    """A process that is ended afterwards."""
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except TimeoutExpired:
            process.kill()
            process.wait()
