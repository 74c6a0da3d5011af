"""Storage in a file: one SQLite table of texts under keys."""

import sqlite3
from collections.abc import Coroutine, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from trapoula.local.storage import Change, NotKept

WAIT = 10.0  # seconds to wait for another program's write
LAST = "\U0010ffff"  # sorts after every letter of a key
Done = TypeVar("Done")


def at_once(work: Coroutine[Any, Any, Done]) -> Done:
    """Return the result of a coroutine that never waits, as those of `File` do."""
    try:
        work.send(None)
    except StopIteration as end:
        result: Done = end.value
        return result
    raise RuntimeError("the coroutine waits")


class File:
    """Storage in one file, which several programs can have open."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)  # for this user only
        self._database = sqlite3.connect(path, timeout=WAIT, isolation_level=None)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.execute(
            "CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID"
        )

    async def read(self, prefix: str) -> Sequence[tuple[str, str]]:
        """Return all texts whose keys have a prefix, ordered by key."""
        try:
            return self._database.execute(
                "SELECT key, text FROM kept WHERE key >= ? AND key < ? ORDER BY key",
                (prefix, prefix + LAST),
            ).fetchall()
        except sqlite3.Error as error:
            raise NotKept(
                "What is kept on this device cannot be read: {reason}.", reason=str(error)
            ) from None

    async def change(self, changes: Iterable[Change]) -> bool:
        """Make all changes, or none if a condition fails."""
        try:
            self._database.execute("BEGIN IMMEDIATE")
            try:
                done = all(self._do(change) for change in changes)
                self._database.execute("COMMIT" if done else "ROLLBACK")
            finally:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
        except sqlite3.Error as error:
            raise NotKept(
                "It could not be kept on this device, so nothing was changed: {reason}.",
                reason=str(error),
            ) from None
        return done

    def _do(self, change: Change) -> bool:
        """Make a change. Return False if its condition fails."""
        what, key, text = change
        if what in ("has", "new"):
            row = self._database.execute("SELECT 1 FROM kept WHERE key = ?", (key,)).fetchone()
            if (row is not None) != (what == "has"):
                return False
        if what == "gone":
            self._database.execute("DELETE FROM kept WHERE key >= ? AND key < ?", (key, key + LAST))
        elif what != "has":
            self._database.execute(
                "INSERT INTO kept VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET text = excluded.text",
                (key, text),
            )
        return True
