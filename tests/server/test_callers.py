"""Clients at a real port: silent, slow or too frequent ones."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.house import FREE, WAIT, played
from trapoula.server.limits import Limits
from trapoula.server.people import COOKIE, new_token
from trapoula.server.serve import Plan, Server, listen

TEXT, PING = 0x81, 0x89  # first bytes of frames
HEALTH = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


@asynccontextmanager
async def port(folder: Path, limits: Limits) -> AsyncIterator[int]:
    """Yield the port of a server in this process."""
    plan = Plan(port=0, data=str(folder), warm=False, limits=limits)
    server, listener = Server(plan), listen(plan)
    task = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        await asyncio.sleep(0.005)
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        await task


async def ended(reader: asyncio.StreamReader) -> bool:
    """Return whether the server closes the connection."""
    with suppress(ConnectionError):
        await asyncio.wait_for(reader.read(), WAIT)
    return True


async def let_in(url: str) -> ClientConnection:
    """Connect as soon as there is room: the server notices a closed connection a moment later."""
    async with asyncio.timeout(WAIT):
        while True:
            with suppress(OSError, InvalidHandshake):
                return await connect(url)


@pytest.mark.parametrize(
    "words",
    [
        b"",
        b"GET / HT",
        b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
        HEALTH + b"GET / HT",
    ],
)
@played
async def test_a_request_that_does_not_come_is_not_waited_for(tmp_path: Path, words: bytes) -> None:
    async with port(tmp_path, replace(FREE, arrival=0.2)) as number:
        reader, writer = await asyncio.open_connection("127.0.0.1", number)
        writer.write(words)
        assert await ended(reader)
        writer.close()


@played
async def test_words_that_trickle_in_do_not_buy_time(tmp_path: Path) -> None:
    async with port(tmp_path, replace(FREE, arrival=0.3)) as number:
        reader, writer = await asyncio.open_connection("127.0.0.1", number)
        closed = asyncio.create_task(ended(reader))
        for letter in b"GET / HTTP/1.1\r\nX: " + b"x" * 200:
            if closed.done():
                break
            writer.write(bytes([letter]))
            await asyncio.sleep(0.02)
        assert closed.done()
        writer.close()


@played
async def test_one_address_cannot_take_every_connection(tmp_path: Path) -> None:
    """Connections up to the limit are served, further ones are cut; a closed one makes room."""
    async with port(tmp_path, replace(FREE, connections_address=5)) as number:
        lines = [await asyncio.open_connection("127.0.0.1", number) for _ in range(5)]
        reader, writer = await asyncio.open_connection("127.0.0.1", number)
        assert await ended(reader)
        writer.close()
        reader, writer = lines[0]
        writer.write(HEALTH)
        assert b"200" in await asyncio.wait_for(reader.readline(), WAIT)
        writer.close()
        async with await let_in(f"ws://127.0.0.1:{number}/ws") as wire:
            assert "welcome" in str(await wire.recv())
            reader, last = await asyncio.open_connection("127.0.0.1", number)
            last.write(HEALTH)
            answer = await asyncio.wait_for(reader.readline(), WAIT)
            assert b"200" in answer, "a socket takes no place"
            last.close()
        for _, writer in lines[1:]:
            writer.close()


@played
async def test_bytes_that_are_no_text_get_a_sentence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        port(tmp_path, FREE) as number,
        connect(f"ws://127.0.0.1:{number}/ws") as wire,
    ):
        await wire.recv()
        await wire.send(b"\xff\xfe{", text=True)
        assert "bad-message" in str(await wire.recv())
        await wire.send('{"type": "ping", "id": "1"}')
        assert "pong" in str(await wire.recv())
    assert not caplog.records


@played
async def test_floods_of_pings_are_cut(tmp_path: Path) -> None:
    limits = replace(FREE, burst=5, rate=0.001)
    async with (
        port(tmp_path, limits) as number,
        connect(f"ws://127.0.0.1:{number}/ws") as wire,
    ):
        await wire.recv()
        for _ in range(5):
            await (await wire.ping())
        await wire.ping()
        with pytest.raises(ConnectionClosed):
            await wire.recv()


@played
async def test_a_line_that_went_dead_is_noticed(tmp_path: Path) -> None:
    """A client without heartbeats is cut and no longer present; one with heartbeats stays."""
    async with port(tmp_path, replace(FREE, beat=0.3)) as number:
        anna, bob = new_token(), new_token()
        where = f"http://127.0.0.1:{number}"
        async with httpx.AsyncClient(base_url=where, cookies={COOKIE: anna}) as http:
            made = await http.post("/api/rooms", json={"game": "the-game", "seats": 2})
        enter = json.dumps({"type": "enter", "id": "e", "room": made.json()["room"]})
        url, named = f"ws://127.0.0.1:{number}/ws", {"Cookie": f"{COOKIE}={anna}"}
        async with connect(url, additional_headers={"Cookie": f"{COOKIE}={bob}"}) as watcher:
            await watcher.send(enter)
            dead = await connect(url, additional_headers=named)
            await dead.send(enter)
            while '"here":[0]' not in str(await watcher.recv()):
                continue
            dead.transport.pause_reading()  # half open: no bytes arrive there
            async with asyncio.timeout(WAIT):
                while '"here":[]' not in str(await watcher.recv()):
                    continue
            dead.transport.abort()


def framed(text: str, *, first: int = 0x81) -> bytes:
    """Return a text frame, or a part of one, as a client sends it: masked."""
    mask, body = b"\x11\x22\x33\x44", text.encode()
    short = len(body) < 126
    size = bytes((0x80 | len(body),)) if short else b"\xfe" + len(body).to_bytes(2, "big")
    hidden = bytes(byte ^ mask[at % 4] for at, byte in enumerate(body))
    return bytes((first,)) + size + mask + hidden


async def frame(reader: asyncio.StreamReader) -> tuple[int, str]:
    """Return the first byte and the text of the server's next frame."""
    async with asyncio.timeout(WAIT):
        first, size = await reader.readexactly(2)
        if size > 125:
            size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
        return first, (await reader.readexactly(size)).decode("latin-1")


async def told(reader: asyncio.StreamReader) -> str:
    """Return the text of the server's next frame."""
    return (await frame(reader))[1]


async def dialled(number: int, token: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a WebSocket byte by byte."""
    reader, writer = await asyncio.open_connection("127.0.0.1", number)
    writer.write(
        b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        b"Cookie: %b=%b\r\n\r\n" % (COOKIE.encode(), token.encode())
    )
    assert b"101" in await reader.readuntil(b"\r\n\r\n")
    assert "welcome" in await told(reader)
    return reader, writer


def ping(id_: str) -> str:
    return json.dumps({"type": "ping", "id": id_})


@played
async def test_messages_are_read_however_they_are_fragmented(tmp_path: Path) -> None:
    """One by one, several at once, in parts, byte by byte: each is handled once, in order."""
    anna = new_token()
    async with port(tmp_path, FREE) as number:
        where = f"http://127.0.0.1:{number}"
        async with httpx.AsyncClient(base_url=where, cookies={COOKIE: anna}) as http:
            made = await http.post("/api/rooms", json={"game": "klondike", "deal": 1})
        reader, writer = await dialled(number, anna)
        parts = framed(ping("in ")[:9], first=0x01), framed(ping("in ")[9:], first=0x80)
        letters = [bytes((letter,)) for letter in framed(ping("letters"))]
        long = framed(ping("long".ljust(64)) + " " * 200)
        together = framed(ping("two")) + framed(ping("three"))
        for cut, ids in (
            ([framed(ping("one"))], ["one"]),
            ([together], ["two", "three"]),
            ([*parts], ["in "]),
            (letters, ["letters"]),
            ([long, framed(ping("after"))], ["long".ljust(64), "after"]),
            ([framed(ping("whole")) + together[:7], together[7:]], ["whole", "two", "three"]),
        ):
            for piece in cut:
                writer.write(piece)
                await asyncio.sleep(0)
            heard = [json.loads(await told(reader)) for _ in ids]
            assert [(one["type"], one["id"]) for one in heard] == [("pong", id_) for id_ in ids]
        for said in (
            {"type": "enter", "id": "e", "room": made.json()["room"]},
            {"type": "act", "id": "a", "number": 3, "action": "turn"},
            {"type": "undo", "id": "u", "number": 4},
        ):
            writer.write(framed(json.dumps(said)))
            await asyncio.sleep(0)
        answers = []
        while len(answers) < 3:
            answer = json.loads(await told(reader))
            answers += [(answer["type"], answer["id"])] if "id" in answer else []
        assert answers == [("room", "e"), ("event", "a"), ("event", "u")]
        writer.close()


@played
async def test_a_client_that_sends_needs_no_heartbeat(tmp_path: Path) -> None:
    async with port(tmp_path, replace(FREE, beat=2.0)) as number:
        reader, writer = await dialled(number, new_token())
        loop = asyncio.get_running_loop()
        until = loop.time() + 2.6
        while loop.time() < until:
            writer.write(framed(ping("p")))
            assert (await frame(reader))[0] == TEXT
        assert (await frame(reader))[0] == PING, "now nothing has been said for a while"
        writer.close()
