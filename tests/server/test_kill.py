"""kill -9 in the middle of play: no acknowledged move is missing, none is there twice.

`python -m bench.faults` does the same for longer, and with other troubles."""

from collections.abc import Callable
from pathlib import Path

from tests.loops import alone
from tests.server.storms import processes, roll, storm

PLAYABLE = 2.0  # processor seconds from a server's first breath to a move at every old table


def test_sqlite_survives_kill(tmp_path: Path) -> None:
    with processes(str(tmp_path), 1) as servers:
        spent = storm(str(tmp_path), servers, kills=3, tables=8).spent
    assert min(spent) < PLAYABLE, spent


def test_players_go_on_at_another_process(fresh: Callable[[], str]) -> None:
    """Two processes on PostgreSQL: kill any one, and its players go on at the other."""
    address = fresh()
    with processes(address, 2) as servers:
        storm(address, servers, kills=2, tables=8)


def test_a_rolling_restart_is_a_blink(fresh: Callable[[], str]) -> None:
    """One of two processes after the other is stopped and started: no move is lost, nobody waits for long.

    Whoever watches hears every row in its order."""
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
