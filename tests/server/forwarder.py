"""A proxy to a database whose connections can die silently: bytes are lost in either direction."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Literal

from psycopg.conninfo import conninfo_to_dict

Direction = Literal["to", "from", "both"]


class Forwarder:
    """Passes bytes on to a database. Bytes in a dead direction are lost without an error."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ends: list[asyncio.StreamWriter] = []
        self._dead: set[asyncio.StreamReader] = set()
        self._from: list[tuple[asyncio.StreamReader, asyncio.StreamReader]] = []
        self.down = False  # whether new connections are dead too

    def swallow(self, direction: Direction) -> None:
        """Kill a direction of all present connections."""
        for near, far in self._from:
            if direction in ("to", "both"):
                self._dead.add(near)
            if direction in ("from", "both"):
                self._dead.add(far)

    async def meet(self, near: asyncio.StreamReader, answer: asyncio.StreamWriter) -> None:
        """Forward one connection."""
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
        if source not in self._dead:  # else the other side never learns that this one has closed
            sink.close()

    def close(self) -> None:
        """Close all connections."""
        for end in self._ends:
            end.close()


@asynccontextmanager
async def forwarder(address: str) -> AsyncIterator[tuple[Forwarder, str]]:
    """Yield a forwarder to a database, and the address that leads through it."""
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
