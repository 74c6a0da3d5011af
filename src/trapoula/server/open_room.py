"""A loaded room: its state, its guests, and the one task that changes it."""

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
ATTEMPTS = 20  # appends tried, if other processes keep taking the next number
AGAIN = 1.0  # seconds until a failed read of the log is retried
Told = TypeVar("Told")
Work: TypeAlias = Callable[[], Awaitable[Any]]


class QueuedCommand(Struct, frozen=True, eq=False):
    """A guest's command, with the callback that gets its error, or None."""

    command: commands.Logged
    guest: Guest
    levels: tuple[str, ...]
    refused: Callable[[Exception | None], None]
    since: float


class Elsewhere(NamedTuple):
    """The guests that another process has reported for this room."""

    at: float
    here: list[Seat]
    watching: int
    looking: list[Seat]  # seats whose players have the page in view


class PendingAppend(Struct, frozen=True, eq=False):
    """A pending append: the room before it, the room after it, and the write in flight."""

    before: Room
    after: Room
    row: "asyncio.Future[bool]"


async def _no_work() -> None:
    """Do nothing: the worker catches up with the log first."""


def _ignore_result(result: Any, error: Exception | None) -> None:
    """Ignore the result: no caller waits for it."""


class OpenRoom:
    """A loaded room. A command is finished even if the caller stops waiting.

    `room` holds only what is committed. It is replaced when a row is committed, and everyone is
    notified in the same step of the event loop. So it can be read at any time without a lock."""

    def __init__(
        self, room: Room, store: Store, metrics: Metrics, clock: Callable[[], float]
    ) -> None:
        self._ahead = 0.0  # seconds the log is ahead of our clock
        self._store, self._metrics, self._clock = store, metrics, clock
        self.room = self._found(room)
        self.guests: set[Guest] = set()
        self.elsewhere: dict[str, Elsewhere] = {}  # by process name
        self.gone = False
        self.work = 0  # rows and actions replayed to load the room
        self.kept = room.number  # the row of the latest checkpoint
        self.visited = self.room.at  # when the last visit was stored
        # called after every event
        self.after: Callable[[OpenRoom], None] = lambda table: None
        # called after a row of ours, with the room before it
        self.wrote: Callable[[OpenRoom, Room], None] = lambda table, before: None
        self._unsure = False  # whether the log may hold a row of ours that was never confirmed
        self._again: asyncio.TimerHandle | None = None  # the next retry of a failed read
        self._told = b""  # the last presence frame sent
        self._work: deque[tuple[Work, Callable[[Any, Exception | None], None]]] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._writing: asyncio.Future[bool] | None = None  # an append that runs without the worker

    def now(self) -> float:
        """Return the room's time, which runs steadily and is never behind the log."""
        return self._clock() + self._ahead

    def _found(self, room: Room) -> Room:
        """Take over a room read from the log, and adjust our clock to it."""
        now = self._clock()
        awake = room.awake(now)
        self._ahead = max(self._ahead, awake.at - now)
        return lean(awake)

    # --- the work queue --------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Return whether a command or an append is in progress."""
        return self._worker is not None or self._writing is not None

    async def rest(self) -> None:
        """Wait until no work is in progress."""
        while (doing := self._worker or self._writing) is not None:
            await asyncio.wait([doing])

    def _post(self, work: Work, done: Callable[[Any, Exception | None], None]) -> None:
        """Queue `work`. `done` is called with its result or its error."""
        self._work.append((work, done))
        self._start_worker()

    def _start_worker(self) -> None:
        """Start the worker if there is work and nothing else is in progress."""
        if self._work and not self.busy:
            self._worker = asyncio.create_task(self._do_all())

    async def _ask(self, work: Callable[[], Awaitable[Told]]) -> Told:
        """Run `work` after everything queued before it and return its result.

        Cancelling the caller does not cancel the work."""
        answer: asyncio.Future[Told] = asyncio.get_running_loop().create_future()

        def done(result: Told, error: Exception | None) -> None:
            if answer.done():  # the caller was cancelled
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
            self._again = asyncio.get_running_loop().call_later(AGAIN, self._retry_read)

    def _retry_read(self) -> None:
        """Read the log again after a failed read: connected guests wait for it."""
        self._again = None
        self._post(_no_work, _ignore_result)

    # --- events ----------------------------------------------------------------------------------

    def do(
        self,
        command: commands.Logged,
        guest: Guest,
        levels: tuple[str, ...],
        refused: Callable[[Exception | None], None],
    ) -> None:
        """Queue a guest's command. `refused` gets its error, or None once its row is committed."""
        queued = QueuedCommand(command, guest, levels, refused, monotonic())
        if self.busy or self._unsure or self.gone or not self._append_now(queued):
            self._post(partial(self._run_command, queued), lambda _, error: refused(error))

    def _append_now(self, queued: QueuedCommand) -> bool:
        """Append a command's row at once, without the worker. Return False if it needs the worker."""
        if self.room.log.number_of(queued.guest.person.id, queued.command.id) is not None:
            return False
        try:
            pending = self._write(self._proposed(queued))
        except Exception:  # the worker runs it again and reports the error
            return False
        self._writing = pending.row
        pending.row.add_done_callback(partial(self._on_written, queued, pending))
        return True

    def _on_written(
        self, queued: QueuedCommand, pending: PendingAppend, row: "asyncio.Future[bool]"
    ) -> None:
        """Handle a finished append: notify everyone, or hand a failed one to the worker as its next job."""
        self._writing, wrong = None, None
        if row.cancelled():  # the process is stopping
            return
        if row.exception() is None and row.result():
            try:
                self._replace_room(pending.after, queued.guest)
                self.wrote(self, pending.before)
                self._metrics.committed(monotonic() - queued.since)
            except Exception as error:
                wrong = error
            queued.refused(wrong)
        else:
            work = partial(self._run_command, queued, pending)
            self._work.appendleft((work, lambda _, error: queued.refused(error)))
        self._start_worker()

    def _proposed(self, queued: QueuedCommand) -> events.AnyEvent:
        """Return the event that a command would cause now."""
        person = queued.guest.person
        return propose(
            self.room,
            queued.command,
            person.id,
            person.name,
            queued.levels,
            SECRET,
            lambda: self.presence().here,
            followers,
        )

    async def _run_command(
        self, queued: QueuedCommand, pending: PendingAppend | None = None
    ) -> None:
        """Run a command to its end: settle a pending append, and retry if other processes were first."""
        command, guest = queued.command, queued.guest
        happened = pending is not None and await self._await_append(pending, guest)
        for _ in range(ATTEMPTS):
            if happened:
                break
            done = self.room.log.number_of(guest.person.id, command.id)
            if done is not None:
                guest.send(encode(wire.Finished(id=command.id, number=done)))
                return
            try:
                happened = await self._happen(self._proposed(queued), guest)
            except (Failed, NoRoom):
                raise
            except TrapoulaError:
                if not await self._has_more():  # never refuse on the basis of an old state
                    raise
        if not happened:
            raise Failed("Others were always first; try again.")
        self._metrics.committed(monotonic() - queued.since)

    async def run_command(
        self, command: commands.Logged, person: Person, levels: tuple[str, ...]
    ) -> Exception | None:
        """Run a command of a person who need not be in the room. Return its error, or None."""
        answer: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        sender = Sender(person)
        self.do(command, sender, levels, lambda e: None if answer.done() else answer.set_result(e))
        return await answer

    async def happen(self, make: Callable[[Room], events.AnyEvent | None]) -> bool:
        """Append the event that `make` returns, if any. Return whether one was appended."""

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
        """Record that the player of the round with this row used a hint, or saw a whole solution."""

        def make(room: Room) -> events.AnyEvent | None:
            return events.Advice(seat=0, whole=whole) if room.began <= number else None

        await self.happen(make)

    async def catch_up(self, news: Row | None = None) -> None:
        """Apply rows of other processes: the given row if it is the next one, else all that the log has."""

        async def work() -> None:
            if news is not None and news.body and news.number == self.room.number + 1:
                self._fold(news)
            elif news is None or news.number > self.room.number:
                self._unsure = True  # until the log is read
                await self._catch_up()

        await self._ask(work)

    async def delete(self, check: Callable[[], None]) -> None:
        """Delete the room, unless `check` raises."""

        async def work() -> None:
            check()
            if not await self._end(self._store.delete_room(self.room.id)):
                self._mark_gone()  # another process deleted it

        await self._ask(work)

    async def sweep(self, before: float) -> bool:
        """Delete the room if it is still untouched and empty. Return whether it was."""

        async def work() -> bool:
            if self.guests or self.elsewhere:
                return False
            return await self._end(self._store.sweep_room(self.room.id, before))

        return await self._ask(work)

    async def _happen(self, event: events.AnyEvent, guest: Guest | None) -> bool:
        """Append an event, apply it and notify everyone. Return False if another process was first."""
        return await self._await_append(self._write(event), guest)

    def _write(self, event: events.AnyEvent) -> PendingAppend:
        """Start to append an event."""
        before = self.room
        room = before.next(self.now(), event)
        at, event = room.log.last
        written = Row(room.number, at, events.write(event))
        stored = self._store.append(room.id, written, self._store.beside(before, room, event))
        row = stored if isinstance(stored, asyncio.Future) else asyncio.ensure_future(stored)
        return PendingAppend(before, room, row)

    async def _await_append(self, pending: PendingAppend, guest: Guest | None) -> bool:
        """Wait for an append. If it took its number, apply it and notify everyone."""
        try:
            first = await pending.row
        except Unsure as lost:
            await self._ask_log(lost)
            if self.room is pending.before:  # the log does not have the row
                raise Failed("It could not be stored.") from None
            return False
        if not first:
            await self._catch_up()
            return False
        self._replace_room(pending.after, guest)
        self.wrote(self, pending.before)
        return True

    async def _ask_log(self, lost: Unsure) -> None:
        """Catch up with the log after a write with an unknown outcome. Raise `lost` if it cannot be read."""
        self._unsure = True
        try:
            await self._catch_up()
        except NoRoom:
            raise
        except Failed:
            raise lost from None

    async def _has_more(self) -> bool:
        """Catch up with other processes. Return whether there were new rows."""
        before = self.room
        if self._store.database.shared:
            await self._catch_up()
        return self.room is not before

    async def _catch_up(self) -> None:
        """Apply new rows from the log. If our last row is missing, the room was deleted."""
        last = self.room.number
        rows = await self._store.rows(self.room.id, last - 1)
        if not rows or rows[0].number != last:
            self._mark_gone()
            raise NoRoom("This room is gone.")
        self._unsure = False
        for row in rows[1:]:
            self._fold(row)

    async def _end(self, deleting: Awaitable[bool]) -> bool:
        """Return whether the room was deleted; if so, unload it."""
        try:
            if not await deleting:
                return False
        except Unsure as lost:
            with suppress(NoRoom):
                await self._ask_log(lost)
                raise Failed("It could not be stored.") from None
        self._mark_gone()
        return True

    def _mark_gone(self) -> None:
        self.gone = True
        self.after(self)

    def _fold(self, row: Row) -> None:
        try:
            room = self._found(self.room.then(row.at, events.read(row.body), checked=True))
        except Exception:
            self._mark_gone()  # the next guest who loads it gets the error
            raise Damaged("This table is damaged and cannot be opened.") from None
        self._replace_room(room, None)

    def _replace_room(self, room: Room, cause: Guest | None) -> None:
        """Replace the room by a committed one and notify everyone."""
        self.room = room = lean(room)
        event = room.log.last[1]
        self._metrics.count("events", type(event).__name__.lower())
        try:
            self._broadcast(event, cause)
        except Exception:  # our bug, but the row is committed: do not report a failure
            log.exception("an event could not be sent")
            self._metrics.count("failures")
            if cause is not None:
                cause.send(encode(wire.Finished(id=event.id, number=room.number)))
        self.after(self)

    # --- frames ----------------------------------------------------------------------------------

    def _broadcast(self, event: events.AnyEvent, cause: Guest | None) -> None:
        """Send the last event to each guest, as its seat sees it."""
        if self.room.resat and self.room.made.settings.watch == "nobody":
            self._remove_spectators()
        room = self.room
        news, sitting = frames.News(room), room.sitting
        new_hands = isinstance(event, (events.Start, events.Again))
        written: dict[tuple[Seat | None, PlayerId], bytes] = {}
        for guest in [*self.guests]:
            player = guest.person.id
            if new_hands:
                guest.looks = None  # at a shared screen, each new hand starts hidden
            seat = sitting.seen_from(player, guest.looks)
            key = (seat, player if room.retold else "")
            frame = written.get(key)
            if frame is None:
                frame = written[key] = news.event(player, seat)
            if event.id and (guest is cause or (cause is None and event.by == player)):
                frame = frames.acknowledging(frame, event.id)
            guest.send(frame)
        if cause is not None and cause not in self.guests:  # the sender has left meanwhile
            cause.send(encode(wire.Finished(id=event.id, number=room.number)))
        self._metrics.count("frames", by=len(self.guests))

    def _remove_spectators(self) -> None:
        """Remove spectators from a room that forbids them, when a round begins."""
        out = [guest for guest in self.guests if not self._welcomes(guest.person.id)]
        self.tell(wire.Bye(code="removed"), out)
        for guest in out:
            self.guests.discard(guest)
            guest.table = None

    def show(self, guest: Guest, command: commands.Enter) -> None:
        """Add a guest and send them the room."""
        self.check_guest(guest.person.id)
        looks = guest.looks if command.seat is None and guest in self.guests else command.seat
        told = self.picture(guest.person.id, looks=looks, since=command.number, id_=command.id)
        guest.looks = looks
        self.guests.add(guest)
        if self._unsure and self._again is None:
            self._retry_read()
        here = self.presence()  # includes the new guest
        guest.send(encode(replace(told, here=here.here, watching=here.watching)))

    def look(self, guest: Guest, command: commands.Look) -> None:
        """Show the room from another of the guest's own seats."""
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
        """Return the room as a player sees it."""
        now, here = self.now(), self.presence()
        return frames.picture(self.room, player, now, here, looks=looks, since=since, id_=id_)

    def check_guest(self, player: PlayerId) -> None:
        """Raise NoRoom if the player may not enter this room."""
        if self.gone:
            raise NoRoom("This room is gone.")
        if not self._welcomes(player):
            raise NoRoom("There is no such room, or it is not for you.")

    def _welcomes(self, player: PlayerId) -> bool:
        sitting = self.room.sitting
        waiting = sitting.phase == "waiting" and player not in sitting.removed
        inside = sitting.seat_of(player) is not None or player in (sitting.host, self.room.made.by)
        return waiting or inside or self.room.made.settings.watch == "anyone"

    # --- presence --------------------------------------------------------------------------------

    def presence(self) -> wire.Presence:
        """Return the seats whose players are connected, and the number of spectators, at all processes."""
        here, watching = self.own_presence()
        seats = {seat for others in self.elsewhere.values() for seat in others.here}
        return wire.Presence(
            here=sorted(seats | set(here)),
            watching=watching + sum(others.watching for others in self.elsewhere.values()),
        )

    def own_presence(self) -> tuple[list[Seat], int]:
        """Return the seats and spectators connected to this process."""
        seats = [self.room.sitting.seats_of(guest.person.id) for guest in self.guests]
        return sorted({seat for own in seats for seat in own}), seats.count(())

    def looking(self) -> set[PlayerId]:
        """Return the players who have the table in view, at all processes."""
        chairs = self.room.sitting.chairs
        seats = {seat for others in self.elsewhere.values() for seat in others.looking}
        seats |= self.own_looking()
        return {chairs[seat].player for seat in seats if seat < len(chairs)}

    def own_looking(self) -> set[Seat]:
        """Return the seats of players who have the table in view, at this process."""
        own = (self.room.sitting.seats_of(guest.person.id) for guest in self.guests if guest.seen)
        return {seat for seats in own for seat in seats}

    def tell_presence(self) -> None:
        """Send everyone the presence, if it has changed."""
        told = encode(self.presence())
        if told != self._told:
            self._told = told
            for guest in [*self.guests]:
                guest.send(told)

    def tell(self, message: wire.Told, guests: Iterable[Guest]) -> None:
        """Send a message to some guests."""
        frame = encode(message)
        for guest in [*guests]:
            guest.send(frame)
