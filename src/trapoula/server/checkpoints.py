"""Load rooms from their last checkpoint and the rows after it, or from the whole log.

A checkpoint is valid only for the rules that made it. The log decides: every checkpoint can be
deleted at any time, and is made again when the room is next loaded."""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from trapoula.catalogue.entries import find
from trapoula.core.errors import TrapoulaError
from trapoula.room import checkpoint, events
from trapoula.room.errors import NoRoom
from trapoula.room.events import Row
from trapoula.room.room import Room
from trapoula.server.store import Store
from trapoula.server.store.store import Kept
from trapoula.study.digest import ROOT, file_of

EVERY = 100  # rows between two checkpoints of a room
LONG = 5000  # bytes above which a thread rebuilds the room: 50 moves, or 500 of a record


@cache
def table_digest(game: str) -> str:
    """Return a digest of all code that a game's replay depends on: our source and the game's file."""
    own = file_of(find(game).where)
    return _ours() if own.is_relative_to(ROOT) else _digest([own], _ours())


@cache
def _ours() -> str:
    return _digest(sorted(ROOT.rglob("*.py")))


def _digest(files: Iterable[Path], more: str = "") -> str:
    digest = sha256(more.encode())
    for file in files:
        digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


class LoadedRoom(NamedTuple):
    """A room loaded from its log."""

    room: Room
    work: int  # rows and actions replayed
    kept: int = 0  # the row of its checkpoint

    @property
    def long(self) -> bool:
        """Return whether the room needs a newer checkpoint."""
        rows = self.room.number - self.kept
        return (rows if self.kept else self.work) >= EVERY


async def load(store: Store, id_: str) -> LoadedRoom:
    """Load a room from its checkpoint or its log, without blocking the loop."""
    kept = await store.checkpoint(id_)
    if kept is not None:
        first = await store.rows(id_, 0, 1)
        later = await store.rows(id_, max(1, kept.number - checkpoint.WINDOW))
        with suppress(Exception):  # whatever is wrong with a checkpoint, the log decides
            return await rebuild(id_, [*first, *later], kept)
        with suppress(TrapoulaError):
            await store.drop_checkpoint(id_)
    rows = await store.rows(id_)
    if not rows:
        raise NoRoom("There is no such room, or it is not for you.")
    return await rebuild(id_, rows)


async def rebuild(id_: str, rows: Sequence[Row], kept: Kept | None = None) -> LoadedRoom:
    """Rebuild a room from rows, in a thread if there are many."""
    size = sum(len(row.body) for row in rows) + (0 if kept is None else len(kept.body))
    if size > LONG:
        return await asyncio.to_thread(_rebuilt, id_, rows, kept)
    return _rebuilt(id_, rows, kept)


def _rebuilt(id_: str, rows: Sequence[Row], kept: Kept | None) -> LoadedRoom:
    if kept is None:
        room = Room.rebuild(id_, rows)
        return LoadedRoom(room, len(rows) + len(room.made.actions))
    create = events.read(rows[0].body)
    if not isinstance(create, events.Create) or kept.rules != table_digest(create.game):
        raise ValueError("the checkpoint was made by other rules")
    room = checkpoint.read(id_, kept.number, kept.body, rows)
    steps = 0 if room.session is None else room.session.steps
    return LoadedRoom(room, room.number - kept.number + steps, kept.number)


async def keep(store: Store, room: Room) -> None:
    """Store a checkpoint of a room. Errors are ignored: the room then loads from an older row."""
    with suppress(TrapoulaError):
        rules = await asyncio.to_thread(table_digest, room.made.game)
        await store.keep_checkpoint(room.id, Kept(room.number, rules, checkpoint.write(room)))
