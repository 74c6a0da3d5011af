"""kill -9 during play: no acknowledged move is missing or doubled.

`python -m bench.faults` does the same for longer, and with other faults."""

from collections.abc import Callable
from pathlib import Path

from tests.loops import alone
from tests.server.storms import processes, roll, storm

PLAYABLE = 2.0  # CPU seconds from a server's start until every old table is playable


def test_sqlite_survives_kill(tmp_path: Path) -> None:
    with processes(str(tmp_path), 1) as servers:
        spent = storm(str(tmp_path), servers, kills=3, tables=8).spent
    assert min(spent) < PLAYABLE, spent


def test_players_continue_at_another_process(fresh: Callable[[], str]) -> None:
    """Two processes on PostgreSQL: after kill -9 of either, its players continue at the other."""
    address = fresh()
    with processes(address, 2) as servers:
        storm(address, servers, kills=2, tables=8)


def test_a_rolling_restart_is_a_blink(fresh: Callable[[], str]) -> None:
    """Two processes restart one after the other: no move is lost, and no player waits long.

    A spectator gets every row in order."""
    address = fresh()
    with processes(address, 2) as servers:
        rolled = alone(roll(address, servers, tables=6, times=2))
    assert rolled.moves > 6 * 12
    assert rolled.blink < min(rolled.away), "somebody waited for a server to come back"


def test_postgres_survives_the_last_of_its_servers(fresh: Callable[[], str]) -> None:
    address = fresh()
    with processes(address, 1) as servers:
        spent = storm(address, servers, kills=2, tables=8).spent
    assert min(spent) < PLAYABLE, spent
