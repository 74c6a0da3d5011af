"""Where a device keeps things: texts under keys, changed all at once or not at all."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, Protocol

from trapoula.room.errors import Failed


class NotKept(Failed):
    """There is no room left, or it must not be used."""

    code, status = "not-kept", 507


class Change(NamedTuple):
    """One thing to do in a drawer, or what must be so for anything to be done."""

    what: Literal["has", "new", "put", "gone"]  # a key that must be there, or must not; and below
    key: str
    text: str = ""


class Drawer(Protocol):
    """Texts under keys, which outlive whoever put them there and may be shared with others."""

    async def read(self, prefix: str) -> Sequence[tuple[str, str]]:
        """Everything whose key begins so, in the order of the keys."""

    async def change(self, changes: Iterable[Change]) -> bool:
        """Do all of this, or nothing and answer False: a key was missing that must be there, or was there.

        `gone` takes away whatever begins with its key."""


class Memory:
    """A drawer that lasts as long as its process."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        """Everything whose key begins so, in the order of the keys."""
        return sorted((key, text) for key, text in self.texts.items() if key.startswith(prefix))

    async def change(self, changes: Iterable[Change]) -> bool:
        """Do all of this, or nothing."""
        texts = dict(self.texts)
        for change in changes:
            if change.what in ("has", "new") and (change.key in texts) != (change.what == "has"):
                return False
            if change.what == "gone":
                texts = {key: text for key, text in texts.items() if not key.startswith(change.key)}
            elif change.what != "has":
                texts[change.key] = change.text
        self.texts = texts
        return True
