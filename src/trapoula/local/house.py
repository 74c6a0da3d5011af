"""The host of one person on one device: it takes and sends the same messages as a server.

While a message waits for its storage or an answer, others are handled: the log decides what happened
first. Changes by other pages of the device arrive through `news`."""

import logging
import secrets
from collections.abc import Callable, Sequence
from time import time
from typing import Any, Protocol, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from trapoula.core.errors import TrapoulaError
from trapoula.core.game import Dice, Seat
from trapoula.host import answers, routes
from trapoula.host.bodies import NewPush, NewRoom
from trapoula.host.chance import SECRET
from trapoula.host.dispatch import Dispatch, Work
from trapoula.host.listings import untouched
from trapoula.host.logs import YOU
from trapoula.host.making import creation, set_up_room
from trapoula.host.names import Person, clean_name
from trapoula.host.ports import Caller, Cost
from trapoula.host.replays import Replays
from trapoula.host.rounds import Replayed, replayed
from trapoula.host.routes import Answer
from trapoula.local.players import Players, Thought
from trapoula.local.storage import Storage
from trapoula.local.store import Store
from trapoula.local.table import Table
from trapoula.local.thinker import pack, unpack
from trapoula.play import record as records
from trapoula.play.record import Record
from trapoula.room import commands, events, frames, wire
from trapoula.room.errors import (
    Failed,
    NoRoom,
    NotAvailable,
    NotInRoom,
)
from trapoula.room.events import PlayerId, Row
from trapoula.room.lookalikes import told_apart
from trapoula.room.proposals import RANDOM_DEALS, propose
from trapoula.room.room import Room
from trapoula.room.wire import encode
from trapoula.solve import followers
from trapoula.thinking.bot_seats import MOST_WORDS, act, say
from trapoula.thinking.questions import Question

ATTEMPTS = 20  # appends tried, if other pages keep taking the next number
DAY = 86_400.0
MONTH = 30 * DAY
Found = TypeVar("Found")
log = logging.getLogger("trapoula.local")


class Outside(Protocol):
    """What a house needs from its page."""

    def say(self, frame: str) -> None:
        """Send a frame to the screen."""

    def spread(self, room: str) -> None:
        """Notify the device's other pages that a room has new rows."""

    async def think(self, packed: bytes, pause: float) -> bytes:
        """Answer a packed question elsewhere, in no less than `pause` seconds."""


class House:
    """The rooms of one person. One of them can be open on the screen."""

    def __init__(
        self,
        storage: Storage,
        outside: Outside,
        *,
        clock: Callable[[], float] = time,
        dice: Dice = SECRET,
        beside: bool = False,
        players: Players | None = None,
    ) -> None:
        self.store, self.clock = Store(storage), clock
        self.players = Thought(self.answer) if players is None else players
        self.replays = Replays(self, self.aside)
        self.beside = beside  # whether its tables are copies of a server's
        self.person = Person("", "", False)
        self.table: Table | None = None
        self.seen = True
        self._outside, self._dice = outside, dice
        self._dispatch = Dispatch(self)
        # the room, row and bot last asked
        self._pondered: tuple[str, int, Seat | None] = ("", 0, None)

    async def open(self) -> None:
        """Load the person, and delete deals of earlier days that were only looked at."""
        if self.beside:
            self.person = Person(YOU, "", False)
            await self.store.forget_tables(self.clock() - MONTH)
            return
        self.person = await self.store.me()
        for one in await self.store.rooms():
            if untouched(one.rows, one.summary) and one.active < self.clock() - DAY:
                await self.store.delete(one.room)

    # --- HTTP requests -------------------------------------------------------------------------------

    async def ask(self, method: str, address: str, body: str = "") -> Answer:
        """Answer an HTTP request, as a server would."""
        there = urlsplit(address)
        query = dict(parse_qsl(there.query, keep_blank_values=True))
        path, sent = unquote(there.path), body.encode("utf-8", "replace")
        return await routes.ask(self, Caller(self.person), method, path, query, sent)

    async def aside(self, work: Callable[..., Found], *about: Any) -> Found:
        """Run slow work here: one person keeps no others waiting."""
        return work(*about)

    def charge(self, caller: Caller, what: Cost, cost: float = 1) -> None:
        """Charge nothing: the device belongs to its user."""

    def time_limit(self, seconds: float) -> float:
        """Return the requested time limit: no others wait."""
        return float(seconds)

    async def open_table(self, room: str, caller: Caller) -> "ViewedRoom":
        """Return a room."""
        return ViewedRoom(self, await self.room(room))

    async def make_code(self, room: str) -> answers.Code:
        """Refuse: no other player can come."""
        raise _alone()

    async def invite(self, room: Room, people: Room, caller: Caller) -> Sequence[str]:
        """Refuse: no other player can come."""
        raise NotAvailable("Your games are on this device only: there is no server to carry them.")

    async def find_code(self, code: str, caller: Caller) -> str:
        """Refuse: there are no tables of others."""
        raise _alone()

    async def make_link(self, caller: Caller) -> answers.Link:
        """Refuse: no other device could use the link."""
        raise _alone()

    async def push_key(self) -> str | None:
        """Return no key: this device sends no notifications."""
        return None

    async def subscribe(self, caller: Caller, wanted: NewPush) -> None:
        """Refuse: this device sends no notifications."""
        raise _alone()

    async def unsubscribe(self, caller: Caller, endpoint: str) -> None:
        """Do nothing: there are no subscriptions."""

    async def devices(self, caller: Caller) -> Sequence[answers.Device]:
        """Return no devices."""
        return ()

    async def sign_out(self, caller: Caller, device: str) -> bool:
        """Return False: there are no other devices."""
        return False

    async def replayed(self, room: Room, round_: int, caller: Caller | None = None) -> Replayed:
        """Replay a round of a room."""

        async def rows(first: int, last: int) -> Sequence[Row]:
            return (await self.log(room))[first - 1 : last]

        return await replayed(room, round_, rows, self.aside)

    async def log(self, room: Room) -> Sequence[Row]:
        """Return all rows of a room."""
        return await self.store.rows(room.id)

    # --- messages of the screen ------------------------------------------------------------------

    async def hear(self, text: str) -> None:
        """Handle a message of the screen. Errors are sent to it and change nothing."""
        work = self._dispatch.hear(text)
        if work is not None:
            await work

    def say(self, message: msgspec.Struct | msgspec.Raw) -> None:
        """Send a message to the screen."""
        self._outside.say(encode(message).decode())

    def count(self, name: str, kind: str = "") -> None:
        """Count nothing: a device has no metrics."""

    def look(self, command: commands.Look) -> None:
        """Show the table from another seat."""
        table = self._here()
        if command.seat is not None:
            table.room.sitting.own(self.person.id, command.seat)
        table.looks = command.seat
        self.say(table.picture(id_=command.id))

    def leave(self) -> None:
        """Leave the table."""
        self.table, self._pondered = None, ("", 0, None)

    def post(self, command: commands.Logged) -> Work:
        """Run a command at the open table."""
        return self.happen(command)

    def _here(self) -> Table:
        if self.table is None:
            raise NotInRoom("Enter a room first.")
        return self.table

    async def enter(self, command: commands.Enter) -> None:
        """Open a room on the screen."""
        table = await self.sit_down(command.room)
        if command.seat is not None:
            table.looks = command.seat
        self.say(table.picture(since=command.number, id_=command.id))
        await self.let_bots_play()

    async def sit_down(self, room_id: str) -> Table:
        """Make a room the open table."""
        room = await self.room(room_id)
        if self.table is None or self.table.room.id != room.id:
            self._dispatch.forget()
            self.table = Table(room, self.person, self.clock)
        self.table.room = room
        return self.table

    async def room(self, id_: str) -> Room:
        """Return a room with all its rows."""
        if self.table is not None and self.table.room.id == id_:
            await self.news(id_)
            if self.table is not None:
                return self.table.room
        rows = await self.store.rows(id_)
        if not rows:
            raise NoRoom("There is no such room, or it is not for you.")
        return Room.rebuild(id_, rows).awake(self.clock())

    # --- events ----------------------------------------------------------------------------------

    async def happen(self, command: commands.Logged, id_: str | None = None) -> None:
        """Run a command in a room, or at the open table."""
        if self.beside and isinstance(command, commands.Again) and command.deal is None:
            deal = 1 + self._dice.below(RANDOM_DEALS)  # a server's deck would be secret
            command = msgspec.structs.replace(command, deal=deal)
        for _ in range(ATTEMPTS):
            room = self._here().room if id_ is None else await self.room(id_)
            done = room.log.number_of(self.person.id, command.id)
            if done is not None:
                if id_ is None:
                    self.say(wire.Finished(id=command.id, number=done))
                return
            if await self._commit(room, self.propose(room, command), command):
                await self.let_bots_play()
                return
        raise Failed("Others were always first; try again.")

    def propose(self, room: Room, command: commands.Logged) -> events.AnyEvent:
        """Return the event that a command causes, or raise the refusal."""
        levels, person = self.players.levels(room.made.game), self.person
        return propose(
            room, command, person.id, person.name, levels, self._dice, followers=followers
        )

    async def _commit(
        self, before: Room, event: events.AnyEvent, said: commands.Logged | None = None
    ) -> bool:
        """Store and apply an event. If another page was first, catch up and return False."""
        room = before.next(self.clock(), event)
        owed = commands.write(said) if said is not None and self.beside else b""
        if not await self.store.append(before, room, owed.decode()):
            await self.news(room.id)
            return False
        if self.table is not None and self.table.room is before:
            self.say(self.table.become(room))
        self.spread(room.id)
        return True

    def spread(self, room: str) -> None:
        """Notify the device's other pages that a room has new rows."""
        self._outside.spread(room)

    async def news(self, id_: str) -> None:
        """Apply the rows of other pages, if the room is the open table."""
        if self.table is None or self.table.room.id != id_:
            return
        rows = await self.store.rows(id_)
        if self.table is None or self.table.room.id != id_:
            return
        if not rows:
            self.table = None
            self.say(wire.Bye(code="removed"))
            return
        now = self.table.room
        if len(rows) < now.number or events.read(rows[now.number - 1].body) != now.log.last[1]:
            self.table.room = Room.rebuild(id_, rows)  # merged with a server's
            self.say(self.table.picture())
            return
        for row in rows[now.number :]:
            room = self.table.room.then(row.at, events.read(row.body), checked=True)
            self.say(self.table.become(room))
        await self.let_bots_play()

    # --- rooms -----------------------------------------------------------------------------------

    async def make(self, wanted: NewRoom, caller: Caller) -> wire.Room:
        """Make a room and return it. All its players have to be on this device."""
        if wanted.lobby or wanted.clock is not None:
            raise NotAvailable("Tables for everyone and turn clocks need a server.")
        record = None
        if wanted.replay is not None:
            text = await self.store.replay(wanted.replay)
            if text is None:
                raise NoRoom("There is no such replay.")
            record = records.read(text)
        room = await self.make_room(wanted, record)
        return ViewedRoom(self, room).picture(self.person.id)

    async def make_room(self, wanted: NewRoom, record: Record | None = None) -> Room:
        """Make a room, from a record if there is one."""
        create = creation(wanted, self.person.id, self._dice, record)
        id_, levels = secrets.token_urlsafe(9), self.players.levels(create.game)
        room = set_up_room(id_, self.clock(), create, wanted, self.person, levels)
        if not room.sitting.full:
            raise NotAvailable(
                "Nobody can come to a table on this device: let bots play, or others at your screen."
            )
        await self.store.make(room)
        return room

    async def delete(self, room: str, caller: Caller) -> None:
        """Delete a room with its log."""
        await self.store.delete(room)
        self.spread(room)
        await self.news(room)

    async def rename(self, caller: Caller, name: str) -> Person:
        """Rename the person, also at the open table."""
        self.person = Person(self.person.id, clean_name(name), True)
        await self.store.rename(self.person)
        if self.table is not None:
            self.table.person = self.person
            seats = self.table.room.sitting.seats_of(self.person.id)
            if len(seats) == 1:  # others at the same screen keep their names
                sitting = self.table.room.sitting
                shown = told_apart(self.person.name, sitting.names(seats[0]))
                event = events.Rename(seat=seats[0], name=shown, by=self.person.id)
                await self._commit(self.table.room, event)
        return self.person

    # --- questions -------------------------------------------------------------------------------

    async def answer(
        self, question: Question, caller: Caller | None = None, *, pause: float = 0.0
    ) -> Any:
        """Answer a question in a worker, in no less than `pause` seconds."""
        return unpack(await self._outside.think(pack(question.think, question.whole()), pause))

    async def think(self, question: Question) -> Any:
        """Answer a question in a worker."""
        return await self.answer(question)

    def stop_thinking(self) -> None:
        """Do nothing: an answer cannot be cancelled here."""

    def advised(self, number: int) -> Work:
        """Record that the person used a hint at this row."""
        return self.note_advice(self._here().room.id, number)

    async def note_advice(self, id_: str, number: int, *, whole: bool = False) -> None:
        """Record in the log of a solo table that its player used a hint, for the statistics."""
        if self.beside:
            return  # the server records the hints it gives
        for _ in range(ATTEMPTS):
            room = await self.room(id_)
            if not room.sitting.alone or room.began > number:
                return
            if await self._commit(room, events.Advice(seat=0, whole=whole)):
                return

    async def let_bots_play(self) -> None:
        """Let bots speak and play until it is a person's turn. None is asked twice at the same row."""
        while (table := self.table) is not None:
            room, speaker = table.room, table.bots.speaker(table.room)
            if self._pondered == (here := (room.id, room.number, speaker)):
                return
            self._pondered = here
            if speaker is not None:
                table.bots.spoke(room, speaker)
                await self._let_speak(table, speaker)
                continue
            question = table.bots.on_turn(room)
            if question is None:
                return
            text, notes = await self.players.choose(question, self._dice.below(1 << 62))
            if self.table is not table:
                return
            table.bots.keep(question, notes)
            event = act(table.room, question.seat, question.steps, text)
            if event is not None:
                await self._commit(table.room, event)

    async def _let_speak(self, table: Table, seat: Seat) -> None:
        """Ask a bot that is not on turn for remarks, until it has none."""
        for _ in range(MOST_WORDS):
            room = table.room
            question = table.bots.question(room, seat, room.sitting.chairs[seat].level)
            if question is None or not question.legal or room.turn in (None, seat):
                return
            said, notes = await self.players.remark(question)
            table.bots.keep(question, notes)
            event = None if said is None else say(table.room, seat, question.steps, said)
            if event is None or self.table is not table:
                return
            await self._commit(table.room, event)


def _alone() -> NotAvailable:
    return NotAvailable("Your games are on this device only: there is no server to carry them.")


class ViewedRoom:
    """A room for HTTP requests, which need not be the open table."""

    def __init__(self, house: House, room: Room) -> None:
        self.room = room
        self._house = house

    def picture(self, player: PlayerId) -> wire.Room:
        """Return the room as the person sees it, present if it is the open table."""
        table, sitting = self._house.table, self.room.sitting
        seen = table is not None and table.room.id == self.room.id
        here = wire.Presence(here=sitting.seats_of(player) if seen else (), watching=0)
        return frames.picture(self.room, player, self._house.clock(), here)

    async def run_command(
        self, command: commands.Logged, person: Person, levels: tuple[str, ...]
    ) -> Exception | None:
        """Run a command. Return its error, or None."""
        try:
            await self._house.happen(command, self.room.id)
        except TrapoulaError as wrong:
            return wrong
        finally:
            self.room = await self._house.room(self.room.id)
        return None

    async def advise(self, number: int, *, whole: bool = False) -> None:
        """Record that the player used a hint at this row, or saw a whole solution."""
        await self._house.note_advice(self.room.id, number, whole=whole)
