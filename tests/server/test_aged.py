"""No query slows down as the database grows: each uses an index."""

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.aged import KINDS, LOYAL, NEWCOMER, Tour, add_long_rooms, age, left_out
from tests.server.faults import Faulty
from tests.server.house import FREE, Place, house, played, settle, until
from trapoula.server import upkeep
from trapoula.server.store.database import Change

pytestmark = pytest.mark.usefixtures("thinking")
# these read all waiting rows, which are few
SCAN = re.compile(
    r"SCAN (?!CONSTANT|new\b|own\b|latest\b|\d)"
)  # except for the result of another step
WAITING = ("FROM results WHERE counted = 0 GROUP BY player", "FROM unrated GROUP BY game")


class Listening(Faulty):
    """A database that records every statement."""

    heard: set[tuple[str, int]]

    async def query(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        self.heard.add((statement, len(values)))
        return await super().query(statement, *values)

    async def commit(self, change: Change) -> bool:
        self.heard.update((statement, len(values)) for statement, values in change.steps)
        return await super().commit(change)


@pytest.fixture
def heard() -> set[tuple[str, int]]:
    Listening.heard = set()
    return Listening.heard


@played
async def test_no_statement_scans_a_whole_table(
    tmp_path: Path, heard: set[tuple[str, int]]
) -> None:
    """Covers every request of a page and every change of a table, on a database with some history."""
    path = tmp_path / "trapoula.db"
    await age(path, 300, 2000, rows=500)
    async with house(str(path), wrap=Listening) as place:
        loyal, other = place.person(LOYAL), place.person()
        await upkeep.update_tallies(place.house)
        await upkeep.rate(place.house)
        tour = Tour(place)
        for person, who in ((loyal, "loyal"), (other, NEWCOMER)):
            await tour.all(person.token, who, 0)
        assert not left_out(tour), "a new path or command needs a place on the tour"
        made = await loyal.make("take-that", seats=2, lobby=True)
        store, now = place.house.store, place.house.clock()
        await upkeep.visit(place.house)
        await upkeep.sweep(place.house)
        await store.sweep_replays(now)
        await store.oldest_rooms("anna", alone=True, most=20)
        await store.standing_of("anna", 20)
        await store.database.commit(Change(store.figures.taken_back(made["room"], 1)))
        await loyal.request("POST", "/api/stats", json=await loyal.get("/api/stats/export.json"))
        await loyal.request("DELETE", "/api/stats?game=golf")
        await loyal.request("DELETE", "/api/stats")
    assert len(heard) > 40
    assert not {statement: read for statement, read in plans(path, heard) if read}


@played
async def test_a_room_of_a_long_log_opens_like_a_new_one(tmp_path: Path) -> None:
    """Measured by CPU time, once a checkpoint by the present rules exists; the same for moves."""
    path, took = tmp_path / "trapoula.db", dict[str, list[float]]()
    async with house(str(path)):
        pass
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        add_long_rooms(file, time.time(), 10_000)
    async with house(str(path), limits=replace(FREE, linger=0.0)) as place:
        person = place.person(LOYAL)
        new = (await person.make("klondike", deal=1))["room"]
        for turn in range(8):
            for room in (new, *KINDS):
                await until(lambda: not place.house.rooms.open)
                begun = time.process_time()
                await person.get(f"/api/rooms/{room}")
                took.setdefault(room, []).append(time.process_time() - begun)
                if not turn:
                    await until_kept(place, room)
    for kind in KINDS:
        assert min(took[kind][1:]) < 5 * min(took[new][1:])
        assert min(took[kind][1:]) * 5 < took[kind][0], "it was never opened from a checkpoint"


async def until_kept(place: Place, room: str) -> None:
    """Wait for the checkpoint of a long room."""
    while room in KINDS and await place.house.store.checkpoint(room) is None:
        await settle()


def plans(path: Path, heard: set[tuple[str, int]]) -> Iterator[tuple[str, list[str]]]:
    """Yield each statement with the tables it scans completely."""
    with closing(sqlite3.connect(path)) as file:
        for statement, count in heard:
            plain = " ".join(statement.split())
            if not any(words in plain for words in WAITING):
                plan = file.execute(f"EXPLAIN QUERY PLAN {statement}", [None] * count)
                yield plain, [step for *_, step in plan if SCAN.match(step)]
