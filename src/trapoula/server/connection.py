"""A WebSocket connection: reads and runs commands, and writes frames from a bounded queue."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from typing import Any

from trapoula.core.errors import TrapoulaError
from trapoula.host.dispatch import Dispatch, Work
from trapoula.host.names import Person
from trapoula.host.rounds import Replayed
from trapoula.room import commands, wire
from trapoula.room.room import Room
from trapoula.room.wire import encode
from trapoula.server.errors import TooFast
from trapoula.server.guards import Guards, headers_of, set_cookie, token_of
from trapoula.server.house import House
from trapoula.server.lanes import Asker
from trapoula.server.limits import Bucket, household
from trapoula.server.open_room import OpenRoom
from trapoula.server.people import digest, new_token
from trapoula.server.protocols import SHORT
from trapoula.thinking import thoughts
from trapoula.thinking.questions import Question

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
VERSION = version("trapoula")
CLOSING = {"going-away": 1001, "too-many": 4010}  # close codes
ENTERING = 4  # messages that entering a room counts as
MOST_UNDER_WAY = 16  # commands of a connection that can be in progress at once
log = logging.getLogger("trapoula.socket")


class Socket:
    """The ASGI application behind /ws."""

    def __init__(self, house: House, guards: Guards, base: str = "") -> None:
        self._house, self._guards, self._base = house, guards, base

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Check the handshake, then serve the connection until it ends."""
        if (await receive())["type"] != "websocket.connect":
            return
        headers = headers_of(scope["headers"])
        if not (self._guards.knows_host(headers) and self._guards.trusts(headers, scope["scheme"])):
            self._house.metrics.count("refused", "origin")
            await send({"type": "websocket.close", "code": 4003})
            return
        token, cookies = token_of(headers), []
        if token is None:
            token = new_token()
            cookie = set_cookie(token, self._base, secure=scope["scheme"] == "wss")
            cookies = [(b"set-cookie", cookie.encode())]
        try:
            person = await self._house.people.of(token)
        except TrapoulaError as error:
            await send({"type": "websocket.accept", "headers": cookies})
            await turn_away(send, error.code)
            return
        address = household(scope.get("client"))
        await send({"type": "websocket.accept", "headers": cookies})
        short = (scope.get("extensions") or {}).get(SHORT)
        connection = Connection(
            self._house,
            person,
            digest(token),
            address,
            receive,
            send,
            short["write"] if short else None,
        )
        if short:
            short["listen"](connection.hear_now)
        await connection.serve()


async def turn_away(send: Send, reason: str) -> None:
    """Close a new connection with a reason."""
    bye = encode(wire.Bye(code=reason)).decode()
    with suppress(OSError, RuntimeError):  # the client may be gone
        await send({"type": "websocket.send", "text": bye})
        await send({"type": "websocket.close", "code": CLOSING.get(reason, 1013)})


class Connection:
    """The connection of a person."""

    def __init__(
        self,
        house: House,
        person: Person,
        key: str,
        address: str,
        receive: Receive,
        send: Send,
        write: Callable[[bytes], bool] | None = None,
    ) -> None:
        self._write_now = write
        self._waits = False  # whether the writer is idle
        self.person, self.key, self.address = person, key, address
        self.table: OpenRoom | None = None
        self.looks: int | None = None
        self.pace: commands.Pace = "normal"
        self._seen = True
        self.heard = house.clock()
        self._house, self._receive, self._send = house, receive, send
        self._bucket = Bucket(house.limits.burst, house.limits.rate)
        self._faults = 0
        self._queue: deque[bytes] = deque()
        self._size = 0
        self._wake = asyncio.Event()
        self._closing: int | None = None
        self._cut = False
        self._dispatch = Dispatch(self)
        self.time_limit = house.lanes.time_limit
        self.count = house.metrics.count
        self._thought: asyncio.Task[Any] | None = None
        self._entering = False
        self._doing: set[asyncio.Task[None]] = set()  # commands that run in tasks of their own
        self._under_way = 0  # commands that the table has not finished
        self._free = asyncio.Event()  # set when a command is finished
        self._listens = False  # whether the reader waits for the next message
        self._tasks: list[asyncio.Task[None]] = []

    async def serve(self) -> None:
        """Read and write until either ends."""
        reason = self._house.presence.admit(self)
        if reason is not None:
            self._house.metrics.count("refused", "sockets")
            await turn_away(self._send, reason)
            return
        self.say(wire.Welcome(name=self.person.name, version=VERSION))
        self._tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._write())]
        try:
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._house.presence.dismiss(self)
            for task in (*self._tasks, *self._doing):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def seen(self) -> bool:
        """Return whether the person has the page in view."""
        return self._seen

    @seen.setter
    def seen(self, seen: bool) -> None:
        if seen != self._seen:
            self._seen = seen
            if self.table is not None:
                self._house.presence.tell_elsewhere(self.table, ask=False)

    # --- out -------------------------------------------------------------------------------------

    def send(self, frame: bytes) -> None:
        """Queue a frame. A client that does not read is cut off."""
        if self._closing is not None:
            return
        if (
            self._waits
            and not self._queue
            and self._write_now is not None
            and self._write_now(frame)
        ):
            return
        self._size += len(frame)
        if self._size > self._house.limits.queue:
            self._house.metrics.count("refused", "slow")
            self._queue.clear()
            self._closing, self._cut = 4009, True
            for task in self._tasks:
                task.cancel()
            return
        self._queue.append(frame)
        self._wake.set()

    def say(self, message: wire.Told | wire.Answer) -> None:
        """Queue a message."""
        self.send(encode(message))

    def drop(self, code: int, reason: str) -> None:
        """Say why, and close the connection."""
        if self._closing is None:
            self.say(wire.Bye(code=reason))
            self._closing = self._closing or code
            self._wake.set()

    async def _write(self) -> None:
        queue, send, wake = self._queue, self._send, self._wake
        try:
            while True:
                while queue:
                    frame = queue.popleft()
                    self._size -= len(frame)
                    await send({"type": "websocket.send", "text": frame.decode()})
                if self._closing is not None:
                    await send({"type": "websocket.close", "code": self._closing})
                    return
                wake.clear()
                self._waits = True
                await wake.wait()
                self._waits = False
        except (OSError, RuntimeError):  # the client is gone
            return

    # --- in --------------------------------------------------------------------------------------

    async def _read(self) -> None:
        """Read messages one after the other, except those that `hear_now` took."""
        while True:
            self._listens = True
            message = await self._receive()
            self._listens = False
            if message["type"] != "websocket.receive":
                return
            while self._busy:
                self._free.clear()
                await self._free.wait()
            self._hear(message.get("text") or message.get("bytes") or b"")

    def hear_now(self, text: bytes) -> bool:
        """Handle a message at once. Return False if it has to wait for earlier ones."""
        if self._busy or not self._listens:
            return False
        self._hear(text)
        return True

    @property
    def _busy(self) -> bool:
        """Return whether the next message has to wait for an earlier command."""
        return self._entering or self._under_way >= MOST_UNDER_WAY

    def _hear(self, text: str | bytes) -> None:
        """Handle a message. Errors go to the client; the connection stays open."""
        if self._closing is not None:
            return
        self.heard = self._house.clock()
        if not (self._bucket.take() and self._house.presence.messages.take(self.address)):
            self._slow_down(text)
            return
        work = self._dispatch.hear(text)
        if work is not None:
            task = asyncio.ensure_future(work)
            self._doing.add(task)
            task.add_done_callback(self._doing.discard)

    def _slow_down(self, text: str | bytes) -> None:
        """Refuse a message over the rate limit, and close the connection after too many."""
        self._faults += 1
        self.count("refused", "rate")
        if self._faults > self._house.limits.faults:
            self.drop(4008, "rate")
        else:
            id_ = commands.id_of(text) if len(text) <= commands.LONGEST else ""
            self._dispatch.fail(TooFast("Too many messages; slow down."), id_)

    # --- commands --------------------------------------------------------------------------------

    def post(self, command: commands.Logged) -> None:
        """Hand a command to the table, which finishes it even if the connection closes."""
        table = self.table
        assert table is not None
        self._under_way += 1
        levels = thoughts.levels(table.room.made.game)
        table.do(command, self, levels, partial(self._answered, command.id))

    def _answered(self, id_: str, error: Exception | None) -> None:
        self._under_way -= 1
        self._free.set()
        if error is not None:
            self._dispatch.fail(error, id_)

    def enter(self, command: commands.Enter) -> Work:
        """Enter a room. Later messages wait until it is entered."""
        self._house.presence.messages.take(self.address, ENTERING)
        self._entering = True
        return self._come_in(command)

    async def _come_in(self, command: commands.Enter) -> None:
        try:
            await self._enter(command)
        finally:
            self._entering = False
            self._free.set()

    async def _enter(self, command: commands.Enter) -> None:
        rooms, presence = self._house.rooms, self._house.presence
        table = await rooms.find(command.room, self.address)
        if self._house.store.database.shared and (command.number or 0) > table.room.number:
            await table.catch_up()  # the client has seen newer rows at another process
            table = await rooms.find(command.room)
        if self.table is not table:
            self._dispatch.forget()
            presence.leave(self)
        self.pace = command.pace
        table.show(self, command)
        self.table = table
        presence.entered(table)
        if presence.misnamed(table, self.person):
            self._house.spawn(presence.introduce(table, self.person))
        sitting = table.room.sitting
        if any(sitting.chairs[seat].away for seat in sitting.seats_of(self.person.id)):
            self._house.spawn(presence.welcome_back(table, self.person.id))

    def look(self, command: commands.Look) -> None:
        """Show the table from another seat."""
        assert self.table is not None
        self.table.look(self, command)

    def leave(self) -> None:
        """Leave the table."""
        self._house.presence.leave(self)

    async def think(self, question: Question) -> Any:
        """Answer a question in a worker."""
        asker = Asker(self.person.id, self.address)
        self._thought = asyncio.create_task(self._house.lanes.answer(question, asker))
        return await self._thought

    def stop_thinking(self) -> None:
        """Cancel the question in progress."""
        if self._thought is not None:
            self._thought.cancel()

    async def replayed(self, room: Room, round_: int) -> Replayed:
        """Replay a round of a room; see `Rooms.replayed`."""
        return await self._house.rooms.replayed(room, round_, self.address)

    def advised(self, number: int) -> None:
        """Record that the person used a hint, even if the connection closes."""
        if self.table is not None and self.table.room.sitting.alone:
            self._house.spawn(self.table.advise(number))
