"""A room that somebody is in: what its log says, its guests, and the one task that changes it."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from trapoula.core.errors import TrapoulaError
from trapoula.core.game import Seat
from trapoula.host.chance import SECRET
from trapoula.host.names import Person
from trapoula.room import commands, events, frames, wire
from trapoula.room.checkpoint import lean
from trapoula.room.errors import Failed, NoRoom
from trapoula.room.events import PlayerId, Row
from trapoula.room.proposals import propose
from trapoula.room.room import Room
from trapoula.room.wire import encode
from trapoula.server.errors import Damaged, Unsure
from trapoula.server.guests import Guest, Sender
from trapoula.server.metrics import Metrics
from trapoula.server.store import Store
from trapoula.solve import followers

log = logging.getLogger("trapoula.rooms")
ATTEMPTS = 20  # at a number that others keep taking first
AGAIN = 1.0  # seconds until a log that did not answer is asked again
Told = TypeVar("Told")
Work: TypeAlias = Callable[[], Awaitable[Any]]


class Order(Struct, frozen=True, eq=False):
    """A command of a guest, and what is told to whoever brought it: nothing went wrong, or what did."""

    command: commands.Logged
    guest: Guest
    levels: tuple[str, ...]
    refused: Callable[[Exception | None], None]
    since: float


class Elsewhere(NamedTuple):
    """The guests of another process, as it told of them."""

    at: float
    here: list[Seat]
    watching: int
    looking: list[Seat]  # those who have the table before them


class Begun(Struct, frozen=True, eq=False):
    """What would come of a room if the row that is on its way to the log is the first to arrive."""

    before: Room
    after: Room
    row: "asyncio.Future[bool]"


async def _nothing() -> None:
    """What a table does that only has to find out what its log says."""


def _ignore(result: Any, error: Exception | None) -> None:
    """Nobody waits for it."""


class OpenRoom:
    """A table. Whoever wants something done asks it, and may go: it is done all the same.

    `room` is what the log says, never more: it is replaced when a row is committed, in the same breath in
    which everyone is told. So anybody may look at it at any time."""

    def __init__(
        self, room: Room, store: Store, metrics: Metrics, clock: Callable[[], float]
    ) -> None:
        self._ahead = 0.0  # seconds by which the log is ahead of our clock
        self._store, self._metrics, self._clock = store, metrics, clock
        self.room = self._found(room)
        self.guests: set[Guest] = set()
        self.elsewhere: dict[str, Elsewhere] = {}  # by process
        self.gone = False
        self.work = 0  # rows and actions that were gone through to open it
        self.kept = room.number  # the row up to which it need not be gone through again
        self.visited = self.room.at  # when it was last kept that somebody is here
        self.after: Callable[[OpenRoom], None] = lambda table: (
            None
        )  # called when something happened
        self.wrote: Callable[[OpenRoom, Room], None] = lambda table, before: (
            None
        )  # called when we wrote a row, with the room before it
        self._unsure = False  # whether the log may hold a row of ours that nobody told us of
        self._again: asyncio.TimerHandle | None = None  # when the log is asked once more
        self._told = b""  # the last frame about who is here
        self._work: deque[tuple[Work, Callable[[Any, Exception | None], None]]] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._writing: asyncio.Future[bool] | None = None  # a row for which no task waits

    def now(self) -> float:
        """The time at this table, which goes on evenly from when it was opened, and from row to row."""
        return self._clock() + self._ahead

    def _found(self, room: Room) -> Room:
        """A room that others wrote, at our time."""
        now = self._clock()
        awake = room.awake(now)
        self._ahead = max(self._ahead, awake.at - now)
        return lean(awake)

    # --- one thing at a time ---------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self._worker is not None or self._writing is not None

    async def rest(self) -> None:
        """Return when nothing is being done any more."""
        while (doing := self._worker or self._writing) is not None:
            await asyncio.wait([doing])

    def _post(self, work: Work, done: Callable[[Any, Exception | None], None]) -> None:
        """Have something done in its turn; then tell its result, or what went wrong."""
        self._work.append((work, done))
        self._go_on()

    def _go_on(self) -> None:
        """Have the task do what is to be done, unless something is being done already."""
        if self._work and not self.busy:
            self._worker = asyncio.create_task(self._do_all())

    async def _ask(self, work: Callable[[], Awaitable[Told]]) -> Told:
        """Have something done in its turn, and wait for it; who stops waiting does not stop it."""
        answer: asyncio.Future[Told] = asyncio.get_running_loop().create_future()

        def done(result: Told, error: Exception | None) -> None:
            if answer.done():  # nobody waits any longer
                return
            if error is None:
                answer.set_result(result)
            else:
                answer.set_exception(error)

        self._post(work, done)
        return await answer

    async def _do_all(self) -> None:
        while self._work:
            work, done = self._work.popleft()
            result, wrong = None, None
            try:
                if self.gone:
                    raise NoRoom("This room is gone.")
                if self._unsure:
                    await self._catch_up()
                result = await work()
            except Exception as error:
                wrong = error
            done(result, wrong)
        self._worker = None
        if self._unsure and self.guests and self._again is None:
            self._again = asyncio.get_running_loop().call_later(AGAIN, self._find_out)

    def _find_out(self) -> None:
        """Ask the log, where that could not be done before: those who are here wait to hear of it."""
        self._again = None
        self._post(_nothing, _ignore)

    # --- what happens ----------------------------------------------------------------------------

    def do(
        self,
        command: commands.Logged,
        guest: Guest,
        levels: tuple[str, ...],
        refused: Callable[[Exception | None], None],
    ) -> None:
        """Do what a guest says in its turn: told when its row is committed, or else refused."""
        order = Order(command, guest, levels, refused, monotonic())
        if self.busy or self._unsure or self.gone or not self._begin(order):
            self._post(partial(self._obey, order), lambda _, error: refused(error))

    def _begin(self, order: Order) -> bool:
        """Send a row to the log at once, without a task; False when anything speaks against it."""
        if self.room.log.number_of(order.guest.person.id, order.command.id) is not None:
            return False
        try:
            begun = self._write(self._proposed(order))
        except Exception:  # at leisure it is found out what is wrong, and whether it still is
            return False
        self._writing = begun.row
        begun.row.add_done_callback(partial(self._written, order, begun))
        return True

    def _written(self, order: Order, begun: Begun, row: "asyncio.Future[bool]") -> None:
        """A row is in the log: tell everyone; where it is not, the task looks into it before all else."""
        self._writing, wrong = None, None
        if row.cancelled():  # the process stops
            return
        if row.exception() is None and row.result():
            try:
                self._become(begun.after, order.guest)
                self.wrote(self, begun.before)
                self._metrics.committed(monotonic() - order.since)
            except Exception as error:
                wrong = error
            order.refused(wrong)
        else:
            work = partial(self._obey, order, begun)
            self._work.appendleft((work, lambda _, error: order.refused(error)))
        self._go_on()

    def _proposed(self, order: Order) -> events.AnyEvent:
        """What would happen if a command were done now."""
        person = order.guest.person
        return propose(
            self.room,
            order.command,
            person.id,
            person.name,
            order.levels,
            SECRET,
            lambda: self.presence().here,
            followers,
        )

    async def _obey(self, order: Order, begun: Begun | None = None) -> None:
        """Do a command, whatever others do meanwhile, and whatever became of a row that was begun."""
        command, guest = order.command, order.guest
        happened = begun is not None and await self._learn(begun, guest)
        for _ in range(ATTEMPTS):
            if happened:
                break
            done = self.room.log.number_of(guest.person.id, command.id)
            if done is not None:
                guest.send(encode(wire.Finished(id=command.id, number=done)))
                return
            try:
                happened = await self._happen(self._proposed(order), guest)
            except (Failed, NoRoom):
                raise
            except TrapoulaError:
                if not await self._has_more():  # who refuses must know the newest table
                    raise
        if not happened:
            raise Failed("Others were always first; try again.")
        self._metrics.committed(monotonic() - order.since)

    async def obey(
        self, command: commands.Logged, person: Person, levels: tuple[str, ...]
    ) -> Exception | None:
        """Do what a person says who need not be in the room; what it was refused with, if it was."""
        answer: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        sender = Sender(person)
        self.do(command, sender, levels, lambda e: None if answer.done() else answer.set_result(e))
        return await answer

    async def happen(self, make: Callable[[Room], events.AnyEvent | None]) -> bool:
        """Let the server do something of its own, if there is still a reason when it is its turn."""

        async def work() -> bool:
            for _ in range(ATTEMPTS):
                event = make(self.room)
                if event is None:
                    return False
                if await self._happen(event, None):
                    return True
            return False

        return await self._ask(work)

    async def advise(self, number: int, *, whole: bool = False) -> None:
        """Note that the player of the round that had this number was advised, or shown a whole way to win."""

        def make(room: Room) -> events.AnyEvent | None:
            return events.Advice(seat=0, whole=whole) if room.began <= number else None

        await self.happen(make)

    async def catch_up(self, news: Row | None = None) -> None:
        """Hear what other processes wrote: a row that they told, or whatever the log has."""

        async def work() -> None:
            if news is not None and news.body and news.number == self.room.number + 1:
                self._fold(news)
            elif news is None or news.number > self.room.number:
                self._unsure = True  # until the log was asked
                await self._catch_up()

        await self._ask(work)

    async def delete(self, check: Callable[[], None]) -> None:
        """Close the room for good, unless the check says why not."""

        async def work() -> None:
            check()
            if not await self._end(self._store.delete_room(self.room.id)):
                self._go()  # others were first

        await self._ask(work)

    async def sweep(self, before: float) -> bool:
        """Forget the room if it still is untouched and nobody is in it."""

        async def work() -> bool:
            if self.guests or self.elsewhere:
                return False
            return await self._end(self._store.sweep_room(self.room.id, before))

        return await self._ask(work)

    async def _happen(self, event: events.AnyEvent, guest: Guest | None) -> bool:
        """Commit what would happen, then let it happen and tell everyone. False: others were first."""
        return await self._learn(self._write(event), guest)

    def _write(self, event: events.AnyEvent) -> Begun:
        """Send what would happen to the log."""
        before = self.room
        room = before.next(self.now(), event)
        at, event = room.log.last
        written = Row(room.number, at, events.write(event))
        stored = self._store.append(room.id, written, self._store.beside(before, room, event))
        row = stored if isinstance(stored, asyncio.Future) else asyncio.ensure_future(stored)
        return Begun(before, room, row)

    async def _learn(self, begun: Begun, guest: Guest | None) -> bool:
        """Learn what became of a row; if it was the first, let it happen and tell everyone."""
        try:
            first = await begun.row
        except Unsure as lost:
            await self._ask_log(lost)
            if self.room is begun.before:  # the log says that it was not stored
                raise Failed("It could not be stored.") from None
            return False
        if not first:
            await self._catch_up()
            return False
        self._become(begun.after, guest)
        self.wrote(self, begun.before)
        return True

    async def _ask_log(self, lost: Unsure) -> None:
        """Find out what became of a row whose answer was lost, now or when the database is back."""
        self._unsure = True
        try:
            await self._catch_up()
        except NoRoom:
            raise
        except Failed:
            raise lost from None

    async def _has_more(self) -> bool:
        """Whether other processes have written what was not heard here yet; now it is."""
        before = self.room
        if self._store.database.shared:
            await self._catch_up()
        return self.room is not before

    async def _catch_up(self) -> None:
        """Hear what the log has beyond the room; a log without the room's last row is another's."""
        last = self.room.number
        rows = await self._store.rows(self.room.id, last - 1)
        if not rows or rows[0].number != last:
            self._go()
            raise NoRoom("This room is gone.")
        self._unsure = False
        for row in rows[1:]:
            self._fold(row)

    async def _end(self, deleting: Awaitable[bool]) -> bool:
        """Whether the room was deleted; everyone in it is sent away."""
        try:
            if not await deleting:
                return False
        except Unsure as lost:
            with suppress(NoRoom):
                await self._ask_log(lost)
                raise Failed("It could not be stored.") from None
        self._go()
        return True

    def _go(self) -> None:
        self.gone = True
        self.after(self)

    def _fold(self, row: Row) -> None:
        try:
            room = self._found(self.room.then(row.at, events.read(row.body), checked=True))
        except Exception:
            self._go()  # whoever comes back is told what is wrong
            raise Damaged("This table is damaged and cannot be opened.") from None
        self._become(room, None)

    def _become(self, room: Room, cause: Guest | None) -> None:
        """Be what the log says now, and tell everyone."""
        self.room = room = lean(room)
        event = room.log.last[1]
        self._metrics.count("events", type(event).__name__.lower())
        try:
            self._broadcast(event, cause)
        except Exception:  # our fault; but it is in the log, and nobody may read that it is not
            log.exception("an event could not be told")
            self._metrics.count("failures")
            if cause is not None:
                cause.send(encode(wire.Finished(id=event.id, number=room.number)))
        self.after(self)

    # --- what is told ----------------------------------------------------------------------------

    def _broadcast(self, event: events.AnyEvent, cause: Guest | None) -> None:
        """Tell the last event to everyone in the form meant for them."""
        if self.room.resat and self.room.made.settings.watch == "nobody":
            self._show_out()
        room = self.room
        news, sitting = frames.News(room), room.sitting
        new_hands = isinstance(event, (events.Start, events.Again))
        written: dict[tuple[Seat | None, PlayerId], bytes] = {}
        for guest in [*self.guests]:
            player = guest.person.id
            if new_hands:
                guest.looks = None  # nobody at a shared screen has asked for one yet
            seat = sitting.seen_from(player, guest.looks)
            key = (seat, player if room.retold else "")
            frame = written.get(key)
            if frame is None:
                frame = written[key] = news.event(player, seat)
            if event.id and (guest is cause or (cause is None and event.by == player)):
                frame = frames.acknowledging(frame, event.id)
            guest.send(frame)
        if cause is not None and cause not in self.guests:  # they have left meanwhile
            cause.send(encode(wire.Finished(id=event.id, number=room.number)))
        self._metrics.count("frames", by=len(self.guests))

    def _show_out(self) -> None:
        """Where nobody may watch, those who do not sit must leave when a round begins."""
        out = [guest for guest in self.guests if not self._welcomes(guest.person.id)]
        self.tell(wire.Bye(code="removed"), out)
        for guest in out:
            self.guests.discard(guest)
            guest.table = None

    def show(self, guest: Guest, command: commands.Enter) -> None:
        """Let a guest in and show the room as it is."""
        self.check_guest(guest.person.id)
        looks = guest.looks if command.seat is None and guest in self.guests else command.seat
        told = self.picture(guest.person.id, looks=looks, since=command.number, id_=command.id)
        guest.looks = looks
        self.guests.add(guest)
        if self._unsure and self._again is None:
            self._find_out()
        here = self.presence()  # the new guest is here too
        guest.send(encode(replace(told, here=here.here, watching=here.watching)))

    def look(self, guest: Guest, command: commands.Look) -> None:
        """Show the room from another of a guest's own seats."""
        player = guest.person.id
        self.check_guest(player)
        if command.seat is not None:
            self.room.sitting.own(player, command.seat)
        guest.looks = command.seat
        guest.send(encode(self.picture(player, looks=guest.looks, id_=command.id)))

    def picture(
        self,
        player: PlayerId,
        *,
        looks: Seat | None = None,
        since: int | None = None,
        id_: str = "",
    ) -> wire.Room:
        """The room as a person sees it."""
        now, here = self.now(), self.presence()
        return frames.picture(self.room, player, now, here, looks=looks, since=since, id_=id_)

    def check_guest(self, player: PlayerId) -> None:
        """Nothing, when a person may be in this room."""
        if self.gone:
            raise NoRoom("This room is gone.")
        if not self._welcomes(player):
            raise NoRoom("There is no such room, or it is not for you.")

    def _welcomes(self, player: PlayerId) -> bool:
        sitting = self.room.sitting
        waiting = sitting.phase == "waiting" and player not in sitting.removed
        inside = sitting.seat_of(player) is not None or player in (sitting.host, self.room.made.by)
        return waiting or inside or self.room.made.settings.watch == "anyone"

    # --- who is here -----------------------------------------------------------------------------

    def presence(self) -> wire.Presence:
        """The seats whose persons are connected, and the number of spectators, everywhere."""
        here, watching = self.own_presence()
        seats = {seat for others in self.elsewhere.values() for seat in others.here}
        return wire.Presence(
            here=sorted(seats | set(here)),
            watching=watching + sum(others.watching for others in self.elsewhere.values()),
        )

    def own_presence(self) -> tuple[list[Seat], int]:
        """The same for this process alone."""
        seats = [self.room.sitting.seats_of(guest.person.id) for guest in self.guests]
        return sorted({seat for own in seats for seat in own}), seats.count(())

    def looking(self) -> set[PlayerId]:
        """The players who have the table before them, here and at other processes."""
        chairs = self.room.sitting.chairs
        seats = {seat for others in self.elsewhere.values() for seat in others.looking}
        seats |= self.own_looking()
        return {chairs[seat].player for seat in seats if seat < len(chairs)}

    def own_looking(self) -> set[Seat]:
        """The seats of those who have the table before them, at this process."""
        own = (self.room.sitting.seats_of(guest.person.id) for guest in self.guests if guest.seen)
        return {seat for seats in own for seat in seats}

    def tell_presence(self) -> None:
        """Tell everyone who is here, when that is no longer what they were told."""
        told = encode(self.presence())
        if told != self._told:
            self._told = told
            for guest in [*self.guests]:
                guest.send(told)

    def tell(self, message: wire.Told, guests: Iterable[Guest]) -> None:
        """Tell some guests the same."""
        frame = encode(message)
        for guest in [*guests]:
            guest.send(frame)
