"""PostgreSQL: several processes write. The log decides who is first; notifications wake the others."""

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any, TypeAlias

from trapoula.room.errors import Failed
from trapoula.server.errors import CannotServe
from trapoula.server.store.database import APPEND, Change, Done, Listener, Waiting, settle, unsure
from trapoula.server.store.schema import missing

try:
    import psycopg
    from psycopg import AsyncConnection
    from psycopg.conninfo import conninfo_to_dict, make_conninfo
    from psycopg.errors import DataCorrupted, ForeignKeyViolation, IndexCorrupted, QueryCanceled
except ImportError:  # the extra is not installed
    raise CannotServe(
        "PostgreSQL needs the package psycopg: pip install 'trapoula[postgres]'."
    ) from None

CHANNEL = "trapoula"
LONGEST_NEWS = 7000  # bytes in a notification
MOST_TOGETHER = 512
RETRY = 0.25  # seconds between attempts to reconnect
PATIENCE = 10.0  # seconds that a change waits for the database to come back
BRIEF = 1.0  # the same, if the database has been away for a while or the process is stopping
CONNECTING = 5  # seconds until an attempt to connect times out
LONGEST_CHANGE = 5.0  # seconds until the connection of an unanswered change is cut
GRACE = 0.5  # seconds beyond the database's own query timeout
BEAT = 3.0  # seconds between heartbeats to ourselves
DEAF = 9.0  # seconds without a notification until the listening connection is cut
HURRY = 3.0  # seconds that anything may take once the process is stopping
LINE = {  # TCP settings to detect dead connections; the address can override them
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds
    "connect_timeout": CONNECTING,
}
READERS = 4  # queries at once
LONGEST_QUESTION = 5.0  # seconds a query may take, and may wait for a free connection
LONGEST_HOLD = 10.0  # seconds until a process that hangs in a transaction loses its locks
_MIGRATING = 0x747261  # the advisory lock for migrations
_APPEND_ALL = """WITH new (room, number, at, body) AS (
    SELECT * FROM unnest(%s::text[], %s::int[], %s::float8[], %s::bytea[])), made AS (
    INSERT INTO log (room, number, at, body) SELECT * FROM new
    WHERE EXISTS (SELECT 1 FROM log WHERE log.room = new.room AND log.number = new.number - 1)
    ON CONFLICT DO NOTHING RETURNING room, number, at, body)
    SELECT room, number, pg_notify(%s, %s || room || ' ' || number
        || CASE WHEN octet_length(body) < %s THEN ' ' || at || ' ' || encode(body, 'hex') ELSE '' END)
    FROM made"""

Committer: TypeAlias = Callable[[list[Change]], Awaitable[list[bool]]]
log = logging.getLogger("trapoula.store")


class Postgres:
    """A database that any number of processes share."""

    shared = True

    def __init__(self, dsn: str) -> None:
        self._dsn = dsn
        self.unstored = 0
        self.damaged = False
        self._name = secrets.token_hex(4)  # tells our own notifications from those of others
        self._queue: asyncio.Queue[Waiting | None] = asyncio.Queue()
        self._readers: list[AsyncConnection[Any]] = []  # idle connections
        self._reading = asyncio.Semaphore(READERS)
        self._writer: AsyncConnection[Any] | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._until = 0.0  # when the changes in progress give up
        self._away = False  # whether the last attempt to connect failed
        self._stopping = False  # whether the process is stopping
        self._limits: dict[AsyncConnection[Any], asyncio.TimerHandle] = {}  # timeouts in progress
        self._asking: set[asyncio.Task[Any]] = set()
        self._listening: AsyncConnection[Any] | None = None  # the connection that listens
        self._last_notification = monotonic()  # when a notification last arrived

    async def open(self, listener: Listener) -> None:
        """Connect, migrate the schema, and listen."""
        try:
            self._writer = await self._connect_writer()
            self._readers = [await self._connect_reader()]
            await self._migrate(self._writer)
        except psycopg.Error as error:
            reason = str(error).partition("\n")[0]
            raise CannotServe("The database cannot be reached: {reason}", reason=reason) from None
        ready = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._write()),
            asyncio.create_task(self._listen(listener, ready)),
            asyncio.create_task(self._watch()),
        ]
        await ready.wait()

    @property
    def deaf(self) -> bool:
        """Return whether notifications no longer arrive."""
        return monotonic() - self._last_notification > DEAF + BEAT

    def hurry(self) -> None:
        """Shorten all timeouts: the process is stopping."""
        self._stopping, loop = True, asyncio.get_running_loop()
        self._until = min(self._until, loop.time() + HURRY)
        for connection, limit in [*self._limits.items()]:
            limit.cancel()
            self._limits[connection] = loop.call_later(HURRY, _cut, connection)

    async def close(self) -> None:
        """Write what is queued, and disconnect."""
        if self._tasks:
            self.hurry()
            self._queue.put_nowait(None)
            writing, *others = self._tasks
            await asyncio.wait({writing}, timeout=2 * HURRY)
            for connection in (self._listening, *self._limits):
                if connection is not None:
                    _cut(connection)
            for task in (writing, *others):
                task.cancel()
            await asyncio.gather(*self._tasks, *self._asking, return_exceptions=True)
            self._tasks = []
        for connection in (*self._readers, self._writer):
            if connection is not None:
                await connection.close()
        self._readers.clear()

    async def commit(self, change: Change) -> bool:
        """Commit a change together with others that are queued."""
        if change.steps and _has_nul(change.steps[0][1]):
            return False
        done: Done = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((change, done))
        return await done

    async def query(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        if _has_nul(values):
            return []
        try:
            async with asyncio.timeout(LONGEST_QUESTION):
                await self._reading.acquire()
        except TimeoutError:
            raise Failed("The database does not answer.") from None
        # a cancelled caller does not cancel the query: to cancel needs another connection,
        # and the database may be away
        asking = asyncio.create_task(self._ask(_native(statement), values))
        self._asking.add(asking)
        asking.add_done_callback(self._asked)
        return await asyncio.shield(asking)

    async def tell(self, news: str) -> None:
        """Send a notification to the other processes."""
        await self.commit(Change([], news))

    # --- internals -------------------------------------------------------------------------------

    def _asked(self, asking: asyncio.Task[Any]) -> None:
        self._asking.discard(asking)
        self._reading.release()
        if not asking.cancelled():
            asking.exception()  # mark it as seen; the caller gets it

    @contextmanager
    def _limited(self, connection: AsyncConnection[Any], seconds: float) -> Iterator[None]:
        """Cut a connection after `seconds`: one that has died silently never answers."""
        late = min(seconds, HURRY) if self._stopping else seconds
        self._limits[connection] = asyncio.get_running_loop().call_later(late, _cut, connection)
        try:
            yield
        finally:
            self._limits.pop(connection).cancel()

    async def _ask(self, statement: bytes, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Run a query on an idle connection. Retry once if the connection turns out to be dead."""
        for attempt in (1, 2):
            reader: AsyncConnection[Any] | None = None
            try:
                reader = self._readers.pop() if self._readers else await self._connect_reader()
                begun = monotonic()
                with self._limited(reader, LONGEST_QUESTION + GRACE):
                    cursor = await reader.execute(statement, values)
                    rows = await cursor.fetchall()
            except QueryCanceled as error:
                raise Failed("The database does not answer.") from error
            except psycopg.OperationalError as error:
                if reader is not None and monotonic() - begun > LONGEST_QUESTION:
                    await self._close_idle_readers()
                    raise Failed("The database does not answer.") from error
                if attempt == 2:
                    raise Failed("The database does not answer.") from error
            except psycopg.Error as error:
                self.damaged |= isinstance(error, (DataCorrupted, IndexCorrupted))
                raise Failed("The database could not answer.") from error
            else:
                self._readers.append(reader)
                reader = None
                return rows
            finally:
                if reader is not None:  # after an error it is not used again
                    await reader.close()
        raise AssertionError("unreachable")

    async def _close_idle_readers(self) -> None:
        """Close the idle connections: what killed one may have killed the others."""
        idle, self._readers = self._readers, []
        for reader in idle:
            await reader.close()

    async def _connect(self) -> AsyncConnection[Any]:
        how: dict[str, Any] = {**LINE, **conninfo_to_dict(self._dsn)}
        if self._stopping:
            how["connect_timeout"] = round(BRIEF)
        return await AsyncConnection.connect(make_conninfo(**how), autocommit=True)

    async def _connect_reader(self) -> AsyncConnection[Any]:
        """Connect for queries. The database itself cancels those that take too long."""
        return await self._bounded("statement_timeout", LONGEST_QUESTION)

    async def _connect_writer(self) -> AsyncConnection[Any]:
        """Connect for changes. The database rolls back if this process hangs in a transaction."""
        return await self._bounded("idle_in_transaction_session_timeout", LONGEST_HOLD)

    async def _bounded(self, what: str, seconds: float) -> AsyncConnection[Any]:
        connection = await self._connect()
        try:
            with self._limited(connection, CONNECTING):
                await connection.execute(f"SET {what} = {round(1000 * seconds)}".encode())
        except BaseException:
            await connection.close()
            raise
        return connection

    async def _migrate(self, connection: AsyncConnection[Any]) -> None:
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATING,))
            await connection.execute(
                "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)"
            )
            row = await (
                await connection.execute("SELECT max(version) FROM schema_version")
            ).fetchone()
            version = row[0] if row and row[0] is not None else 0
            for number, statements in missing(version):
                for statement in statements:
                    await connection.execute(statement.encode())
                await connection.execute("INSERT INTO schema_version VALUES (%s)", (number,))

    async def _write(self) -> None:
        while (first := await self._queue.get()) is not None:
            batch, last = [first], False
            while not self._queue.empty() and len(batch) < MOST_TOGETHER and not last:
                another = self._queue.get_nowait()
                last = another is None
                if another is not None:
                    batch.append(another)
            batch.sort(key=lambda waiting: _place(waiting[0]))  # one order: no deadlock
            await self._commit_all(batch)
            if last:
                return

    async def _commit_all(self, batch: list[Waiting]) -> None:
        """Commit rows in one statement and the rest in one transaction; after an error, each change alone."""
        rows: dict[tuple[Any, ...], Waiting] = {}
        rest: list[Waiting] = []
        for waiting in batch:
            row = waiting[0].row
            if row is None or row[:2] in rows:
                rest.append(waiting)
            else:
                rows[row[:2]] = waiting
        patience = BRIEF if self._away or self._stopping else PATIENCE
        self._until = asyncio.get_running_loop().time() + patience
        if rows:
            await self._settle([*rows.values()], self._append)
        if rest:
            await self._settle(rest, self._commit)

    async def _settle(self, batch: list[Waiting], commit: Committer, *, lost: bool = False) -> None:
        """Commit a batch and resolve its futures. Errors never stop the writer.

        A change with an unknown outcome is made again. If it had been committed, the second attempt
        finds its number taken, and the caller finds its own row in the log."""
        try:
            results: list[bool] = await commit([change for change, _ in batch])
        except Exception as error:
            gone = isinstance(error, ForeignKeyViolation)  # the room was deleted meanwhile
            hung_up = isinstance(error, psycopg.OperationalError)
            if not gone and self._writer is not None:
                await self._writer.close()
            if len(batch) > 1 or (hung_up and not lost):
                for waiting in batch:
                    await self._settle([waiting], commit, lost=lost or hung_up)
                return
            ((change, done),) = batch
            if gone and change.steps[0][0] is APPEND:
                settle(done, False)
                return
            if change.steps:
                self.unstored += 1
                log.error("could not store a change: %s", type(error).__name__)
            settle(done, unsure() if lost else error)
            return
        for (_, done), result in zip(batch, results, strict=True):
            settle(done, result)

    async def _append(self, changes: list[Change]) -> list[bool]:
        """Append rows and notify other processes of those that were appended, in one round trip."""
        rows = [change.row for change in changes if change.row is not None]
        columns = [list(column) for column in zip(*rows, strict=True)]
        writer = await self._writing()
        with self._limited(writer, LONGEST_CHANGE):
            cursor = await writer.execute(
                _APPEND_ALL, (*columns, CHANNEL, f"{self._name} e ", LONGEST_NEWS // 3)
            )
        made = {(room, number) for room, number, _ in await cursor.fetchall()}
        return [row[:2] in made for row in rows]

    async def _commit(self, changes: list[Change]) -> list[bool]:
        writer = await self._writing()
        with self._limited(writer, LONGEST_CHANGE):
            return await self._change(writer, changes)

    async def _change(self, writer: AsyncConnection[Any], changes: list[Change]) -> list[bool]:
        async with writer.pipeline() as pipeline, writer.transaction():
            cursors = [
                await writer.execute(_native(statement), values)
                for change in changes
                for statement, values in change.steps[:1]
            ]
            await pipeline.sync()
            counts = iter([cursor.rowcount for cursor in cursors])
            made = [not change.steps or next(counts) != 0 for change in changes]
            for change, was_made in zip(changes, made, strict=True):
                for statement, values in change.steps[1:] if was_made else ():
                    await writer.execute(_native(statement), values)
            news = [change.news for change, so in zip(changes, made, strict=True) if so]
            for page in _pages([one for one in news if one]):
                payload = f"{self._name} {page}"
                await writer.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
        return made

    async def _writing(self) -> AsyncConnection[Any]:
        """Return the writing connection. Reconnects until the batch times out."""
        loop = asyncio.get_running_loop()
        while self._writer is None or self._writer.closed:
            if loop.time() > self._until:
                self._away = True
                raise Failed("The database does not answer.")
            try:
                self._writer = await self._connect_writer()
            except psycopg.OperationalError:
                await asyncio.sleep(RETRY)
        self._away = False
        return self._writer

    async def _watch(self) -> None:
        """Send heartbeats to ourselves, and cut the listening connection if none arrives."""
        telling: asyncio.Task[None] | None = None
        while True:
            await asyncio.sleep(BEAT)
            silent = monotonic() - self._last_notification
            if silent > DEAF and self._listening is not None:
                _cut(self._listening)
            if silent > BEAT / 2 and (telling is None or telling.done()):
                telling = asyncio.create_task(self._send_heartbeat())

    async def _send_heartbeat(self) -> None:
        with suppress(Failed):
            await self.tell("h")

    async def _listen(self, listener: Listener, ready: asyncio.Event) -> None:
        """Pass on notifications. After a reconnect, report that everything may have changed."""
        while True:
            try:
                async with await self._connect() as connection:
                    self._listening = connection
                    with self._limited(connection, CONNECTING):
                        await connection.execute(f"LISTEN {CHANNEL}")
                    self._last_notification = monotonic()
                    if ready.is_set():
                        await listener("*")
                    ready.set()
                    async for notice in connection.notifies():
                        self._last_notification = monotonic()
                        sender, _, news = notice.payload.partition(" ")
                        if sender != self._name:
                            for one in news.split("\n"):
                                if one != "h":
                                    await listener(one)
            except psycopg.Error:
                log.warning("lost the connection to the database")
            finally:
                self._listening = None
            await asyncio.sleep(RETRY)


def _cut(connection: AsyncConnection[Any]) -> None:
    """Shut a connection down at once, so that all who use it get an error."""
    with (
        suppress(OSError, psycopg.Error),
        socket.socket(fileno=os.dup(connection.pgconn.socket)) as line,
    ):
        line.shutdown(socket.SHUT_RDWR)


def _has_nul(values: Sequence[Any]) -> bool:
    """Return whether a text contains a NUL, which PostgreSQL can neither store nor look up."""
    return any("\0" in value for value in values if isinstance(value, str))


def _pages(news: list[str]) -> list[str]:
    """Join news into as few notifications as possible."""
    pages: list[str] = []
    for one in news:
        if pages and len(pages[-1]) + len(one) < LONGEST_NEWS:
            pages[-1] += "\n" + one
        else:
            pages.append(one)
    return pages


def _place(change: Change) -> str:
    return str(change.steps[0][1][:1]) if change.steps else ""


def _native(statement: str) -> bytes:
    return statement.replace("?", "%s").encode()
