"""The adapter between a house and a web worker's script. All values pass as texts."""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable
from typing import Any

from trapoula.local import thinker, twin
from trapoula.local.house import House
from trapoula.local.storage import Change, Memory, NotKept, Storage


class Browser:
    """Storage in the browser's database, which its script reads and changes."""

    def __init__(self, script: Any) -> None:
        self._script = script

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        """Return all texts whose keys have a prefix, ordered by key."""
        return [(key, text) for key, text in json.loads(await self._script.read(prefix))]

    async def change(self, changes: Iterable[Change]) -> bool:
        """Make all changes or none. If the browser's storage is full, none is made."""
        try:
            return bool(await self._script.change(json.dumps([*changes])))
        except Exception as error:  # whatever the error, nothing was stored
            raise NotKept(
                "This browser could not keep it, so nothing was changed: {reason}.",
                reason=str(error),
            ) from None


class Screen:
    """The page that shows the tables of a house."""

    def __init__(self, script: Any) -> None:
        self._script = script

    def say(self, frame: str) -> None:
        """Send a frame to the page."""
        self._script.say(frame)

    def spread(self, room: str) -> None:
        """Notify the browser's other pages that a room has new rows."""
        self._script.spread(room)

    async def think(self, packed: bytes, pause: float) -> bytes:
        """Answer a packed question in another worker."""
        return b64decode(await self._script.think(b64encode(packed).decode(), pause))


class Worker:
    """The interface for a worker's script."""

    def __init__(self, storage: Storage, screen: Screen, *, beside: bool) -> None:
        self._house = House(storage, screen, beside=beside)

    async def open(self) -> None:
        """Open the house."""
        await self._house.open()

    async def hear(self, text: str) -> None:
        """Handle a message of the page."""
        await self._house.hear(text)

    async def ask(self, method: str, address: str, body: str) -> str:
        """Answer an HTTP request with status, media type and body, as JSON."""
        found = await self._house.ask(method, address, body)
        return json.dumps([found.status, found.kind, found.body.decode()])

    async def news(self, room: str) -> None:
        """Handle the news that a room has new rows."""
        await self._house.news(room)

    async def join(self, log: str, refused: bool) -> int:
        """Copy a server's table to this device from its log. Return its number."""
        return await twin.join(self._house, log, refused=refused)

    def number(self) -> int:
        """Return the number of the open table, or 0 without one."""
        return self._house.table.room.number if self._house.table else 0


def worker(script: Any, storage: Any = None, *, beside: bool = False) -> Worker:
    """Return the house of a page, alone or beside a server. Without a storage nothing outlives the page."""
    kept = Memory() if storage is None else Browser(storage)
    return Worker(kept, Screen(script), beside=beside)


def answer(packed: str) -> str:
    """Answer a packed question."""
    return b64encode(thinker.answer(b64decode(packed))).decode()
