"""Every route handles every method with any body, headers, cookies and ids."""

import asyncio
import logging
import re
import socket
import tempfile
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.loops import alone
from tests.server.house import Person, Place, house, played
from tests.server.test_fuzz import QUIET, ROOMS, Watch
from trapoula.server.app import CHANGING, application
from trapoula.server.house import House
from trapoula.server.store import Store, open_database

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
BODIES = (
    b"", b"{}", b"[]", b"null", b"0", b'{"name": 7}', b'{"name": "\x00"}', b'{"game": ' * 400, b"\xff\xfe",
    b'{"game": "golf", "deal": 1e400}', b'{"game": "golf", "options": {"\\ud800": 1}}',
    b"x" * 9_000, b" " * 300_000, b"trapoula record 1\n" * 2_000,
)  # fmt: skip
IDS = (
    "klondike",
    "the-game",
    "nothing",
    "%00",
    "%2e%2e%2f",
    "%ff%fe",
    "a" * 300,
    "el",
    "json",
    "0",
    "-1",
    "ά",
)
HEADERS = st.dictionaries(
    st.sampled_from(
        ["cookie", "origin", "host", "content-type", "content-length", "accept-language", "if-none-match",
         "range", "referer", "x-forwarded-for", "x-forwarded-proto", "upgrade", "connection", "expect"]
    ),
    st.one_of(
        st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=60),
        st.sampled_from(
            ["trapoula=", "trapoula=" + "x" * 43, "a=b; trapoula", "null",
             "http://table.test", "https://table.test:99999999", "http://[", "[::1", "-1", "999999999999",
             "application/json; charset=utf-99", "text/plain; charset=utf-7", "bytes=5-1",
             '"', "*", "x" * 5_000]
        ),
    ),
    max_size=5,
)  # fmt: skip
JUNK = (
    b"", b"\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 5_000 + b"\r\n",
    b"GET /api/games HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    b"GET /%c0%af/\xf0\x28 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n{}",
    b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{}",
    b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{",
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n\xff\xff\xff\xff\xff",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET http://elsewhere/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
)  # fmt: skip


def paths() -> list[str]:
    """Return the path of every route, with its parameters."""
    app = application(House(Store(open_database("never-opened.db"))))
    return sorted({str(getattr(route, "path", "")) for route in app.routes} - {"/ws"})


async def ask(place: Place, person: Person, method: str, path: str, **given: Any) -> int:
    """Send a request, and check that refusals have the agreed form."""
    answer = await person.request(method, path, **given)
    assert answer.status_code < 500, (method, path, given, answer.text)
    if answer.status_code >= 400 and method != "HEAD":
        assert {"type", "code", "message"} <= answer.json().keys(), (method, path, answer.text)
    return answer.status_code


@pytest.fixture
def watch() -> Any:
    """Check that the server logs no failure."""
    found = Watch()
    logging.getLogger().addHandler(found)
    yield found
    logging.getLogger().removeHandler(found)
    assert not found.seen, found.seen[0]


@pytest.mark.parametrize("path", paths())
@pytest.mark.usefixtures("watch")
@played
async def test_every_route_handles_every_method_and_body(tmp_path: Path, path: str) -> None:
    async with house(tmp_path) as place:
        anna = place.person()
        room = (await anna.make("golf", deal=1))["room"]
        for id_ in (room, *IDS) if "{" in path else ("",):
            there = re.sub(r"\{[^}]*\}", id_, path)
            for method in METHODS:
                for body in BODIES if id_ in (room, "") and method in CHANGING else (b"{}",):
                    await ask(place, anna, method, there, content=body)
        assert (await anna.get("/health"))["ok"]


@settings(max_examples=30, deadline=None, suppress_health_check=QUIET, database=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(METHODS), st.sampled_from(paths()), st.sampled_from(IDS), HEADERS, ROOMS),
        max_size=15,
    )
)  # fmt: skip
def test_any_headers_are_handled(asked: list[tuple[str, str, str, dict[str, str], bytes]]) -> None:
    found = Watch()
    logging.getLogger().addHandler(found)

    async def run() -> None:
        with tempfile.TemporaryDirectory() as folder:
            async with house(Path(folder)) as place:
                anna = place.person()
                for method, path, id_, headers, body in asked:
                    there = re.sub(r"\{[^}]*\}", id_, path)
                    await ask(place, anna, method, there, headers=headers, content=body)
                assert (await anna.get("/health"))["ok"]

    try:
        alone(run())
    finally:
        logging.getLogger().removeHandler(found)
    assert not found.seen, found.seen[0]


@pytest.mark.usefixtures("watch")
@played
async def test_bytes_that_are_no_request_are_handled(tmp_path: Path) -> None:
    """On a real socket: after junk, half requests and false lengths the server still answers."""
    server = House(Store(open_database(str(tmp_path / "a.db"))))
    config = uvicorn.Config(
        application(server), log_config=None, ws="websockets-sansio", lifespan="on"
    )
    server = uvicorn.Server(config)
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    for junk in JUNK:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(junk)
        writer.write_eof()
        answer = await asyncio.wait_for(reader.read(), 20)
        assert not answer.startswith(b"HTTP/1.1 5"), (junk[:60], answer[:200])
        writer.close()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    assert b'"ok":true' in await asyncio.wait_for(reader.read(), 20)
    writer.close()
    server.should_exit = True
    await asyncio.wait_for(serving, 20)
