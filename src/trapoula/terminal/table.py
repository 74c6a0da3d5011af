"""Games in progress at this terminal, and the records of those that were left."""

import json
import secrets
import sqlite3
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from random import SystemRandom
from time import time
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from trapoula import deals
from trapoula import record as records
from trapoula.catalogue import ids
from trapoula.errors import BadRecord, TrapoulaError
from trapoula.folders import data_folder
from trapoula.game import Choice, Seat
from trapoula.local.drawer import Change, Drawer, Memory
from trapoula.local.file import File
from trapoula.record import Record
from trapoula.session import Session
from trapoula.texts import chosen, say, title

NAME = "device.sqlite3"
OLD = "last.trapoula"  # where the one game that was left used to be kept
IMPORTED = "last.trapoula.imported"
LEFT = "left/"  # before the keys of records
MOST = 26  # games that are offered to go on with
Done = TypeVar("Done")


def at_once(work: Coroutine[Any, Any, Done]) -> Done:
    """The result of work that never waits: a file answers at once."""
    try:
        work.send(None)
    except StopIteration as end:
        result: Done = end.value
        return result
    raise RuntimeError("a file does not wait")


class Left(NamedTuple):
    """An unfinished game. Its key is that of a record, or the id of a room."""

    key: str
    game: str
    deal: int | None
    at: float  # when it was last played

    def __str__(self) -> str:
        name = title(chosen().code, self.game)
        if self.deal is not None:
            name = say("{game}, deal {deal}", game=name, deal=self.deal)
        return f"{name}, {datetime.fromtimestamp(self.at):%Y-%m-%d %H:%M}"


class Table(Protocol):
    """A game in progress at this terminal."""

    bots: str  # as they were asked for
    level: str | None

    @property
    def session(self) -> Session:
        """The game as it stands; what is done to it is done through the table."""

    def play(self, text: str, seat: Seat | None = None) -> None:
        """Do an action."""

    def undo(self) -> None:
        """Take the last action back."""

    def redo(self) -> None:
        """Do it again."""

    def restart(self) -> None:
        """Go back to the deal."""

    def finish(self) -> int:
        """Play the rest where it plays itself; how many moves that were."""

    def again(self, options: Mapping[str, Choice]) -> "Table":
        """Another deal of this game."""

    def advised(self) -> None:
        """Note that the player was given a hint."""

    def leave(self) -> bool:
        """Keep the game if it is unfinished. Return whether there was something to keep."""


class Kept:
    """What is kept on this device: games that were left, as records."""

    def __init__(self) -> None:
        folder = data_folder()
        self.fault = ""  # why nothing can be kept
        try:
            self.drawer: Drawer = File(folder / NAME)
            at_once(self.drawer.change([Change("put", "used", f"{time():.0f}")]))
        except (OSError, sqlite3.Error, TrapoulaError) as error:
            self.drawer, self.fault = Memory(), str(error)
        else:
            self._import(folder / OLD)

    def _import(self, path: Path) -> None:
        """Take over the game that an earlier version kept, once."""
        with suppress(OSError, UnicodeDecodeError, TrapoulaError):
            self.keep(records.read(path.read_text("utf-8")))
            path.rename(path.with_name(IMPORTED))

    def deal(
        self, game: str, options: Mapping[str, Choice], deal: int | None, seats: int | None
    ) -> Table:
        """A new game; without a number, any deal."""
        number = SystemRandom().randint(1, deals.LAST_MICROSOFT) if deal is None else deal
        return Loose(Session(game, options, deal=number, seats=seats), self)

    def play_on(self, record: Record, key: str = "") -> Table:
        """A recorded game, to be played on. With a key it is the one that is kept under it."""
        return Loose(Session.resume(record), self, key)

    def go_on(self, key: str = "") -> Table:
        """An unfinished game, the last one that was played unless another is named."""
        if not key:
            left = self.unfinished()
            if not left:
                raise BadRecord("No unfinished game is kept here.")
            return self.go_on(left[0].key)
        kept = self._records()[key]
        table = self.play_on(records.read(kept["record"]), key)
        table.bots, table.level = kept["bots"], kept["level"]
        return table

    def unfinished(self) -> list[Left]:
        """The games to go on with, the one that was played last first."""
        known = [one for one in self.left() if one.game in ids()]  # others may come back
        return sorted(known, key=lambda one: -one.at)[:MOST]

    def left(self) -> list[Left]:
        """Everything that was left, in any order."""
        return [
            Left(key, kept["game"], kept["deal"], kept["at"])
            for key, kept in self._records().items()
        ]

    def _records(self) -> dict[str, dict[str, Any]]:
        found = at_once(self.drawer.read(LEFT))
        return {key: json.loads(text) for key, text in found}

    def keep(self, record: Record, key: str = "", bots: str = "", level: str | None = None) -> None:
        """Keep an unfinished game as a record."""
        kept = {
            "game": record.game,
            "deal": record.deal,
            "at": time(),
            "record": records.write(record),
            "bots": bots,
            "level": level,
        }
        named = key or f"{LEFT}{secrets.token_urlsafe(9)}"
        at_once(self.drawer.change([Change("put", named, json.dumps(kept))]))

    def forget(self, key: str) -> None:
        """Keep a record no longer."""
        at_once(self.drawer.change([Change("gone", key)]))


class Loose:
    """A game that is in no room: a table for several, or one that somebody handed in."""

    def __init__(self, session: Session, kept: "Kept | None" = None, key: str = "") -> None:
        self.session = session
        self.bots, self.level = "", cast("str | None", None)
        self._kept, self._key = kept, key

    def play(self, text: str, seat: Seat | None = None) -> None:
        """Do an action."""
        self.session.play(text, seat)

    def undo(self) -> None:
        """Take the last action back."""
        self.session.undo()

    def redo(self) -> None:
        """Do it again."""
        self.session.redo()

    def restart(self) -> None:
        """Go back to the deal."""
        self.session.restart()

    def finish(self) -> int:
        """Play the rest where it plays itself; how many moves that were."""
        return self.session.finish()

    def again(self, options: Mapping[str, Choice]) -> "Table":
        """Another deal of this game."""
        number = SystemRandom().randint(1, deals.LAST_MICROSOFT)
        self.session = Session(self.session.id, options, deal=number, seats=self.session.seats)
        return self

    def advised(self) -> None:
        """Nothing: nobody counts hints here."""

    def leave(self) -> bool:
        """Keep the game if it is unfinished. Return whether there was something to keep."""
        record = self.session.record()
        if self.session.outcome is None and record.actions:
            (self._kept or Kept()).keep(record, self._key, self.bots, self.level)
            return True
        if self._key and self._kept:
            self._kept.forget(self._key)
        return False


def at(table: Session | Table) -> Table:
    """A table, also for a session that is in no room."""
    return Loose(table) if isinstance(table, Session) else table
