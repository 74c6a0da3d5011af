"""The local host of this device: every game of the terminal is a room of it, kept and counted."""

import json
import secrets
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from time import time
from typing import Any, NamedTuple

from msgspec.structs import replace

from trapoula.bots.coach import get_ready
from trapoula.bots.outside import SECONDS
from trapoula.catalogue.entries import find, ids
from trapoula.core.errors import BadRecord, BadSeats, TrapoulaError, UnknownGame
from trapoula.core.game import Choice, Seat
from trapoula.host.bodies import NewBot, NewRoom, NewSeat
from trapoula.host.listings import Summary, listing_of, untouched
from trapoula.host.ports import Caller
from trapoula.host.routes import Answer
from trapoula.local import thinker
from trapoula.local.file import File, at_once
from trapoula.local.house import House
from trapoula.local.storage import Change, Memory, Storage
from trapoula.machine.folders import data_folder
from trapoula.patience import Patience
from trapoula.play import record as records
from trapoula.play.record import Record
from trapoula.play.session import Session, check_seats
from trapoula.room import commands
from trapoula.room.room import Room
from trapoula.terminal.bots import Bots, named_bots, talks
from trapoula.terminal.wording import happened, seat_name
from trapoula.texts import chosen, say, tell, title

NAME = "device.sqlite3"
OLD = "last.trapoula"  # where the one game that was left used to be kept
IMPORTED = "last.trapoula.imported"
LEFT = "left/"  # before the keys of records, as which games used to be kept
MOST = 26  # games that are offered to go on with


class Left(NamedTuple):
    """An unfinished game, by the id of its room."""

    room: str
    game: str
    deal: int | None
    at: float  # when it was last played

    def __str__(self) -> str:
        name = title(chosen().code, self.game)
        if self.deal is not None:
            name = say("{game}, deal {deal}", game=name, deal=self.deal)
        return f"{name}, {datetime.fromtimestamp(self.at):%Y-%m-%d %H:%M}"


class Screen:
    """A terminal reads the room itself: it is only told that there is something new."""

    def __init__(self) -> None:
        self.changed: Callable[[], None] = lambda: None

    def say(self, frame: str) -> None:
        """Tell that something happened."""
        self.changed()

    def spread(self, room: str) -> None:
        """Others read the same file."""

    async def think(self, packed: bytes, pause: float) -> bytes:
        """Think here and now."""
        return thinker.answer(packed)


class Device:
    """The games of this device."""

    def __init__(self, seconds: float = SECONDS, storage: Storage | None = None) -> None:
        self.fault = ""  # why nothing can be kept, or what can no longer be opened
        self._storage = self._open(data_folder() / NAME) if storage is None else storage
        self.screen, self.bots = Screen(), Bots(seconds)
        self.house = House(self._storage, self.screen, players=self.bots)
        at_once(self.house.open())
        if storage is None:
            self._take_over(data_folder() / OLD)

    def _open(self, file: Path) -> Storage:
        """The storage of this device; where nothing can be kept, one that forgets everything."""
        try:
            storage = File(file)
            at_once(storage.change([Change("put", "used", f"{time():.0f}")]))
        except (OSError, sqlite3.Error, TrapoulaError) as error:
            self.fault = say("Games cannot be kept on this device: {reason}.", reason=_why(error))
            return Memory()
        return storage

    def ask(self, method: str, path: str, body: str = "") -> Answer:
        """Ask the local host what a server is asked over HTTP."""
        return at_once(self.house.ask(method, path, body))

    # --- tables ----------------------------------------------------------------------------------

    def deal(
        self,
        game: str,
        options: Mapping[str, Choice],
        deal: int | None = None,
        seats: int | None = None,
        bots: Sequence[str] = (),
    ) -> "Table":
        """A new game. Without a number it is dealt by chance, and counts in statistics."""
        count = check_seats(find(game).make(options), seats)
        wanted = NewRoom(game=game, options=dict(options), deal=deal, seats=count)
        return Table(self, self._make(wanted, game, bots))

    def play_on(self, record: Record, bots: Sequence[str] = ()) -> "Table":
        """A recorded game, to be played on."""
        return Table(self, self._play_on(record, bots))

    def _play_on(self, record: Record, bots: Sequence[str] = ()) -> str:
        return self._make(NewRoom(seats=record.seats), record.game, bots, record)

    def _make(
        self, wanted: NewRoom, game: str, bots: Sequence[str], record: Record | None = None
    ) -> str:
        """A new room, where the first seats are people's and the last ones bots'."""
        seats = wanted.seats or 1
        first = seats - len(bots)
        if bots and first < 1:
            raise BadSeats(
                "Of the seats ({seats}), at most {most} may be taken by bots, not {bots}.",
                seats=seats,
                most=seats - 1,
                bots=len(bots),
            )
        for seat, level in enumerate(bots, first):
            self.bots.sit_down(game, seat, level)
        company = replace(
            wanted,
            start=True,
            bots=[NewBot(seat=seat, level=level) for seat, level in enumerate(bots, first)],
            hold=[NewSeat(seat=seat, name=seat_name(seat)) for seat in range(1, first)],
        )
        return at_once(self.house.make_room(company, record)).id

    def go_on(self, key: str = "") -> "Table":
        """An unfinished game, the last one that was played unless another is named."""
        if not key:
            left = self.unfinished()
            if not left:
                raise BadRecord("No unfinished game is kept here.")
            key = left[0].room
        return Table(self, key)

    def unfinished(self) -> list[Left]:
        """The games to go on with, the one that was played last first."""
        known = set(ids())  # others may come back
        return [
            Left(one.room, one.game, _deal(one), one.active)
            for one in at_once(self.house.store.rooms())
            if one.game in known and not untouched(one.rows, one.summary)
        ][:MOST]

    # --- what earlier versions kept --------------------------------------------------------------

    def _take_over(self, file: Path) -> None:
        """Make rooms of the records that earlier versions kept; one that is no game stays where it is."""
        for key, text in at_once(self._storage.read(LEFT)):
            kept = json.loads(text)
            with self._telling(title(chosen().code, kept["game"])):
                bots = named_bots(kept["game"], kept["bots"], kept["level"])
                self._play_on(records.read(kept["record"]), bots)
                at_once(self._storage.change([Change("gone", key)]))
        if file.exists():
            with self._telling(file.name):
                self._play_on(records.read(file.read_text("utf-8")))
                file.rename(file.with_name(IMPORTED))

    @contextmanager
    def _telling(self, game: str) -> Iterator[None]:
        """Say what cannot be opened; a game that is not on the shelf may come back."""
        try:
            yield
        except UnknownGame:
            pass
        except (TrapoulaError, OSError, UnicodeDecodeError) as error:
            told = say(
                "{game} is kept, but cannot be opened: {reason}", game=game, reason=_why(error)
            )
            self.fault = f"{self.fault}\n{told}".lstrip()


def _why(error: Exception) -> str:
    return tell(error) if isinstance(error, TrapoulaError) else str(error)


def _deal(one: Summary) -> int | None:
    deal = one.summary.get("deal")
    return deal if isinstance(deal, int) else None


class Table:
    """A game in a room of this device."""

    def __init__(self, device: Device, room: str) -> None:
        self._device = device
        at_once(device.house.sit_down(room))
        self._told = self.session.steps  # of which somebody has been told
        if not isinstance(self.session.game, Patience):
            get_ready(self.session.id)  # somebody may ask the coach

    # --- how it stands ---------------------------------------------------------------------------

    @property
    def device(self) -> Device:
        """Where it is kept."""
        return self._device

    @property
    def room(self) -> Room:
        """The room as its log tells it."""
        table = self._device.house.table
        assert table is not None
        return table.room

    @property
    def session(self) -> Session:
        """The game as it stands; what is done to it is done through the table."""
        session = self.room.session
        assert session is not None
        return session

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of those before this screen."""
        return self.room.sitting.seats_of(self._device.house.person.id)

    @property
    def waiting(self) -> Seat | None:
        """The person who is on turn; None when a bot is, or nobody."""
        return self.room.turn if self.room.turn in self.people else None

    def speaker(self, text: str) -> Seat | None:
        """The person who may do that now: the one on turn, or one who speaks out of turn."""
        found = (seat for seat in self.people if text in self.session.legal(seat))
        return next(found, self.waiting) if talks(self.session, text) else self.waiting

    def news(self) -> list[tuple[Seat, str]]:
        """What bots did and said since this was last asked, as everybody at the table may hear it."""
        session = self.session
        first, self._told = min(self._told, session.steps), session.steps
        others = {*range(session.seats)} - {*self.people}
        return [
            (seat, happened(session.game, session.state_at(step), action))
            for step, (seat, action) in enumerate(session.actions[first:], first)
            if seat in others
        ]

    # --- what is done ----------------------------------------------------------------------------

    async def begin(self) -> None:
        """Let bots play whose turn it is."""
        await self._device.house.let_bots_play()

    async def play(self, text: str) -> None:
        """Do an action, for the person who may."""
        await self._do(commands.Act, action=text, seat=self.speaker(text))

    async def undo(self) -> None:
        """Take back the last action of a person here."""
        await self._do(commands.Undo, seat=self._own(self.session.undoer))

    async def redo(self) -> None:
        """Do it again."""
        taken = self.session.taken_back
        await self._do(commands.Redo, seat=self._own(taken[0][0] if taken else None))

    async def restart(self) -> None:
        """Go back to the deal."""
        await self._do(commands.Restart)

    async def finish(self) -> int:
        """Play the rest where it plays itself; how many moves that were."""
        before = self.session.steps
        await self._do(commands.Finish)
        return self.session.steps - before

    async def again(self, options: Mapping[str, Choice]) -> "Table":
        """Another deal for the same company: in the same room, unless it is to be played otherwise."""
        room, session = self.room, self.session
        bots = [chair.level for chair in room.sitting.chairs if chair.kind == "bot"]
        over = room.sitting.alone or room.outcome is not None
        if over and dict(options) == dict(session.options):
            self._told = 0
            await self._do(commands.Again)
            return self
        self.leave()
        return self._device.deal(session.id, options, None, session.seats, bots)

    async def advised(self) -> None:
        """Note that the player was given a hint."""
        await self._device.house.note_advice(self.room.id, self.room.number)

    def leave(self) -> bool:
        """Stop the clock. Return whether there is an unfinished game."""
        house, room = self._device.house, self.room
        if untouched(room.number, listing_of(room).told):
            house.leave()
            at_once(house.delete(room.id, Caller(house.person)))
            return False
        if room.sitting.alone and self.session.running:
            at_once(house.happen(commands.Pause(id=secrets.token_urlsafe(9))))
        return room.outcome is None

    def _own(self, seat: Seat | None) -> Seat | None:
        return seat if seat in self.people else None

    async def _do(self, kind: Callable[..., commands.Logged], **facts: Any) -> None:
        command = kind(id=secrets.token_urlsafe(9), number=self.room.number, **facts)
        await self._device.house.happen(command)
