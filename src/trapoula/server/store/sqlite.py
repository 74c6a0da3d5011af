"""SQLite in WAL mode: one thread writes, and commits all queued changes together."""

import asyncio
import logging
import os
import sqlite3
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, TypeAlias

from trapoula.room.errors import Failed
from trapoula.server.errors import CannotServe
from trapoula.server.store.database import (
    APPEND,
    BESIDE,
    LIST,
    Change,
    Done,
    Listener,
    Waiting,
    settle,
    unsure,
)
from trapoula.server.store.schema import VERSION, missing

log = logging.getLogger("trapoula.store")
MOST_TOGETHER = 1024  # changes in one transaction
ROWS = 250  # rows in one statement
READERS = 3  # queries at once
LONGEST_QUESTION = 5.0  # seconds a query may take, and may wait for a free connection
STEPS = 50_000  # SQLite's virtual machine steps between two checks of the time
Place: TypeAlias = tuple[int, int]


class Sqlite:
    """A database file that one process uses at a time."""

    shared = False
    deaf = False  # there are no other processes to hear from

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self._gathered: list[Waiting] = []  # changes of this turn of the loop
        self._waiting: SimpleQueue[list[Waiting] | None] = SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, "trapoula-read")
        self._reading = asyncio.Semaphore(READERS)
        self._free: SimpleQueue[sqlite3.Connection] = SimpleQueue()  # idle connections
        self._thread: threading.Thread | None = None
        self._lock: int | None = None  # on the file itself: a lock file could be deleted
        self._wal: Place | None = None  # the -wal file: committed, but not yet in the database file
        self._doubtful = False  # whether a failed commit might come back at a restart
        self.unstored = 0
        self.damaged = False

    async def open(self, listener: Listener) -> None:
        """Lock the file, migrate its schema and start the writer."""
        self._loop = asyncio.get_running_loop()
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._take_file()
            self._writer = self._connect()
            self._check()
            self._migrate()
            self._connect_readers()
        except (OSError, sqlite3.Error) as error:
            await self.close()
            reason = getattr(error, "strerror", None) or str(error)
            raise CannotServe(
                "{path} cannot be used: {reason}.", path=str(self._path), reason=reason
            ) from None
        self._thread = threading.Thread(target=self._write, name="trapoula-write", daemon=True)
        self._thread.start()

    def hurry(self) -> None:
        """Do nothing: no operation here takes long."""

    async def close(self) -> None:
        """Write what is queued, and unlock the file."""
        if self._thread is not None:
            self._hand_over()
            self._waiting.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None
            self._readers.shutdown()
            self._close_readers()
            self._writer.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def commit(self, change: Change) -> Done:
        """Commit a change together with others that are queued."""
        done: Done = self._loop.create_future()
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append((change, done))
        return done

    def _hand_over(self) -> None:
        """Wake the writer once for all changes of this turn of the loop."""
        if self._gathered:
            self._waiting.put(self._gathered)
            self._gathered = []

    async def query(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query. Fails while the outcome of a commit is unknown."""
        if self._doubtful:
            self._waiting.put([])  # makes the writer try to settle it
            raise Failed("The database could not answer.")

        try:
            async with asyncio.timeout(LONGEST_QUESTION):
                await self._reading.acquire()
        except TimeoutError:
            raise Failed("The database does not answer.") from None
        asking = self._loop.run_in_executor(self._readers, self._ask, statement, values)
        asking.add_done_callback(lambda _: self._reading.release())
        return await asking

    async def tell(self, news: str) -> None:
        """Do nothing: no other process uses the file."""

    # --- internals -------------------------------------------------------------------------------

    def _take_file(self) -> None:
        """Create the file, readable to its owner only since it holds every secret deck, and lock it."""
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            hold(file, self._path)
        except CannotServe:
            os.close(file)
            raise
        self._lock = file
        with suppress(OSError):  # some file systems have no permissions
            os.chmod(self._path, 0o600)

    def _check(self) -> None:
        """Refuse a file with damaged pages."""
        (found,) = self._writer.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(str(found).rpartition("\n")[2])

    def _taken_away(self) -> bool:
        """Return whether the file was moved or deleted: what is written now would be lost."""
        if self._lock is None or sys.platform == "win32":
            return False
        own = os.fstat(self._lock)
        return _place(str(self._path)) != (own.st_dev, own.st_ino)

    def _follow(self) -> None:
        """Make sure that the -wal file is still in place.

        A deleted -wal file lives on while it is open. Reopening the database copies it into the
        database file."""
        found = None if sys.platform == "win32" else _place(f"{self._path}-wal")
        if self._wal not in (None, found):
            log.warning("%s-wal was deleted; reopening the database", self._path.name)
            self._begin_anew()
            found = None
        self._wal = found

    def _begin_anew(self) -> None:
        """Close the database, which merges the -wal file into it, and open it again."""
        self._close_readers()
        self._writer.close()
        self._writer = self._connect()
        self._connect_readers()

    def _ask(self, statement: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """Run a query, with a timeout."""
        reader, late = self._free.get(), monotonic() + LONGEST_QUESTION
        try:
            reader.set_progress_handler(lambda: monotonic() > late, STEPS)
            return reader.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            self.damaged |= getattr(error, "sqlite_errorname", "").startswith("SQLITE_CORRUPT")
            raise Failed("The database could not answer.") from error
        finally:
            self._free.put(reader)

    def _connect_readers(self) -> None:
        for _ in range(READERS):
            self._free.put(self._connect())

    def _close_readers(self) -> None:
        """Close every reader, each once it is idle."""
        for _ in range(READERS):
            self._free.get().close()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA wal_autocheckpoint = 4000")
        connection.execute("PRAGMA temp_store = MEMORY")
        return connection

    def _migrate(self) -> None:
        (version,) = self._writer.execute("PRAGMA user_version").fetchone()
        for number, statements in missing(version):
            self._writer.execute("BEGIN IMMEDIATE")
            for statement in statements:
                self._writer.execute(statement)
            self._writer.execute(f"PRAGMA user_version = {number:d}")
            self._writer.execute("COMMIT")

    def _write(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch = first
            last = False
            with suppress(Empty):
                while len(batch) < MOST_TOGETHER:
                    more = self._waiting.get_nowait()
                    if more is None:
                        last = True
                        break
                    batch += more
            self._commit(batch)
            if last:
                return

    def _commit(self, batch: list[Waiting]) -> None:
        results: list[bool | Exception] = []
        committing = False
        try:
            if self._taken_away():
                raise sqlite3.OperationalError("the file is gone")
            self._follow()
            self._writer.execute("BEGIN IMMEDIATE")
            plain = [change.plain for change, _ in batch]
            rows = [change for (change, _), alike in zip(batch, plain, strict=True) if alike]
            together = self._append(rows)
            results = [
                True if together and alike else self._make(change)
                for (change, _), alike in zip(batch, plain, strict=True)
            ]
            if self._doubtful:  # any commit overwrites the one in doubt
                self._writer.execute(f"PRAGMA user_version = {VERSION:d}")
            committing = True
            self._writer.execute("COMMIT")
            self._doubtful = False
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._writer.execute("ROLLBACK")
            # a full disk has no room for the commit record; after any other failure it may have been written
            code = getattr(error, "sqlite_errorcode", None)
            certain = not committing or code == sqlite3.SQLITE_FULL
            self._doubtful |= not certain
            results = [error if certain else unsure()] * len(batch)
            self.unstored += len(batch)
            log.error("could not store %d changes: %s", len(batch), error)
        with suppress(RuntimeError):  # the event loop is closed
            self._loop.call_soon_threadsafe(_resolve, batch, results)

    def _append(self, changes: list[Change]) -> bool:
        """Insert rows and what goes with them with a few long statements. Return False if one conflicts."""
        alike: dict[str, list[tuple[Any, ...]]] = {one: [] for one in (APPEND, *BESIDE)}
        for change in changes:
            for statement, given in change.steps:
                alike[statement].append(given)
        for statement, rows in alike.items():
            for first in range(0, len(rows), ROWS):
                some = rows[first : first + ROWS]
                row = f"({', '.join('?' * len(some[0]))})"
                wide = statement.replace(row, ", ".join([row] * len(some)))
                flat = [value for given in some for value in given]
                done = self._writer.execute(wide, flat).rowcount
                if done != len(some) and statement in (APPEND, LIST):
                    self._writer.execute("ROLLBACK")  # find the conflict by making them one by one
                    self._writer.execute("BEGIN IMMEDIATE")
                    return False
        return True

    def _make(self, change: Change) -> bool | Exception:
        (first, values), *rest = change.steps
        writer = self._writer
        if not rest:
            try:
                return writer.execute(first, values).rowcount != 0
            except sqlite3.IntegrityError as error:
                return error
        writer.execute("SAVEPOINT one")
        try:
            made = writer.execute(first, values).rowcount != 0
            if made:
                for statement, given in rest:
                    writer.execute(statement, given)
        except sqlite3.Error as error:
            writer.execute("ROLLBACK TO one")
            writer.execute("RELEASE one")
            return error
        writer.execute("RELEASE one")
        return made


def _place(path: str) -> Place | None:
    """Return the device and inode of a file, or None if it is gone."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def hold(lock: int, path: Path) -> None:
    """Lock the file against other processes until it is closed."""
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CannotServe(
                "Another server is using {path}; give this one its own --data folder.",
                path=str(path),
            ) from None


def _resolve(batch: list[Waiting], results: list[bool | Exception]) -> None:
    for (_, done), result in zip(batch, results, strict=True):
        settle(done, result)
