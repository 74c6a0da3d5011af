"""How fast rooms are: 500 tables of four over 2,000 sockets, paced and as fast as it goes.

    ./run bench server
    python -m bench.server [--tables 500] [--seconds 10] [--postgres 1 2 3] [--no-peer]

Our server on SQLite runs in one process bound to one core, and so does boardgame.io's own Node server right
after it, in memory and with its file storage; the load is in this process, on the other core. On PostgreSQL
one, two and three processes share what cores there are with the database and the load, and each table's four
players are spread over them. Everything stays on loopback, and every loop is bounded.

A move counts when its acknowledgement came back: for us that is when its row is on the disk, and all four
players are being sent their new view.
"""

import argparse
import asyncio
import os
import platform
import resource
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack

from bench._load import SEATS, Figures, Load, Table
from bench._ours import OurTable, served
from bench._peer import VERSION, PeerTable, install, peer
from bench._wire import Address
from trapoula.server.serve import fast_loop

SET_UP = 300  # seconds at most
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


def compare(given: argparse.Namespace, core: int) -> list[str]:
    """Ours on SQLite, and boardgame.io in the same run; what it comes to."""
    with tempfile.TemporaryDirectory() as folder, served(8301, folder, None, core) as process:
        ours = measure("Trapoula, SQLite", [8301], [process.pid], given, OurTable)
    if given.no_peer:
        return []
    told = []
    with tempfile.TemporaryDirectory() as folder:
        if not install(folder):
            return ["boardgame.io cannot be installed here: no comparison."]
        for kind, files in (("in memory", None), ("file storage", f"{folder}/db")):
            with peer(folder, 8302, core, files) as process:
                name = f"boardgame.io {VERSION}, {kind}"
                theirs = measure(name, [8302], [process.pid], given, PeerTable)
            clock, processor = ours.rate / theirs.rate, ours.thrift / theirs.thrift
            told.append(
                f"With every move on the disk we make {clock:.2f} times the moves of {name} by the clock,"
                f" {processor:.2f} times by processor time."
            )
    return told


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
