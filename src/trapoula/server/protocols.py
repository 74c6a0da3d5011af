"""uvicorn's two protocols, with deadlines, connection limits and a fast path for short messages."""

import asyncio
import struct
from collections import Counter
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

from trapoula.server.limits import Bucket, Limits, household

SHORT = "trapoula.short"  # name of our ASGI extension for direct reads and writes
TEXT = 0x81  # the first byte of a frame with a whole text
MASKED = 0x80  # bit of the second byte (the length) in a client's frame
SHORT_HEAD, SHORT_MOST = 6, 125  # bytes before a client's short text, and its greatest length
LONG, LONGEST = 126, 127  # length codes: the length follows in two bytes, or in eight
LONG_HEAD, LONGEST_HEAD = struct.Struct(">BBH").pack, struct.Struct(">BBQ").pack
MOMENT = 0.5  # seconds
FEW = 8  # messages of a connection that can wait before reading pauses


class Callers:
    """The number of open HTTP connections of each address."""

    def __init__(self, limits: Limits, *, proxied: bool) -> None:
        self.limits, self._proxied = limits, proxied
        self._open: Counter[str] = Counter()

    def comes(self, address: str) -> bool:
        """Count a new connection. Return False over the limit, which a proxy is exempt from."""
        if not self._proxied and self._open[address] >= self.limits.connections_address:
            return False
        self._open[address] += 1
        return True

    def goes(self, address: str) -> None:
        """Count a closed connection."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class Http(H11Protocol):
    """uvicorn's HTTP protocol, with a deadline for each request."""

    def __init__(self, callers: Callers, **given: Any) -> None:
        super().__init__(**given)
        self._callers = callers
        self._counted: str | None = None  # the address this connection counts under
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, unless its address has too many."""
        super().connection_made(transport)
        address = household(self.client)
        if not self._callers.comes(address):
            transport.abort()
            return
        self._counted = address
        self._expect()

    def data_received(self, data: bytes) -> None:
        """Feed the parser, and set the deadline for the request."""
        super().data_received(data)
        self._expect()

    def on_response_complete(self) -> None:
        """Expect the next request, which may have begun to arrive."""
        super().on_response_complete()
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self._let_go()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Stop counting the connection: WebSockets have limits of their own."""
        self._let_go()
        super().handle_websocket_upgrade(event)

    def _expect(self) -> None:
        if self._counted is None:
            return
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._expect_nothing()
        elif self._deadline is None:
            late = self._callers.limits.arrival
            self._deadline = self.loop.call_later(late, self.transport.close)

    def _expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _let_go(self) -> None:
        self._expect_nothing()
        if self._counted is not None:
            self._callers.goes(self._counted)
            self._counted = None


class Outbox:
    """Collects the frames of all sockets in one turn of the event loop and sends them at its end.

    A send is a long system call. Between two tables it would evict their data from the processor's
    caches, so all sends run together."""

    def __init__(self) -> None:
        self._frames: list[tuple[Socket, bytes]] = []

    def put(self, socket: "Socket", frame: bytes) -> None:
        """Queue a frame; the batch is sent once the callbacks that are already due have run."""
        if not self._frames:
            socket.loop.call_soon(self._send)
        self._frames.append((socket, frame))

    def _send(self) -> None:
        frames, self._frames = self._frames, []
        for socket, frame in frames:
            if not (socket.close_sent or socket.transport.is_closing()):
                socket.transport.write(frame)


class Socket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, with a deadline for clients that do not read the close frame."""

    def __init__(self, limits: Limits, outbox: Outbox, **given: Any) -> None:
        super().__init__(**given)
        self._outbox = outbox
        self._pings = Bucket(limits.burst, limits.rate)
        self._late = False  # whether a heartbeat is overdue
        self._heard = 0.0  # when data last arrived
        self._hear_now: Callable[[bytes], bool] | None = None  # the application's handler
        self._full = False  # whether the client reads too slowly

    def handle_connect(self, event: Request) -> None:
        """Offer the application direct reads and writes."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][SHORT] = {"write": self.write_now, "listen": self.listen}

    def listen(self, hear_now: Callable[[bytes], bool]) -> None:
        """Pass each message to `hear_now`. If it returns False, the message is queued."""
        self._hear_now = hear_now

    def data_received(self, data: bytes) -> None:
        """Handle a short message that arrives whole without parser or queue; else feed the parser."""
        self._heard = self.loop.time()
        size = len(data) - SHORT_HEAD
        if (
            0 <= size <= SHORT_MOST
            and data[0] == TEXT
            and data[1] == MASKED | size
            and self._hear_now is not None
            and self._between_messages
            and self._hear_now(apply_mask(data[SHORT_HEAD:], data[2:SHORT_HEAD]))
        ):
            return
        super().data_received(data)

    @property
    def _between_messages(self) -> bool:
        """Return whether all earlier data has been read."""
        return (
            self.conn.state is State.OPEN
            and not (self.close_sent or self.frames or self.conn.reader.buffer)
            and self.queue.empty()
        )

    def handle_text(self, event: Frame) -> None:
        """Pass on the raw bytes: the application refuses invalid UTF-8 with a sentence."""
        self.handle_bytes(event)

    def send_receive_event_to_app(self) -> None:
        """Pass on a message. Pause reading only when a few wait: a pause costs more than they do."""
        frames, self.frames = self.frames, []
        if self.close_sent:
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": b"".join(frames)})
        if self.queue.qsize() >= FEW and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_ping(self) -> None:
        """Answer a ping, or abort on a flood of them."""
        if self._pings.take():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_pong(self, event: Frame) -> None:
        """Note the answer to a heartbeat."""
        self._late = False
        super().handle_pong(event)

    def send_keepalive_ping(self) -> None:
        """Send a heartbeat, unless data has just arrived."""
        wait = self._heard + (self.ping_interval or 0.0) - self.loop.time()
        if wait > MOMENT:
            self.ping_timer = self.loop.call_later(wait, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """Abort a connection that does not answer heartbeats, whatever is queued for it.

        Not while we have paused reading. It gets one more chance, since the answer may have arrived
        while this process was busy."""
        if self.read_paused or not self._late:
            self._late = not self.read_paused
            self.pong_timer = self.loop.call_later(MOMENT, self.keepalive_timeout)
            return
        self.transport.abort()

    def pause_writing(self) -> None:
        """Note that the client reads too slowly."""
        self._full = True
        super().pause_writing()

    def resume_writing(self) -> None:
        """Note that the client has caught up."""
        self._full = False
        super().resume_writing()

    def write_now(self, frame: bytes) -> bool:
        """Write a text frame in this turn of the loop. Return False if it has to be queued."""
        if self._full or self.close_sent or self.transport.is_closing():
            return False
        size = len(frame)
        if size <= SHORT_MOST:
            head = bytes((TEXT, size))
        elif size < 65_536:
            head = LONG_HEAD(TEXT, LONG, size)
        else:
            head = LONGEST_HEAD(TEXT, LONGEST, size)
        self._outbox.put(self, head + frame)
        return True

    async def run_asgi(self) -> None:
        """Run the application, then make sure that the connection ends."""
        await super().run_asgi()
        self._hear_now = None
        self.loop.call_later(self.close_timeout + 1, self._end)

    def _end(self) -> None:
        if not self.disconnected:
            self.transport.abort()
