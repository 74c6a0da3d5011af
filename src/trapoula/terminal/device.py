"""The local host of this device: every game of the terminal is a room, saved and counted."""

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
OLD = "last.trapoula"  # the file of the single saved game in earlier versions
IMPORTED = "last.trapoula.imported"
LEFT = "left/"  # the key prefix of saved games in earlier versions
MOST = 26  # unfinished games in the list


class Unfinished(NamedTuple):
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
    """The host's client: it reads the room itself, and only needs a signal that something changed."""

    def __init__(self) -> None:
        self.changed: Callable[[], None] = lambda: None

    def say(self, frame: str) -> None:
        """Signal a change."""
        self.changed()

    def spread(self, room: str) -> None:
        """Do nothing: other processes read the same file."""

    async def think(self, packed: bytes, pause: float) -> bytes:
        """Think synchronously."""
        return thinker.answer(packed)


class Device:
    """The games of this device."""

    def __init__(self, seconds: float = SECONDS, storage: Storage | None = None) -> None:
        self.fault = ""  # why games cannot be saved, or which saved game cannot be opened
        self._storage = self._open(data_folder() / NAME) if storage is None else storage
        self.screen, self.bots = Screen(), Bots(seconds)
        self.house = House(self._storage, self.screen, players=self.bots)
        at_once(self.house.open())
        if storage is None:
            self._take_over(data_folder() / OLD)

    def _open(self, file: Path) -> Storage:
        """Open this device's storage; if that fails, keep games in memory."""
        try:
            storage = File(file)
            at_once(storage.change([Change("put", "used", f"{time():.0f}")]))
        except (OSError, sqlite3.Error, TrapoulaError) as error:
            self.fault = say("Games cannot be kept on this device: {reason}.", reason=_why(error))
            return Memory()
        return storage

    def ask(self, method: str, path: str, body: str = "") -> Answer:
        """Send the local host a request as a server gets it over HTTP."""
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
        """Start a game. Without a number, the deal is random and counts in the statistics."""
        count = check_seats(find(game).make(options), seats)
        wanted = NewRoom(game=game, options=dict(options), deal=deal, seats=count)
        return Table(self, self._make(wanted, game, bots))

    def play_on(self, record: Record, bots: Sequence[str] = ()) -> "Table":
        """Continue a recorded game."""
        return Table(self, self._play_on(record, bots))

    def _play_on(self, record: Record, bots: Sequence[str] = ()) -> str:
        return self._make(NewRoom(seats=record.seats), record.game, bots, record)

    def _make(
        self, wanted: NewRoom, game: str, bots: Sequence[str], record: Record | None = None
    ) -> str:
        """Make a room: people take the first seats, bots the last."""
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
        """Continue an unfinished game, by default the one played last."""
        if not key:
            left = self.unfinished()
            if not left:
                raise BadRecord("No unfinished game is kept here.")
            key = left[0].room
        return Table(self, key)

    def unfinished(self) -> list[Unfinished]:
        """Return the unfinished games, the one played last first."""
        known = set(ids())  # others may be installed again later
        return [
            Unfinished(one.room, one.game, _deal(one), one.active)
            for one in at_once(self.house.store.rooms())
            if one.game in known and not untouched(one.rows, one.summary)
        ][:MOST]

    # --- migration -------------------------------------------------------------------------------

    def _take_over(self, file: Path) -> None:
        """Import the records of earlier versions; a file that is not a valid record stays where it is."""
        for key, text in at_once(self._storage.read(LEFT)):
            kept = json.loads(text)
            with self._recording_faults(title(chosen().code, kept["game"])):
                bots = named_bots(kept["game"], kept["bots"], kept["level"])
                self._play_on(records.read(kept["record"]), bots)
                at_once(self._storage.change([Change("gone", key)]))
        if file.exists():
            with self._recording_faults(file.name):
                self._play_on(records.read(file.read_text("utf-8")))
                file.rename(file.with_name(IMPORTED))

    @contextmanager
    def _recording_faults(self, game: str) -> Iterator[None]:
        """Record which game cannot be opened. A game that is not installed may return, so skip it."""
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
        self._told = self.session.steps  # how many steps the players were told about
        if not isinstance(self.session.game, Patience):
            get_ready(self.session.id)  # a player may ask the coach

    # --- state -----------------------------------------------------------------------------------

    @property
    def device(self) -> Device:
        """The device that keeps it."""
        return self._device

    @property
    def room(self) -> Room:
        """The room."""
        table = self._device.house.table
        assert table is not None
        return table.room

    @property
    def session(self) -> Session:
        """The current game; change it only through this table."""
        session = self.room.session
        assert session is not None
        return session

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of the people at this terminal."""
        return self.room.sitting.seats_of(self._device.house.person.id)

    @property
    def waiting(self) -> Seat | None:
        """The seat of the person on turn; None if a bot is, or the game is over."""
        return self.room.turn if self.room.turn in self.people else None

    def speaker(self, text: str) -> Seat | None:
        """Return the person who can do this now: the one on turn, or one who may say it out of turn."""
        found = (seat for seat in self.people if text in self.session.legal(seat))
        return next(found, self.waiting) if talks(self.session, text) else self.waiting

    def news(self) -> list[tuple[Seat, str]]:
        """Return what bots did and said since the last call, without secrets."""
        session = self.session
        first, self._told = min(self._told, session.steps), session.steps
        others = {*range(session.seats)} - {*self.people}
        return [
            (seat, happened(session.game, session.state_at(step), action))
            for step, (seat, action) in enumerate(session.actions[first:], first)
            if seat in others
        ]

    # --- actions ---------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Let bots play if they are on turn."""
        await self._device.house.let_bots_play()

    async def play(self, text: str) -> None:
        """Play an action for the person who may."""
        await self._do(commands.Act, action=text, seat=self.speaker(text))

    async def undo(self) -> None:
        """Undo the last action of a person at this terminal."""
        await self._do(commands.Undo, seat=self._own(self.session.undoer))

    async def redo(self) -> None:
        """Redo what was undone last."""
        taken = self.session.taken_back
        await self._do(commands.Redo, seat=self._own(taken[0][0] if taken else None))

    async def restart(self) -> None:
        """Go back to the deal."""
        await self._do(commands.Restart)

    async def finish(self) -> int:
        """Play the obvious moves to the end, and return how many there were."""
        before = self.session.steps
        await self._do(commands.Finish)
        return self.session.steps - before

    async def again(self, options: Mapping[str, Choice]) -> "Table":
        """Deal again for the same players: in the same room, or in a new one if the options change."""
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
        """Record that the player got a hint."""
        await self._device.house.note_advice(self.room.id, self.room.number)

    def leave(self) -> bool:
        """Stop the clock. Return whether the game is unfinished and was kept."""
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
