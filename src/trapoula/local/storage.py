"""The storage of a device: texts under keys, changed in transactions."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, Protocol

from trapoula.room.errors import Failed


class NotKept(Failed):
    """Storage is full, or not available."""

    code, status = "not-kept", 507


class Change(NamedTuple):
    """A change in the storage, or a condition for the whole transaction."""

    what: Literal["has", "new", "put", "gone"]  # conditions (key exists, or not), then changes
    key: str
    text: str = ""


class Storage(Protocol):
    """Persistent storage of texts under keys. Several pages or programs can share it."""

    async def read(self, prefix: str) -> Sequence[tuple[str, str]]:
        """Return all texts whose keys have a prefix, ordered by key."""

    async def change(self, changes: Iterable[Change]) -> bool:
        """Make all changes, or none if a condition fails. Return whether they were made.

        `gone` deletes all keys with a prefix."""


class Memory:
    """Storage in memory, which ends with its process."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        """Return all texts whose keys have a prefix, ordered by key."""
        return sorted((key, text) for key, text in self.texts.items() if key.startswith(prefix))

    async def change(self, changes: Iterable[Change]) -> bool:
        """Make all changes, or none if a condition fails."""
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
