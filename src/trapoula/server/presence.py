"""Who is connected, at this process and at others, and to which room."""

import asyncio
import json
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from trapoula.core.game import Json
from trapoula.host.names import Person
from trapoula.room import events
from trapoula.room.errors import NoRoom
from trapoula.room.events import PlayerId, Row
from trapoula.room.lookalikes import told_apart
from trapoula.room.room import Room
from trapoula.server.guests import Guest
from trapoula.server.limits import Buckets
from trapoula.server.open_room import Elsewhere, OpenRoom

if TYPE_CHECKING:
    from trapoula.server.house import House


class Member(Guest, Protocol):
    """A connected guest, as the house tracks it."""

    key: str  # digest of the connection's token
    heard: float

    def drop(self, code: int, reason: str) -> None:
        """Say why, and close the connection."""


class Presence:
    """The connections of this process, and what other processes report of theirs."""

    def __init__(self, house: "House") -> None:
        self.members: set[Member] = set()
        self._house = house
        self.messages = Buckets(house.limits.messages_burst, house.limits.messages_rate)
        self._by_player: Counter[str] = Counter()
        self._by_address: Counter[str] = Counter()

    async def say_goodbye(self) -> None:
        """Close every connection; wait up to two seconds."""
        for member in [*self.members]:
            member.drop(1001, "going-away")
        for _ in range(100):
            if not self.members:
                return
            await asyncio.sleep(0.02)

    def admit(self, member: Member) -> str | None:
        """Register a connection, or return the reason to refuse it."""
        player, limits = member.person.id, self._house.limits
        if self._house.stopping:
            return "going-away"
        if (
            len(self.members) >= limits.sockets
            or self._by_player[player] >= limits.sockets_player
            or self._by_address[member.address] >= limits.sockets_address
        ):
            return "too-many"
        self.members.add(member)
        self._by_player[player] += 1
        self._by_address[member.address] += 1
        return None

    def dismiss(self, member: Member) -> None:
        """Unregister a closed connection."""
        if member not in self.members:
            return
        self.members.discard(member)
        for counter, key in (
            (self._by_player, member.person.id),
            (self._by_address, member.address),
        ):
            counter[key] -= 1
            if not counter[key]:
                del counter[key]
        self.leave(member)

    def entered(self, table: OpenRoom) -> None:
        """Update everyone after a guest has entered a room."""
        table.tell_presence()
        self.tell_elsewhere(table)
        self._house.rooms.look(table)
        self._note_visit(table)

    def _note_visit(self, table: OpenRoom) -> None:
        """Store that the room is in use, so that no process sweeps it."""
        now = self._house.clock()
        if now - table.visited > self._house.limits.sweep / 8 and table.guests:
            table.visited = now
            self._house.spawn(self._house.store.visit_rooms([table.room.id], now))

    def leave(self, member: Member) -> None:
        """Take a guest out of their room."""
        table, member.table = member.table, None
        if table is None or member not in table.guests:
            return
        table.guests.discard(member)
        table.tell_presence()
        self.tell_elsewhere(table)
        self._house.rooms.look(table)
        if not table.guests:
            self._house.rooms.let_go_later(table)
        if table.room.sitting.alone and not self._house.stopping:
            self._house.spawn(_pause(table))

    async def rename(self, person: Person, name: str) -> Person:
        """Rename a person everywhere, including the tables they sit at."""
        house = self._house
        new = await house.people.rename(person.id, name, house.clock())
        if house.store.database.shared:
            await house.store.database.tell(f"n {person.id} 0")
        await self._call(new)
        return new

    async def _call(self, person: Person) -> None:
        """Apply a person's new name to the connections and open rooms of this process."""
        for member in self.members:
            if member.person.id == person.id:
                member.person = person
        for table in [*self._house.rooms.open.values()]:
            if self.misnamed(table, person):
                await self.introduce(table, person)

    def misnamed(self, table: OpenRoom, person: Person) -> bool:
        """Return whether a person sits at a table under an old name."""
        return _naming(table.room, person) is not None

    async def introduce(self, table: OpenRoom, person: Person) -> None:
        """Apply a person's present name to their seat."""
        with suppress(NoRoom):
            await table.happen(lambda room: _naming(room, person))

    async def welcome_back(self, table: OpenRoom, player: PlayerId) -> None:
        """Give a returning player back the seats that bots played for them."""
        with suppress(NoRoom):
            while await table.happen(lambda room: _returning(room, player)):
                pass

    def disconnect(self, player: PlayerId) -> None:
        """Close all connections of a player, so that each reconnects under its own cookie."""
        for member in [*self.members]:
            if member.person.id == player:
                member.drop(1001, "going-away")

    # --- other processes -------------------------------------------------------------------------

    async def on_notification(self, news: str) -> None:
        """Handle a notification from another process: a new row, a deleted room, a name, or presence."""
        rooms = self._house.rooms
        if news == "*":
            rooms.note_change()
            self._house.people.forget_all()
            self._house.spawn(self._look_again())
            for table in [*rooms.open.values()]:
                self._house.spawn(table.catch_up())
            return
        kind, _, rest = news.partition(" ")
        id_, _, what = rest.partition(" ")
        if kind == "t":
            self._house.people.forget_token(id_)
            self.disconnect(what)
            return
        if kind == "n":
            self._house.people.forget_name(id_)
            self._house.spawn(self._heard_name(id_))
            return
        heard = rooms.open.get(id_)
        if heard is None:
            rooms.note_change(id_)
            return
        if kind == "e":
            number, at, body = (*what.split(" "), "", "")[:3]
            self._house.spawn(heard.catch_up(Row(int(number), float(at or 0), bytes.fromhex(body))))
        elif kind == "d":
            rooms.drop(heard)
        elif kind == "p":
            told = json.loads(what)
            if told["here"] or told["watching"]:
                heard.elsewhere[told["at"]] = Elsewhere(
                    self._house.clock(), told["here"], told["watching"], told.get("looking", [])
                )
            else:
                heard.elsewhere.pop(told["at"], None)
            if told.get("ask"):
                self.tell_elsewhere(heard, ask=False)
            heard.tell_presence()
            rooms.look(heard)

    async def _look_again(self) -> None:
        """Identify every connection again. Close those that now belong to another player."""
        for member in [*self.members]:
            person = await self._house.people.behind(member.key)
            if person.id != member.person.id:
                member.drop(1001, "going-away")
            elif person != member.person:
                await self._call(person)

    async def _heard_name(self, player: PlayerId) -> None:
        await self._call(await self._house.people.called(player))

    def tell_elsewhere(self, table: OpenRoom, *, ask: bool = True) -> None:
        """Notify the other processes who is in a room here."""
        database = self._house.store.database
        if database.shared and not self._house.stopping:
            here, watching = table.own_presence()
            told: dict[str, Json] = {
                "at": self._house.name,
                "here": [*here],
                "watching": watching,
                "looking": [*table.own_looking()],
                "ask": ask,
            }
            self._house.spawn(database.tell(f"p {table.room.id} {json.dumps(told)}"))


def _naming(room: Room, person: Person) -> events.Rename | None:
    """Return the event that gives a person's seat their present name, or None if it has it."""
    seat = room.sitting.seat_of(person.id) if person.named else None
    if seat is None:
        return None
    name = told_apart(person.name, room.sitting.names(seat))
    if room.sitting.chairs[seat].name == name:
        return None
    if room.full or room.must_move_first(person.id):  # renamed on a later visit
        return None
    return events.Rename(seat=seat, name=name, by=person.id)


def _returning(room: Room, player: PlayerId) -> events.Back | None:
    """Return the event that ends a bot's stand-in for a player, or None if there is none."""
    away = (seat for seat in room.sitting.seats_of(player) if room.sitting.chairs[seat].away)
    seat = None if room.full else next(away, None)
    return None if seat is None else events.Back(seat=seat, by=player)


async def _pause(table: OpenRoom) -> None:
    """Stop the clock of a solo player who has left."""

    def pause(room: Room) -> events.Pause | None:
        here = table.presence().here
        session = room.session
        idle = session is not None and session.running and room.sitting.phase == "playing"
        return events.Pause(seat=0) if idle and not here and session and session.steps else None

    try:
        await table.happen(pause)
    except NoRoom:
        return
