"""The client's end of a WebSocket: just enough of RFC 6455, so that the load itself costs little."""

import asyncio
import struct
from collections.abc import Callable
from typing import NamedTuple, cast


class Address(NamedTuple):
    """Where a server listens."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


class Wire(asyncio.Protocol):
    """One client socket; frames go to a function as bytes."""

    def __init__(
        self, address: Address, path: str, cookie: str, hear: Callable[[bytes], None]
    ) -> None:
        self.hear, self.ready = hear, asyncio.get_running_loop().create_future()
        self._buffer, self._open = bytearray(), False
        self._hello = (
            f"GET {path} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: trapoula={cookie}\r\n\r\n"
        ).encode()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._hello)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that it is over."""
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        """Take whole frames off the buffer."""
        buffer = self._buffer
        buffer += data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.ready.set_exception(ConnectionError(bytes(buffer[:80]).decode()))
                return
            del buffer[: end + 4]
            self._open = True
            self.ready.set_result(None)
        at, size = 0, len(buffer)
        while size - at >= 2:
            length, head = buffer[at + 1] & 127, 2
            if length == 126:
                if size - at < 4:
                    break
                length, head = struct.unpack_from(">H", buffer, at + 2)[0], 4
            elif length == 127:
                if size - at < 10:
                    break
                length, head = struct.unpack_from(">Q", buffer, at + 2)[0], 10
            if size - at < head + length:
                break
            kind = buffer[at] & 15
            body = bytes(buffer[at + head : at + head + length])
            at += head + length
            if kind == 1:
                self.hear(body)
            elif kind == 9:
                self._send(10, body)
        if at:
            del buffer[:at]

    def send(self, text: bytes) -> None:
        """Send a text frame; the mask is zero, which masks nothing."""
        self._send(1, text)

    def _send(self, kind: int, body: bytes) -> None:
        if len(body) < 126:
            head = bytes((0x80 | kind, 0x80 | len(body)))
        else:
            head = bytes((0x80 | kind, 0xFE)) + len(body).to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + body)


async def dial(
    address: Address, path: str, cookie: str, hear: Callable[[bytes], None], home: str | None = None
) -> Wire:
    """An open socket, from an address of this machine when one is named."""
    wire = Wire(address, path, cookie, hear)
    local = None if home is None else (home, 0)
    await asyncio.get_running_loop().create_connection(lambda: wire, *address, local_addr=local)
    await wire.ready
    return wire


async def request(
    address: Address, method: str, path: str, cookie: str, body: bytes, home: str | None = None
) -> bytes:
    """The answer to one HTTP request on a connection of its own, without its headers."""
    local = None if home is None else (home, 0)
    reader, writer = await asyncio.open_connection(*address, local_addr=local)
    writer.write(
        f"{method} {path} HTTP/1.1\r\nHost: {address}\r\nCookie: trapoula={cookie}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
        + body
    )
    answer = await reader.read()
    writer.close()
    return answer.partition(b"\r\n\r\n")[2]
