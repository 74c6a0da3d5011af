"""What is spoken below the application: uvicorn's two protocols, with deadlines and a limit of callers."""

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

SHORT = "trapoula.short"  # the server's shorter ways to write and to hear, where it has them
TEXT = 0x81  # the first byte of a frame that is a whole text
MASKED = 0x80  # added to the second, the length, by a client
SHORT_HEAD, SHORT_MOST = 6, 125  # bytes before a client's short text, and of the text itself
LONG, LONGEST = 126, 127  # in place of a length that follows in two bytes, or in eight
LONG_HEAD, LONGEST_HEAD = struct.Struct(">BBH").pack, struct.Struct(">BBQ").pack
MOMENT = 0.5  # seconds
FEW = 8  # messages of a socket that may wait before it is no longer listened to


class Callers:
    """How many connections each address has that are not yet a socket."""

    def __init__(self, limits: Limits, *, proxied: bool) -> None:
        self.limits, self._proxied = limits, proxied
        self._open: Counter[str] = Counter()

    def comes(self, address: str) -> bool:
        """Whether one more from an address may come in; a proxy's address stands for everybody."""
        if not self._proxied and self._open[address] >= self.limits.connections_address:
            return False
        self._open[address] += 1
        return True

    def goes(self, address: str) -> None:
        """One of an address is gone."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class Http(H11Protocol):
    """uvicorn's HTTP, which does not wait for ever for a request, nor for its end."""

    def __init__(self, callers: Callers, **given: Any) -> None:
        super().__init__(**given)
        self._callers = callers
        self._counted: str | None = None  # under which address
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a caller in, unless too many come from the same address."""
        super().connection_made(transport)
        address = household(self.client)
        if not self._callers.comes(address):
            transport.abort()
            return
        self._counted = address
        self._expect()

    def data_received(self, data: bytes) -> None:
        """Read on; the whole of a request must come within its time."""
        super().data_received(data)
        self._expect()

    def on_response_complete(self) -> None:
        """Wait for the next request, of which the beginning may be here already."""
        super().on_response_complete()
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """The caller is gone."""
        self._let_go()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a socket, which is counted with the sockets."""
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
    """The frames of all sockets that are written in one turn of the loop, sent together at its end.

    To send is the system's work, and long: done between two tables, each time it would drive what the tables
    need out of the processor's caches, and they what it needs."""

    def __init__(self) -> None:
        self._frames: list[tuple[Socket, bytes]] = []

    def put(self, socket: "Socket", frame: bytes) -> None:
        """Send a frame before anything is done that is not yet waiting to be done."""
        if not self._frames:
            socket.loop.call_soon(self._send)
        self._frames.append((socket, frame))

    def _send(self) -> None:
        frames, self._frames = self._frames, []
        for socket, frame in frames:
            if not (socket.close_sent or socket.transport.is_closing()):
                socket.transport.write(frame)


class Socket(WebSocketsSansIOProtocol):
    """uvicorn's socket, which does not wait for ever for one who will not read the goodbye."""

    def __init__(self, limits: Limits, outbox: Outbox, **given: Any) -> None:
        super().__init__(**given)
        self._outbox = outbox
        self._pings = Bucket(limits.burst, limits.rate)
        self._late = False  # whether the answer to a heartbeat is overdue
        self._heard = 0.0  # when something last came
        self._hear_now: Callable[[bytes], bool] | None = None  # how the application does
        self._full = False  # whether more is on its way than the other side takes

    def handle_connect(self, event: Request) -> None:
        """Offer the application shorter ways out and in."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][SHORT] = {"write": self.write_now, "listen": self.listen}

    def listen(self, hear_now: Callable[[bytes], bool]) -> None:
        """Have each message heard at once, unless that is answered by False: then it waits its turn."""
        self._hear_now = hear_now

    def data_received(self, data: bytes) -> None:
        """Read on; a short message that comes whole and by itself needs neither a parser nor a queue."""
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
        """Whether nothing that came before is still unread."""
        return (
            self.conn.state is State.OPEN
            and not (self.close_sent or self.frames or self.conn.reader.buffer)
            and self.queue.empty()
        )

    def handle_text(self, event: Frame) -> None:
        """Hand the bytes on as they are: what is not UTF-8 is refused there, in a sentence."""
        self.handle_bytes(event)

    def send_receive_event_to_app(self) -> None:
        """Hand a message on, and listen on until a few wait: to stop and start is dearer than they are."""
        frames, self.frames = self.frames, []
        if self.close_sent:
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": b"".join(frames)})
        if self.queue.qsize() >= FEW and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_ping(self) -> None:
        """Answer a ping of the protocol, unless they come in floods."""
        if self._pings.take():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_pong(self, event: Frame) -> None:
        """The heart beats."""
        self._late = False
        super().handle_pong(event)

    def send_keepalive_ping(self) -> None:
        """Ask whether the line is alive, unless it has just shown that it is."""
        wait = self._heard + (self.ping_interval or 0.0) - self.loop.time()
        if wait > MOMENT:
            self.ping_timer = self.loop.call_later(wait, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """Cut a line that does not answer, however much is still to be sent to it.

        Not when it is we who do not listen; and one more turn is given, since an answer may have come
        while we were held up."""
        if self.read_paused or not self._late:
            self._late = not self.read_paused
            self.pong_timer = self.loop.call_later(MOMENT, self.keepalive_timeout)
            return
        self.transport.abort()

    def pause_writing(self) -> None:
        """The other side does not keep up."""
        self._full = True
        super().pause_writing()

    def resume_writing(self) -> None:
        """The other side has read on."""
        self._full = False
        super().resume_writing()

    def write_now(self, frame: bytes) -> bool:
        """Write a text frame in this turn; False when it would have to wait, or there is no one left."""
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
        """Run the application; then make sure that the connection ends."""
        await super().run_asgi()
        self._hear_now = None
        self.loop.call_later(self.close_timeout + 1, self._end)

    def _end(self) -> None:
        if not self.disconnected:
            self.transport.abort()
