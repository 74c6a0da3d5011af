"""Connections to PostgreSQL that die silently: every request is answered, nothing is lost or done twice."""

import asyncio
import signal
import time
from collections.abc import Callable
from typing import get_args

import pytest

from tests.loops import alone
from tests.server.forwarder import Direction, forwarder
from tests.server.house import Line, Place, house, played, until
from tests.server.storms import Process, log_of
from trapoula.server.store import postgres

DIRECTIONS = get_args(Direction)
SHORT = {  # so that the tests are shorter than the real timeouts
    "LONGEST_QUESTION": 0.5, "LONGEST_CHANGE": 0.5, "PATIENCE": 1.0, "BEAT": 0.2, "DEAF": 0.6,
}  # fmt: skip
NOTICED = 15.0  # seconds until a dead connection must be noticed
ENDED = 10.0  # seconds until a process must end


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in SHORT.items():
        monkeypatch.setattr(postgres, name, seconds)


def test_the_timeouts_add_up() -> None:
    """Checks the real timeouts, which the tests below shorten."""
    assert postgres.DEAF + 2 * postgres.BEAT <= NOTICED
    assert postgres.LONGEST_QUESTION + postgres.CONNECTING + postgres.GRACE <= NOTICED
    assert postgres.LONGEST_CHANGE + postgres.PATIENCE <= NOTICED
    assert 2 * postgres.HURRY + postgres.BRIEF <= ENDED


async def play_on(line: Line, id_: str) -> int:
    """Repeat a move until it is done. Return its number."""
    while True:
        answer = await line.act("turn", id=id_, number=line.number)
        if answer["type"] != "error":
            return int(answer["number"])
        assert answer["code"] in ("failed", "unsure", "stale"), answer
        await asyncio.sleep(0.05)


async def recovered(place: Place) -> None:
    """Wait until the server is healthy again."""
    async with asyncio.timeout(NOTICED):
        while (await place.http.get("/health")).status_code != 200:
            await asyncio.sleep(0.1)


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.usefixtures("soon")
@played
async def test_a_dead_line_is_noticed_and_replaced(
    fresh: Callable[[], str], direction: Direction
) -> None:
    """A move is answered, /health reports it, and others' rows arrive on new connections."""
    address = fresh()
    async with (
        forwarder(address) as (between, through),
        house(address) as other,
        house(through) as place,
    ):
        anna, bob = place.person(), other.person()
        made = await anna.make("the-game", seats=2, talk="chat")
        line, far = await anna.line(made["room"]), await bob.line(made["room"])
        patience = await anna.line((await anna.make("klondike", deal=1))["room"])
        assert (await patience.act("turn", id="first"))["type"] == "event"
        await asyncio.gather(*(place.person().get("/api/rooms") for _ in range(6)))
        between.swallow(direction)
        moved = asyncio.create_task(play_on(patience, "second"))
        listed = await place.person().request("GET", "/api/rooms")
        assert listed.status_code in (200, 500)
        await far.ask("sit", seat=1)
        assert await moved == 5
        await line.hear("event", what="sit", seat=1)
        await recovered(place)
        assert (await place.person().request("GET", "/api/rooms")).status_code == 200
    (moves,) = [
        [row.get("id") for _, row in rows]
        for rows in log_of(address).values()
        if any(row.get("id") == "first" for _, row in rows)
    ]
    assert moves.count("first") == moves.count("second") == 1


@pytest.mark.usefixtures("soon")
@played
async def test_while_all_lines_are_dead_everybody_is_answered(fresh: Callable[[], str]) -> None:
    async with forwarder(fresh()) as (between, through), house(through) as place:
        anna = place.person()
        lines = [
            await anna.line((await anna.make("klondike", deal=n))["room"]) for n in range(1, 9)
        ]
        between.down = True
        between.swallow("both")
        answers = await asyncio.gather(*(line.act("turn", id="m") for line in lines))
        assert {answer["code"] for answer in answers} <= {"failed", "unsure"}
        assert (await place.http.get("/health")).status_code == 503
        assert (await place.person().request("GET", "/api/rooms")).status_code == 500
        between.down = False
        for line in lines:
            await play_on(line, "m")
        await recovered(place)


@pytest.mark.usefixtures("soon")
@played
async def test_a_process_without_notifications_is_not_healthy(fresh: Callable[[], str]) -> None:
    """It can still write and query: only the listening connection is dead."""
    async with forwarder(fresh()) as (between, through), house(through) as place:
        database = place.house.store.database
        await until(lambda: not database.deaf)
        between.down = True
        between.swallow("both")
        await until(lambda: database.deaf)
        assert (await place.http.get("/health")).status_code == 503
        between.down = False
        await recovered(place)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_process_with_dead_connections_stops_on_request(
    fresh: Callable[[], str], direction: Direction
) -> None:
    async def stop() -> float:
        async with forwarder(fresh()) as (between, through):
            server = await asyncio.to_thread(Process, through)
            try:
                between.down = True
                between.swallow(direction)
                begun = time.monotonic()
                server.signal(signal.SIGTERM)
                await asyncio.to_thread(server.wait)
                return time.monotonic() - begun
            finally:
                server.stop()

    assert alone(stop(), 60) < ENDED
