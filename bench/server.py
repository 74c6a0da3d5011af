"""How fast rooms are: 500 tables of four over 2,000 sockets, paced and as fast as it goes.

    ./run bench server
    python -m bench.server [--tables 500] [--seconds 10] [--postgres 1 2 3] [--no-peer]
        [--turns 9] [--beside ../older]

Our server on SQLite runs in one process bound to one core, and so does boardgame.io's own Node server, in
memory and with its file storage; the load is in this process, on the other core. On PostgreSQL
one, two and three processes share what cores there are with the database and the load, and each table's four
players are spread over them. Everything stays on loopback, and every loop is bounded.

What is compared is taken in turns: all the servers are there at once, with a fifth of the tables each, and
each in its turn plays for a moment as fast as it goes, an older checkout of ours too where one is named. So
whatever else the machine does meets all of them, and the medians of their processor time can be divided.

Everybody lays what takes its row the least far, so that a round lasts about as long as among people. A
move counts when its acknowledgement came back: for us that is when its row is on the disk, and all four
players are being sent their new view.
"""

import argparse
import asyncio
import os
import platform
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench._load import SEATS, Figures, Load, Table
from bench._ours import OurTable, served
from bench._peer import VERSION, PeerTable, install, peer
from bench._wire import Address
from trapoula.server.serve import fast_loop

SET_UP = 300  # seconds at most
TURN = 1.5  # seconds
SHARE = 5  # of the tables that a server has alone, one such part plays in turns
HEADS = (
    "server", "p50, ms", "p99, ms", "max, ms", "memory, MB", "saturated, moves/s",
    "moves a processor-second", "load's core",
)  # fmt: skip


def measure(
    name: str,
    ports: Sequence[int],
    pids: Sequence[int],
    given: argparse.Namespace,
    kind: type[Table],
) -> Figures:
    """Measure servers, and print their row; the figures at saturation."""

    async def both() -> tuple[Figures, Figures, bytes]:
        addresses = [Address("127.0.0.1", port) for port in ports]
        load = Load(addresses, given.tables, kind, pids)
        await asyncio.wait_for(load.set_up(), SET_UP)
        paced = await load.run(given.seconds, paced=True)
        return paced, await load.run(given.seconds, paced=False), load.last_error

    with asyncio.Runner(loop_factory=fast_loop()) as runner:
        paced, full, error = runner.run(both())
    row(
        name, f"{paced.p50:.1f}", f"{paced.p99:.1f}", f"{paced.most:.1f}", f"{full.memory:.0f}",
        f"{full.rate:,.0f}", f"{full.thrift:,.0f}", f"{full.busy:.0%}",
    )  # fmt: skip
    if paced.late or paced.errors or full.errors:
        print(
            f"{name}: {paced.late} paced moves were late, {paced.errors + full.errors} refused",
            file=sys.stderr,
        )
        print(error.decode(), file=sys.stderr)
    return full


def row(*cells: str) -> None:
    """One row of the table."""
    print("|", " | ".join(cells), "|", flush=True)


class Host(NamedTuple):
    """A server that can be run, and who plays on it."""

    name: str
    start: Callable[[], AbstractContextManager["subprocess.Popen[bytes]"]]
    port: int
    tables: type[Table]


def hosts(given: argparse.Namespace, core: int, folder: str) -> list[Host]:
    """Our server on SQLite, an older one where it is named, and boardgame.io's where it can be had."""
    ours = partial(served, database=None, core=core)
    found = [Host("Trapoula, SQLite", partial(ours, 8301, f"{folder}/ours"), 8301, OurTable)]
    if given.beside:
        older = partial(ours, 8304, f"{folder}/older", root=Path(given.beside))
        found.append(Host("Trapoula before, SQLite", older, 8304, OurTable))
    if not given.no_peer and install(folder):
        for kind, port, files in (
            ("in memory", 8302, None),
            ("file storage", 8303, f"{folder}/db"),
        ):
            name = f"boardgame.io {VERSION}, {kind}"
            found.append(Host(name, partial(peer, folder, port, core, files), port, PeerTable))
    return found


def compare(given: argparse.Namespace, core: int) -> list[str]:
    """Each server alone, then all of them in turns; what it comes to."""
    with tempfile.TemporaryDirectory() as folder:
        found = hosts(given, core, folder)
        for host in found:
            with host.start() as process:
                measure(host.name, [host.port], [process.pid], given, host.tables)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        found = hosts(given, core, folder)
        pids = [stack.enter_context(host.start()).pid for host in found]
        with asyncio.Runner(loop_factory=fast_loop()) as runner:
            costs = runner.run(in_turns(found, pids, given))
    first, *others = zip(found, costs, strict=True)
    told = [f"In turns {host.name} takes {cost:.0f} µs a move." for host, cost in (first, *others)]
    for host, cost in others:
        times = cost / first[1]
        told.append(
            f"With every move on the disk that is {times:.2f} times the moves of {host.name}."
        )
    if not given.no_peer and len(found) < 3:
        told.append("boardgame.io cannot be installed here: no comparison.")
    return told


async def in_turns(
    found: Sequence[Host], pids: Sequence[int], given: argparse.Namespace
) -> list[float]:
    """The microseconds of processor time that a move takes on each server: the median of its turns."""
    loads = []
    for host, pid in zip(found, pids, strict=True):
        address = Address("127.0.0.1", host.port)
        loads.append(Load([address], max(1, given.tables // SHARE), host.tables, [pid]))
        await asyncio.wait_for(loads[-1].set_up(), SET_UP)
    took: list[list[float]] = [[] for _ in loads]
    for _ in range(1 + given.turns):
        for costs, load in zip(took, loads, strict=True):
            costs.append(1e6 / (await load.run(TURN, paced=False)).thrift)
    return [median(costs[1:]) for costs in took]  # the first is for warming up


def spread(given: argparse.Namespace) -> None:
    """Several processes on one PostgreSQL."""
    from tests.server.cluster import cluster

    for count in given.postgres:
        with cluster() as address, ExitStack() as stack:
            ports = [8310 + number for number in range(count)]
            running = [stack.enter_context(served(port, "", address, None)) for port in ports]
            name = f"Trapoula, PostgreSQL, {count} process{'es' * (count > 1)}"
            measure(name, ports, [one.pid for one in running], given, OurTable)


def main() -> int:
    """Measure and report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--beside", default="", help="an older checkout of ours")
    parser.add_argument(
        "--postgres", type=int, nargs="*", default=[1, 2, 3], help="how many processes"
    )
    parser.add_argument("--no-peer", action="store_true", help="leave boardgame.io out")
    given = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))
    cores = sorted(os.sched_getaffinity(0))
    before = os.getloadavg()[0]
    row(*HEADS)
    row("---", *["---:"] * (len(HEADS) - 1))
    os.sched_setaffinity(0, {cores[-1]})
    told = compare(given, cores[0])
    os.sched_setaffinity(0, cores)
    spread(given)
    print()
    print(
        f"{given.tables} tables of {SEATS}, {len(cores)} cores, machine load {before:.1f} before the run;"
        f" Python {platform.python_version()}.",
        *told,
        sep="\n",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
