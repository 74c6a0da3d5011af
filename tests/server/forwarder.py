"""A line to the database that can die without a word: it swallows what passes, in either direction."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Literal

from psycopg.conninfo import conninfo_to_dict

Direction = Literal["to", "from", "both"]


class Forwarder:
    """Passes bytes on to a database. What goes into a dead direction is lost, and nobody is told."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ends: list[asyncio.StreamWriter] = []
        self._dead: set[asyncio.StreamReader] = set()
        self._from: list[tuple[asyncio.StreamReader, asyncio.StreamReader]] = []
        self.down = False  # whether new lines die at once, too

    def swallow(self, direction: Direction) -> None:
        """Let every line that stands now die."""
        for near, far in self._from:
            if direction in ("to", "both"):
                self._dead.add(near)
            if direction in ("from", "both"):
                self._dead.add(far)

    async def meet(self, near: asyncio.StreamReader, answer: asyncio.StreamWriter) -> None:
        """Carry one line."""
        far, onward = await asyncio.open_connection("127.0.0.1", self._port)
        self._ends += [answer, onward]
        self._from.append((near, far))
        if self.down:
            self._dead |= {near, far}
        await asyncio.gather(self._carry(near, onward), self._carry(far, answer))

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while some := await source.read(65_536):
                if source not in self._dead:
                    sink.write(some)
                    await sink.drain()
        if source not in self._dead:  # else the other side never hears that this one is gone
            sink.close()

    def close(self) -> None:
        """End all lines."""
        for end in self._ends:
            end.close()


@asynccontextmanager
async def forwarder(address: str) -> AsyncIterator[tuple[Forwarder, str]]:
    """A forwarder to the database of an address, and the address that leads through it."""
    where = conninfo_to_dict(address)
    one = Forwarder(int(str(where["port"])))
    server = await asyncio.start_server(one.meet, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    name = address.rpartition("/")[2]
    try:
        yield one, f"postgresql://trapoula@127.0.0.1:{port}/{name}"
    finally:
        one.close()
        server.close()
