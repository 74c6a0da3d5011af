"""kill -9 in the middle of play: no acknowledged move is missing, none is there twice.

`python -m bench.faults` does the same for longer, and with other troubles."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.server.storms import processes, storm

PLAYABLE = 2.0  # seconds from a restarted server's first breath to the first move at an old table


def slowness() -> float:
    """How many times slower than it should be this machine is just now, with all that runs on it."""
    begun = time.monotonic()
    subprocess.run([sys.executable, "-c", "import asyncio, sqlite3, ssl, json"], check=True)
    return max(1.0, (time.monotonic() - begun) / 0.25)


def test_sqlite_survives_kill(tmp_path: Path) -> None:
    before = slowness()
    with processes(str(tmp_path), 1) as servers:
        waits = storm(str(tmp_path), servers, kills=3, tables=8).waits
    assert min(waits) < PLAYABLE * max(before, slowness()), waits


def test_players_go_on_at_another_process(fresh: Callable[[], str]) -> None:
    """Two processes on PostgreSQL: kill any one, and its players go on at the other."""
    address = fresh()
    with processes(address, 2) as servers:
        storm(address, servers, kills=2, tables=8)


def test_postgres_survives_the_last_of_its_servers(fresh: Callable[[], str]) -> None:
    address, before = fresh(), slowness()
    with processes(address, 1) as servers:
        waits = storm(address, servers, kills=2, tables=8).waits
    assert min(waits) < PLAYABLE * max(before, slowness()), waits
