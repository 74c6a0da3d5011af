"""Nonsense over the socket and HTTP is answered, and harms neither table nor process."""

import json
import logging
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.effort import EFFORT
from tests.loops import alone
from tests.server.house import Line, Person, Place, house
from trapoula.room.commands import schema

QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
TYPES = sorted(
    name for one in schema()["$defs"].values() for name in one["properties"]["type"]["enum"]  # type: ignore[attr-defined]
)  # fmt: skip
ODD = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=40),
    st.sampled_from(["turn", "klondike", "", "0", "-1", "../..", "\x00", "％", "S>T1", "x" * 300]),
    st.lists(st.integers(), max_size=3), st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
)  # fmt: skip
FIELDS = st.sampled_from(
    [
        "id",
        "room",
        "number",
        "seat",
        "level",
        "action",
        "deal",
        "text",
        "end",
        "round",
        "step",
        "seconds",
        "x",
    ]
)
COMMANDS = st.builds(
    lambda type_, fields, id_: {"type": type_, **fields, **id_},
    st.sampled_from([*TYPES, "", "Act", "create", "flag"]),
    st.dictionaries(FIELDS, ODD, max_size=5),
    st.sampled_from([{"id": "a"}, {"id": "b"}, {"id": "a", "number": 3}, {}]),
)
FRAMES = st.one_of(
    COMMANDS.map(json.dumps),
    st.text(max_size=200),
    st.binary(max_size=200),
    st.sampled_from(
        [
            "[" * 5000,
            '{"a":' * 1500,
            '{"type":"act","type":"ping"}',
            "1e999",
            '"\\ud800"',
            "\ufeff{}",
        ]
    ),
)
SEGMENTS = st.one_of(
    st.sampled_from(
        ["api", "games", "klondike", "rooms", "me", "link", "replays", "steps", "stats", "history", "rules",
         "texts", "el", "export.csv", "export.x", "record", "share", "static", "js", "health", "metrics",
         "..", "ws", "%00", "%ff", "table", "replay", "game"]
    ),
    st.text(st.characters(codec="utf-8"), max_size=12).map(lambda text: quote(text, safe="")),
)  # fmt: skip
QUERIES = st.dictionaries(
    st.sampled_from(
        ["draw", "lang", "from", "to", "seat", "limit", "before", "game", "round", "x"]
    ),
    st.one_of(
        st.text(max_size=12),
        st.sampled_from(["-1", "1e9", "nan", "inf", "99999999999999999999", "on"]),
    ),
    max_size=3,
)
ROOMS = st.one_of(
    st.dictionaries(
        st.sampled_from(
            ["game", "options", "preset", "deal", "seats", "watch", "lobby", "talk", "clock", "absent",
             "bots", "start", "replay", "step"]
        ),
        st.one_of(ODD, st.sampled_from(["the-game", "golf", "anyone", [{"seat": 1}], {"draw": 3}, "nobody"])),
        max_size=6,
    ).map(lambda fields: json.dumps(fields).encode()),
    st.binary(max_size=100),
)  # fmt: skip


class Watch(logging.Handler):
    """Collects everything that the server logs as a failure."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.append(self.format(record))


async def is_well(place: Place, anna: Person, line: Line, room: str) -> None:
    """Check that the table plays on and nothing failed."""
    again: dict[str, Any] = {"code": "stale"}
    while again.get("code") == "stale":  # an earlier frame may still be handled meanwhile
        state = await line.enter(room)
        assert state["type"] == "room", state
        if state["seat"] is None:  # a frame may have given the seat up
            await line.ask("sit")
            state = await line.enter(room)
        again = await line.ask("again", number=state["number"])
    assert again["type"] == "event", again
    assert (await anna.get("/health"))["ok"]


def storm(frames: list[Any], requests: list[tuple[str, str, dict[str, str], bytes]]) -> None:
    watch = Watch()
    logging.getLogger().addHandler(watch)

    async def run() -> None:
        with tempfile.TemporaryDirectory() as folder:
            async with house(Path(folder)) as place:
                anna, eve = place.person(), place.person()
                room = (await anna.make("klondike", deal=1))["room"]
                line, bad = await anna.line(room), await eve.line(room)
                for frame in frames:
                    for one in (bad, line):
                        one.shout(frame)
                for one in (bad, line):
                    await one.ask("ping", id="after")
                for method, path, query, body in requests:
                    answer = await anna.request(method, path, params=query, content=body)
                    assert answer.status_code < 500 or answer.status_code == 501, (
                        path,
                        answer.text,
                    )
                    if answer.status_code >= 400 and path.startswith("/api") and method != "HEAD":
                        assert answer.json()["code"]
                live = await place.house.rooms.find(room)
                if live.room.sitting.seat_of(live.room.made.by) is None:
                    await line.enter(room)
                    await line.ask("sit", seat=0)
                await is_well(place, anna, line, room)

    try:
        alone(run(), 60)
    finally:
        logging.getLogger().removeHandler(watch)
    assert not watch.seen, watch.seen[0]


REQUESTS = st.tuples(
    st.sampled_from(["GET", "POST", "PATCH", "PUT", "HEAD", "OPTIONS"]),
    st.lists(SEGMENTS, min_size=1, max_size=5).map(lambda parts: "/" + "/".join(parts)),
    QUERIES,
    ROOMS,
)
NEW_ROOMS = st.tuples(st.just("POST"), st.just("/api/rooms"), st.just({}), ROOMS)
RECORDS = st.tuples(
    st.just("POST"),
    st.just("/api/replays"),
    st.just({}),
    st.one_of(
        st.text(max_size=200).map(str.encode),
        st.text(max_size=60).map(
            lambda t: f"trapoula record 1\ngame klondike\nseats 1\ndeck {t}\nresult open".encode()
        ),
    ),
)


@settings(max_examples=40, deadline=None, suppress_health_check=QUIET, database=None)
@given(st.lists(FRAMES, max_size=40))
def test_any_frame_is_answered(frames: list[Any]) -> None:
    storm(frames, [])


@settings(max_examples=40, deadline=None, suppress_health_check=QUIET, database=None)
@given(st.lists(st.one_of(REQUESTS, NEW_ROOMS, RECORDS), max_size=20))
def test_any_request_is_answered(requests: list[tuple[str, str, dict[str, str], bytes]]) -> None:
    storm([], requests)


@pytest.mark.slow
@settings(max_examples=80 * EFFORT, deadline=None, suppress_health_check=QUIET, database=None)
@given(
    st.lists(FRAMES, max_size=60), st.lists(st.one_of(REQUESTS, NEW_ROOMS, RECORDS), max_size=30)
)
def test_any_storm_is_weathered(
    frames: list[Any], requests: list[tuple[str, str, dict[str, str], bytes]]
) -> None:
    storm(frames, requests)
