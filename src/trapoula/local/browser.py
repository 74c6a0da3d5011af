"""The house behind a page: what a worker's script is handed, and what it hands in, as plain texts."""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable
from typing import Any

from trapoula.local import thinker, twin
from trapoula.local.drawer import Change, Drawer, Memory, NotKept
from trapoula.local.house import House


class Browser:
    """A drawer that the browser keeps: its script reads and changes it."""

    def __init__(self, script: Any) -> None:
        self._script = script

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        """Everything whose key begins so, in the order of the keys."""
        return [(key, text) for key, text in json.loads(await self._script.read(prefix))]

    async def change(self, changes: Iterable[Change]) -> bool:
        """Do all of this, or nothing; a browser that has no room left does nothing."""
        try:
            return bool(await self._script.change(json.dumps([*changes])))
        except Exception as error:  # whatever the browser says, it was not kept
            raise NotKept(
                "This browser could not keep it, so nothing was changed: {reason}.",
                reason=str(error),
            ) from None


class Screen:
    """The page that shows the tables of a house."""

    def __init__(self, script: Any) -> None:
        self._script = script

    def say(self, frame: str) -> None:
        """Tell the screen."""
        self._script.say(frame)

    def spread(self, room: str) -> None:
        """Tell the other pages of this browser that a room's log has grown."""
        self._script.spread(room)

    async def think(self, packed: bytes, pause: float) -> bytes:
        """What another worker thinks of a packed question."""
        return b64decode(await self._script.think(b64encode(packed).decode(), pause))


class Worker:
    """What a worker's script calls."""

    def __init__(self, drawer: Drawer, screen: Screen, *, beside: bool) -> None:
        self._house = House(drawer, screen, beside=beside)

    async def open(self) -> None:
        """Begin."""
        await self._house.open()

    async def hear(self, text: str) -> None:
        """Do what a message of the screen says."""
        await self._house.hear(text)

    async def ask(self, method: str, address: str, body: str) -> str:
        """Answer what stands still: status, media type and body, as JSON."""
        found = await self._house.ask(method, address, body)
        return json.dumps([found.status, found.kind, found.body.decode()])

    async def news(self, room: str) -> None:
        """Hear that a room's log has grown."""
        await self._house.news(room)

    async def join(self, log: str, refused: bool) -> int:
        """Have a server's table here too, as its log tells it; its number then."""
        return await twin.join(self._house, log, refused=refused)

    def number(self) -> int:
        """The number of the table on the screen; 0 where there is none."""
        return self._house.table.room.number if self._house.table else 0


def worker(script: Any, drawer: Any = None, *, beside: bool = False) -> Worker:
    """The house of a page, alone or beside a server; without a drawer it forgets everything with the page."""
    kept = Memory() if drawer is None else Browser(drawer)
    return Worker(kept, Screen(script), beside=beside)


def answer(packed: str) -> str:
    """The thought on a packed question."""
    return b64encode(thinker.answer(b64decode(packed))).decode()
