"""A room in memory with the people who are in it: commands come in, events go out."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import Any, Protocol

import msgspec

from trapoula.game import Json, Seat
from trapoula.room import commands, events, frames
from trapoula.room.events import PlayerId, Row
from trapoula.room.proposals import propose
from trapoula.room.room import Room
from trapoula.server.chance import SECRET
from trapoula.server.errors import Failed, NoRoom
from trapoula.server.metrics import Metrics
from trapoula.server.people import Person
from trapoula.server.results import results_of, summary_of
from trapoula.server.store import Store
from trapoula.server.store.database import Step

ATTEMPTS = 20  # at a number that others keep taking first
LONG = 150  # rows that are worth a thread to rebuild
encode: Callable[[Any], bytes] = msgspec.json.Encoder().encode


class Guest(Protocol):
    """One connection of a person who is in the room."""

    person: Person

    table: "OpenRoom | None"
    looks: Seat | None  # from which of several own seats the table is seen

    def send(self, frame: bytes) -> None:
        """Put a frame on its way; never waits."""


async def rebuild(id_: str, rows: Sequence[Row]) -> Room:
    """The room of a log, without holding up other tables."""
    if len(rows) > LONG:
        return await asyncio.to_thread(Room.rebuild, id_, rows)
    return Room.rebuild(id_, rows)


class OpenRoom:
    """A room, its lock, and its guests. Whoever looks at the room holds the lock."""

    def __init__(
        self, room: Room, store: Store, metrics: Metrics, clock: Callable[[], float]
    ) -> None:
        self.room = room
        self.lock = asyncio.Lock()
        self.guests: set[Guest] = set()
        self.elsewhere: dict[str, tuple[float, list[Seat], int]] = {}  # guests of other processes
        self.gone = False
        self.after: Callable[[OpenRoom], None] = lambda table: (
            None
        )  # called when something happened
        self._broken = False  # the room in memory may be ahead of its log
        self._store, self._metrics, self._clock = store, metrics, clock

    # --- what happens ----------------------------------------------------------------------------

    async def do(
        self, command: commands.Logged, person: Person, levels: tuple[str, ...], guest: Guest | None
    ) -> None:
        """Do what a person says; it is acknowledged when its row is committed."""
        since = monotonic()
        async with self.lock:
            await self._mend()
            for _ in range(ATTEMPTS):
                done = self.room.ids.get((person.id, command.id))
                if done is not None:
                    if guest is not None:
                        guest.send(encode({"type": "done", "id": command.id, "number": done}))
                    return
                event = propose(self.room, command, person.id, person.name, levels, SECRET)
                if await self._happen(event, guest):
                    self._metrics.committed(monotonic() - since)
                    return
        raise Failed("Others were always first; try again.")

    async def happen(self, make: Callable[[Room], events.AnyEvent | None]) -> bool:
        """Let the server do something of its own, if there is still a reason when it is its turn."""
        async with self.lock:
            await self._mend()
            for _ in range(ATTEMPTS):
                event = make(self.room)
                if event is None:
                    return False
                if await self._happen(event, None):
                    return True
        return False

    async def catch_up(self, news: Row | None = None) -> None:
        """Hear what other processes wrote: a row that they told, or whatever the log has."""
        async with self.lock:
            if self._broken:
                await self._mend()
                return
            room = self.room
            if news is None or news.number > room.number:
                told = news is not None and news.body and news.number == room.number + 1
                rows = [news] if news and told else await self._store.rows(room.id, room.number)
                for row in rows:
                    room.apply(row.number, row.at, events.read(row.body), checked=True)
                    self.broadcast(room.log[-1][1], None)
                self.after(self)

    async def _happen(self, event: events.AnyEvent, guest: Guest | None) -> bool:
        """Apply an event, commit it, and only then tell everyone. False: others were first."""
        room = self.room
        at, number = max(self._clock(), room.at), room.number + 1
        was_over = room.sitting.phase == "over"
        room.apply(number, at, event)
        self._broken = True  # until its row is in the log
        also = self._also(event, was_over)
        if not await self._store.append(room.id, Row(number, at, events.write(event)), also):
            await self._mend()
            return False
        self._broken = False
        self._metrics.count("events", type(event).__name__.lower())
        self.broadcast(event, guest)
        self.after(self)
        return True

    def _also(self, event: events.AnyEvent, was_over: bool) -> list[Step]:
        """What is kept beside the row: the lobby's summary, members and results."""
        room, steps = self.room, []
        if room.resat:
            steps.append(summary_of(self._store, room))
        if isinstance(event, events.Sit):
            steps.append(self._store.member(room.id, event.by, room.at))
        over = room.sitting.phase == "over"
        if over and not was_over:
            steps += [self._store.result(result) for result in results_of(room)]
        elif was_over and not over and not isinstance(event, events.Again):
            steps.append(self._store.no_results(room.id, room.sitting.round))
        return steps

    async def _mend(self) -> None:
        """Make the room what its log says, and tell everyone what they have not heard."""
        if self.gone:
            raise NoRoom("This room is gone.")
        if not self._broken:
            return
        rows = await self._store.rows(self.room.id)
        if not rows:
            raise NoRoom("This room is gone.")
        heard = self.room.number - 1  # the last number that was certainly committed and told
        room = await rebuild(self.room.id, rows[:heard])
        self.room = room
        for row in rows[heard:]:
            room.apply(row.number, row.at, events.read(row.body), checked=True)
            self.broadcast(room.log[-1][1], None)
        self._broken = False
        self.after(self)

    # --- what is told ----------------------------------------------------------------------------

    def broadcast(self, event: events.AnyEvent, cause: Guest | None) -> None:
        """Tell the last event to everyone in the form meant for them."""
        if self.room.resat and self.room.made.settings.watch == "nobody":
            self._show_out()
        room = self.room
        shared = frames.common(room, room.at)
        sitting = room.sitting
        new_hands = isinstance(event, events.Start | events.Again)
        written: dict[tuple[Seat | None, PlayerId], bytes] = {}
        for guest in self.guests:
            player = guest.person.id
            if new_hands:
                guest.looks = None  # nobody at a shared screen has asked for one yet
            seat = sitting.seen_from(player, guest.looks)
            key = (seat, player if room.resat else "")
            frame = written.get(key)
            if frame is None:
                frame = written[key] = encode(frames.event(room, player, seat, shared))
            if event.id and (guest is cause or (cause is None and event.by == player)):
                frame = frame[:-1] + b',"id":' + encode(event.id) + b"}"
            guest.send(frame)
        self._metrics.count("frames", by=len(self.guests))

    def _show_out(self) -> None:
        """Where nobody may watch, those who do not sit must leave when a round begins."""
        out = [guest for guest in self.guests if not self._welcomes(guest.person.id)]
        self.tell({"type": "bye", "code": "removed"}, out)
        for guest in out:
            self.guests.discard(guest)
            guest.table = None

    async def show(self, guest: Guest, command: commands.Enter) -> None:
        """Let a guest in and show the room as it is."""
        async with self.lock:
            await self._mend()
            self.check_guest(guest.person.id)
            if command.seat is not None or guest not in self.guests:
                guest.looks = command.seat
            self.guests.add(guest)
            try:
                told = self.picture(
                    guest.person.id, looks=guest.looks, since=command.number, id_=command.id
                )
            except BaseException:
                self.guests.discard(guest)
                raise
            guest.send(encode(told))

    async def look(self, guest: Guest, command: commands.Look) -> None:
        """Show the room from another of a guest's own seats."""
        async with self.lock:
            await self._mend()
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
    ) -> dict[str, Json]:
        """The room as a person sees it."""
        now = self._clock()
        told = frames.picture(self.room, player, now, looks=looks, since=since, id_=id_)
        return {**told, **self.presence()}

    def check_guest(self, player: PlayerId) -> None:
        """Nothing, when a person may be in this room."""
        if not self._welcomes(player):
            raise NoRoom("There is no such room, or it is not for you.")

    def _welcomes(self, player: PlayerId) -> bool:
        sitting = self.room.sitting
        waiting = sitting.phase == "waiting" and player not in sitting.removed
        inside = sitting.seat_of(player) is not None or player in (sitting.host, self.room.made.by)
        return waiting or inside or self.room.made.settings.watch == "anyone"

    # --- who is here -----------------------------------------------------------------------------

    def presence(self) -> dict[str, Json]:
        """The seats whose persons are connected, and the number of spectators, everywhere."""
        here, watching = self.own_presence()
        seats = {seat for _, others, _ in self.elsewhere.values() for seat in others}
        return {
            "here": [*sorted(seats | set(here))],
            "watching": watching + sum(count for _, _, count in self.elsewhere.values()),
        }

    def own_presence(self) -> tuple[list[Seat], int]:
        """The same for this process alone."""
        seats = [self.room.sitting.seats_of(guest.person.id) for guest in self.guests]
        return sorted({seat for own in seats for seat in own}), seats.count(())

    def tell_presence(self) -> None:
        """Tell everyone who is here."""
        self.tell({"type": "presence", **self.presence()}, self.guests)

    def tell(self, message: dict[str, Json], guests: Iterable[Guest]) -> None:
        """Tell some guests the same."""
        frame = encode(message)
        for guest in [*guests]:
            guest.send(frame)
