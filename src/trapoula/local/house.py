"""A house of one person on one device: it hears what a server's socket hears, and says the same.

While one thing waits for its drawer or for a thought, others may be heard: the log decides what happened.
What other pages of the same device have written comes through `news`."""

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
from trapoula.host.making import creation, furnished
from trapoula.host.names import Person, clean_name
from trapoula.host.ports import Caller, Cost
from trapoula.host.replays import Replays
from trapoula.host.rounds import Replayed, replayed
from trapoula.host.routes import Answer
from trapoula.local.drawer import Drawer
from trapoula.local.players import Players, Thought
from trapoula.local.store import Store
from trapoula.local.table import Table
from trapoula.local.thinker import pack, unpack
from trapoula.play import record as records
from trapoula.play.record import Record
from trapoula.room import commands, events, frames, wire
from trapoula.room.alike import told_apart
from trapoula.room.errors import (
    Failed,
    NoRoom,
    NotAvailable,
    NotInRoom,
)
from trapoula.room.events import PlayerId, Row
from trapoula.room.proposals import RANDOM_DEALS, propose
from trapoula.room.room import Room
from trapoula.room.wire import encode
from trapoula.solve import followers
from trapoula.thinking.bot_seats import MOST_WORDS, act, say
from trapoula.thinking.questions import Question

ATTEMPTS = 20  # at a number that other pages keep taking first
DAY = 86_400.0
MONTH = 30 * DAY
Found = TypeVar("Found")
log = logging.getLogger("trapoula.local")


class Outside(Protocol):
    """What a house needs of the page it lives behind."""

    def say(self, frame: str) -> None:
        """Tell the screen."""

    def spread(self, room: str) -> None:
        """Tell the other pages of this device that a room's log has grown."""

    async def think(self, packed: bytes, pause: float) -> bytes:
        """What others think of a packed question, which takes them at least so many seconds."""


class House:
    """The rooms of one person, of whom one page shows at most one."""

    def __init__(
        self,
        drawer: Drawer,
        outside: Outside,
        *,
        clock: Callable[[], float] = time,
        dice: Dice = SECRET,
        beside: bool = False,
        players: Players | None = None,
    ) -> None:
        self.store, self.clock = Store(drawer), clock
        self.players = Thought(self.wonder) if players is None else players
        self.replays = Replays(self, self.aside)
        self.beside = beside  # whether its tables are a server's, who is to be told what is done
        self.person = Person("", "", False)
        self.table: Table | None = None
        self.seen = True
        self._outside, self._dice = outside, dice
        self._dispatch = Dispatch(self)
        self._pondered: tuple[str, int, Seat | None] = (
            "",
            0,
            None,
        )  # where a bot was last asked, and which

    async def open(self) -> None:
        """Begin: know the person, and forget deals of another day that were only looked at."""
        if self.beside:
            self.person = Person(YOU, "", False)
            await self.store.forget_tables(self.clock() - MONTH)
            return
        self.person = await self.store.me()
        for one in await self.store.rooms():
            if untouched(one.rows, one.summary) and one.active < self.clock() - DAY:
                await self.store.delete(one.room)

    # --- what is asked -------------------------------------------------------------------------------

    async def ask(self, method: str, address: str, body: str = "") -> Answer:
        """Answer what is asked over HTTP, in the same way as a server."""
        there = urlsplit(address)
        query = dict(parse_qsl(there.query, keep_blank_values=True))
        path, sent = unquote(there.path), body.encode("utf-8", "replace")
        return await routes.ask(self, Caller(self.person), method, path, query, sent)

    async def aside(self, work: Callable[..., Found], *about: Any) -> Found:
        """Run slow work here and now: there is nobody to hold up."""
        return work(*about)

    def charge(self, caller: Caller, what: Cost, cost: float = 1) -> None:
        """Nothing: a device may do with itself what it likes."""

    def share(self, seconds: float) -> float:
        """As long as is asked for."""
        return float(seconds)

    async def open_table(self, room: str, caller: Caller) -> "Visited":
        """Find a room."""
        return Visited(self, await self.room(room))

    async def make_code(self, room: str) -> answers.Code:
        """There is nobody who could come."""
        raise _alone()

    async def invite(self, room: Room, people: Room, caller: Caller) -> Sequence[str]:
        """There is nobody who could come."""
        raise NotAvailable("Your games are on this device only: there is no server to carry them.")

    async def find_code(self, code: str, caller: Caller) -> str:
        """There are no tables of others."""
        raise _alone()

    async def make_link(self, caller: Caller) -> answers.Link:
        """No link: there is no other device that could use it."""
        raise _alone()

    async def push_key(self) -> str | None:
        """No key: nobody plays while you are away."""
        return None

    async def subscribe(self, caller: Caller, wanted: NewPush) -> None:
        """There is nothing to tell."""
        raise _alone()

    async def unsubscribe(self, caller: Caller, endpoint: str) -> None:
        """Nothing was told."""

    async def devices(self, caller: Caller) -> Sequence[answers.Device]:
        """No devices."""
        return ()

    async def sign_out(self, caller: Caller, device: str) -> bool:
        """No device can be taken away."""
        return False

    async def replayed(self, room: Room, round_: int, caller: Caller | None = None) -> Replayed:
        """A round of a room that was dealt, and whether it is over."""

        async def rows(first: int, last: int) -> Sequence[Row]:
            return (await self.log(room))[first - 1 : last]

        return await replayed(room, round_, rows, self.aside)

    async def log(self, room: Room) -> Sequence[Row]:
        """The whole log of a room."""
        return await self.store.rows(room.id)

    # --- what the screen says --------------------------------------------------------------------

    async def hear(self, text: str) -> None:
        """Do what a message says; whatever goes wrong is told, and nothing is changed then."""
        work = self._dispatch.hear(text)
        if work is not None:
            await work

    def say(self, message: msgspec.Struct | msgspec.Raw) -> None:
        """Tell the screen."""
        self._outside.say(encode(message).decode())

    def count(self, name: str, kind: str = "") -> None:
        """Nothing: nobody asks how often something went wrong."""

    def look(self, command: commands.Look) -> None:
        """Look from another seat."""
        table = self._here()
        if command.seat is not None:
            table.room.sitting.own(self.person.id, command.seat)
        table.looks = command.seat
        self.say(table.picture(id_=command.id))

    def leave(self) -> None:
        """Leave the table."""
        self.table, self._pondered = None, ("", 0, None)

    def post(self, command: commands.Logged) -> Work:
        """Have the table on the screen do a command."""
        return self.happen(command)

    def _here(self) -> Table:
        if self.table is None:
            raise NotInRoom("Enter a room first.")
        return self.table

    async def enter(self, command: commands.Enter) -> None:
        """Show a room on the screen."""
        table = await self.sit_down(command.room)
        if command.seat is not None:
            table.looks = command.seat
        self.say(table.picture(since=command.number, id_=command.id))
        await self.let_bots_play()

    async def sit_down(self, room_id: str) -> Table:
        """Have a room as the table on the screen."""
        room = await self.room(room_id)
        if self.table is None or self.table.room.id != room.id:
            self._dispatch.forget()
            self.table = Table(room, self.person, self.clock)
        self.table.room = room
        return self.table

    async def room(self, id_: str) -> Room:
        """A room, as its log tells it."""
        if self.table is not None and self.table.room.id == id_:
            await self.news(id_)
            if self.table is not None:
                return self.table.room
        rows = await self.store.rows(id_)
        if not rows:
            raise NoRoom("There is no such room, or it is not for you.")
        return Room.rebuild(id_, rows).awake(self.clock())

    # --- what happens ----------------------------------------------------------------------------

    async def happen(self, command: commands.Logged, id_: str | None = None) -> None:
        """Let happen what the person wants, as soon as it is kept: in a room, or at the table here."""
        if self.beside and isinstance(command, commands.Again) and command.deal is None:
            deal = 1 + self._dice.below(RANDOM_DEALS)  # a server's own chance is not to be had here
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
        """What would happen if a room did what the person says; refusals are raised."""
        levels, person = self.players.levels(room.made.game), self.person
        return propose(
            room, command, person.id, person.name, levels, self._dice, followers=followers
        )

    async def _commit(
        self, before: Room, event: events.AnyEvent, said: commands.Logged | None = None
    ) -> bool:
        """Whether an event was kept, and so happened; else the table is now as others have made it."""
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
        """Tell the other pages of this device that a room's log has grown."""
        self._outside.spread(room)

    async def news(self, id_: str) -> None:
        """Hear what other pages have written, where that is the table on the screen."""
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
            self.table.room = Room.rebuild(id_, rows)  # they have settled with a server
            self.say(self.table.picture())
            return
        for row in rows[now.number :]:
            room = self.table.room.then(row.at, events.read(row.body), checked=True)
            self.say(self.table.become(room))
        await self.let_bots_play()

    # --- rooms -----------------------------------------------------------------------------------

    async def make(self, wanted: NewRoom, caller: Caller) -> wire.Room:
        """A new room, where everybody who shall play is here already."""
        if wanted.lobby or wanted.clock is not None:
            raise NotAvailable("Tables for everyone and turn clocks need a server.")
        record = None
        if wanted.replay is not None:
            text = await self.store.replay(wanted.replay)
            if text is None:
                raise NoRoom("There is no such replay.")
            record = records.read(text)
        room = await self.make_room(wanted, record)
        return Visited(self, room).picture(self.person.id)

    async def make_room(self, wanted: NewRoom, record: Record | None = None) -> Room:
        """The same, or one in which a record is played on."""
        create = creation(wanted, self.person.id, self._dice, record)
        id_, levels = secrets.token_urlsafe(9), self.players.levels(create.game)
        room = furnished(id_, self.clock(), create, wanted, self.person, levels)
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
        """Give the person a name, which the table on the screen hears too."""
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

    # --- what is thought about -------------------------------------------------------------------

    async def wonder(
        self, question: Question, caller: Caller | None = None, *, pause: float = 0.0
    ) -> Any:
        """Have a question thought about and return the thought."""
        return unpack(await self._outside.think(pack(question.think, question.whole()), pause))

    async def think(self, question: Question) -> Any:
        """Have a question thought about and return the thought."""
        return await self.wonder(question)

    def stop_thinking(self) -> None:
        """Nothing: a thought is thought to its end."""

    def advised(self, number: int) -> Work:
        """Note that the person was advised at this number."""
        return self.note_advice(self._here().room.id, number)

    async def note_advice(self, id_: str, number: int, *, whole: bool = False) -> None:
        """Write into the log of a table for one that its player was advised, for the statistics."""
        if self.beside:
            return  # the server counts what it advised
        for _ in range(ATTEMPTS):
            room = await self.room(id_)
            if not room.sitting.alone or room.began > number:
                return
            if await self._commit(room, events.Advice(seat=0, whole=whole)):
                return

    async def let_bots_play(self) -> None:
        """Let bots speak and play until it is a person's turn; none is asked twice at once."""
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
        """Ask a bot that is not on turn what it has to say, until it has nothing more."""
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


class Visited:
    """A room that is looked at, which need not be on the screen."""

    def __init__(self, house: House, room: Room) -> None:
        self.room = room
        self._house = house

    def picture(self, player: PlayerId) -> wire.Room:
        """The room as the person sees it, who is here if it is on the screen."""
        table, sitting = self._house.table, self.room.sitting
        seen = table is not None and table.room.id == self.room.id
        here = wire.Presence(here=sitting.seats_of(player) if seen else (), watching=0)
        return frames.picture(self.room, player, self._house.clock(), here)

    async def obey(
        self, command: commands.Logged, person: Person, levels: tuple[str, ...]
    ) -> Exception | None:
        """Do a command and return why it was refused, if it was."""
        try:
            await self._house.happen(command, self.room.id)
        except TrapoulaError as wrong:
            return wrong
        finally:
            self.room = await self._house.room(self.room.id)
        return None

    async def advise(self, number: int, *, whole: bool = False) -> None:
        """Note that the player was advised at this number, or shown a whole line that wins."""
        await self._house.note_advice(self.room.id, number, whole=whole)
