"""The open rooms of a process: load them, make new ones, unload or delete them."""

import asyncio
import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from trapoula.core.errors import UnknownGame
from trapoula.host.bodies import NewRoom
from trapoula.host.chance import SECRET
from trapoula.host.listings import listing_of
from trapoula.host.making import creation, rows_of, set_up_room
from trapoula.host.names import Person
from trapoula.host.rounds import Replayed, replayed
from trapoula.play import record as records
from trapoula.room import events, wire
from trapoula.room.errors import Failed, NoRoom, NotHost, TooMany
from trapoula.room.events import Row
from trapoula.room.room import Room
from trapoula.server import checkpoints
from trapoula.server.errors import Damaged, TooFast
from trapoula.server.limits import Buckets
from trapoula.server.open_room import OpenRoom
from trapoula.server.stand_ins import StandIns
from trapoula.stats.results import results_of
from trapoula.thinking import thoughts

if TYPE_CHECKING:
    from trapoula.server.house import House

ROWS_A_DROP = 100  # rows of a log for one token of the load limit
ACTIONS_A_DROP = 100  # actions of a replayed record for one token of the new-room limit
LAST_MOVES = 5.0  # seconds for writes in flight when the server stops
log = logging.getLogger("trapoula.rooms")


class Rooms:
    """The open rooms of one process."""

    def __init__(self, house: "House") -> None:
        self.open: dict[str, OpenRoom] = {}
        self.damaged: set[str] = set()  # ids of rooms whose logs could not be read
        self._house = house
        self._stand_ins: dict[str, StandIns] = {}
        self._loading: dict[str, asyncio.Task[OpenRoom]] = {}
        self._changed_while_loading: set[str] = set()  # by other processes
        limits = house.limits
        self._new = Buckets(limits.new_rooms_burst, limits.new_rooms_rate)
        self._new_there = Buckets(limits.address_rooms_burst, limits.address_rooms_rate)
        self._listed = Buckets(limits.lobby_burst, limits.lobby_rate)

    async def close(self) -> None:
        """Stop all bots and clocks, and wait for writes in flight."""
        for stand_ins in self._stand_ins.values():
            stand_ins.stop()
        with suppress(TimeoutError):  # do not wait for a database that hangs
            async with asyncio.timeout(LAST_MOVES):
                for table in [*self.open.values()]:
                    await table.rest()

    async def find(self, id_: str, address: str = "") -> OpenRoom:
        """Return a room from memory or from its log. Loading a log is charged to `address` by its length."""
        table = self.open.get(id_)
        if table is not None:
            return table
        loads = self._house.loads
        if address and not loads.take(address):
            raise TooFast("That is a lot of old tables; wait a moment.")
        table = await self._found(id_)
        loads.take(address, table.work / ROWS_A_DROP)
        return table

    async def newest(self, id_: str, address: str = "") -> OpenRoom:
        """Return a room with every row that other processes have written."""
        table = await self.find(id_, address)
        if self._house.store.database.shared:
            await table.catch_up()
        return table

    async def _found(self, id_: str) -> OpenRoom:
        task = self._loading.get(id_)
        if task is None:
            task = self._loading[id_] = asyncio.create_task(self._load(id_))
            task.add_done_callback(lambda _: self._loaded(id_))
        return await asyncio.shield(task)

    async def _load(self, id_: str) -> OpenRoom:
        """Load a room from its log, including rows that others append meanwhile."""
        try:
            found = await checkpoints.load(self._house.store, id_)
            room = found.room
            while id_ in self._changed_while_loading:
                self._changed_while_loading.discard(id_)
                for row in (await self._rows(id_, room.number - 1))[1:]:
                    room.apply(row.number, row.at, events.read(row.body), checked=True)
        except (Failed, NoRoom, UnknownGame):
            raise
        except Exception as error:
            self.mark_damaged(id_, error)
            raise Damaged("This table is damaged and cannot be opened.") from None
        self.damaged.discard(id_)
        table = self._keep(room)
        table.work, table.kept = found.work, found.kept
        if found.long:
            self._keep_checkpoint(table)
        return table

    def _keep_checkpoint(self, table: OpenRoom) -> None:
        table.kept = table.room.number
        self._house.spawn(checkpoints.keep(self._house.store, table.room))

    def _wrote(self, table: OpenRoom, before: Room) -> None:
        """After a write of ours: notify the next player, and make a checkpoint of a long log."""
        self._house.calls.wrote(table, before)
        if table.room.number - table.kept >= checkpoints.EVERY:
            self._keep_checkpoint(table)

    async def replayed(self, room: Room, round_: int, address: str) -> Replayed:
        """Replay a round of a room. The cost is charged to `address` by the round's length."""

        async def rows(first: int, last: int) -> Sequence[Row]:
            if not self._house.loads.take(address, 1 + (last - first) / ROWS_A_DROP):
                raise TooFast("That is a lot of old tables; wait a moment.")
            return await self._house.store.rows(room.id, first - 1, last - first + 1)

        return await replayed(room, round_, rows, asyncio.to_thread)

    def mark_damaged(self, id_: str, error: Exception) -> None:
        """Mark a room's log as unreadable, for /health. Logs it once a room."""
        if id_ not in self.damaged:
            self.damaged.add(id_)
            kind = type(error).__name__
            log.error(f"cannot read the log of room {id_}: {kind}")

    def _loaded(self, id_: str) -> None:
        self._loading.pop(id_, None)
        self._changed_while_loading.discard(id_)

    async def _rows(self, id_: str, after: int = 0) -> list[Row]:
        rows = await self._house.store.rows(id_, after)
        if not rows:
            raise NoRoom("There is no such room, or it is not for you.")
        return rows

    async def ring(self, id_: str) -> bool:
        """Handle a table whose time is up: bots play on, or its late player is called.

        Return True if there is nothing left to do until the turn passes."""
        table = await self.newest(id_)
        stand_ins = self._stand_ins.get(id_)
        if stand_ins is None:  # unloaded meanwhile
            return False
        await stand_ins.see_to()
        room, seat = table.room, table.room.turn
        late = seat is not None and not room.sitting.chairs[seat].played_by_bot
        late = late and 0 < room.rings <= table.now()
        if late:
            self._house.calls.late(table)
        return late

    def note_change(self, id_: str | None = None) -> None:
        """Note that other processes wrote to a room, or to any room, so that a load in progress reads on."""
        self._changed_while_loading.update(one for one in self._loading if id_ in (one, None))

    def _keep(self, room: Room) -> OpenRoom:
        table = OpenRoom(room, self._house.store, self._house.metrics, self._house.clock)
        stand_ins = StandIns(table, self._house.lanes, self._house.limits)
        table.after, table.wrote = self._after, self._wrote
        self.open[room.id], self._stand_ins[room.id] = table, stand_ins
        self.let_go_later(table)
        return table

    def let_go_later(self, table: OpenRoom) -> None:
        """Unload a room after a while, if it is still empty then."""
        asyncio.get_running_loop().call_later(self._house.limits.linger, self._let_go, table)

    def _let_go(self, table: OpenRoom) -> None:
        """Unload an empty room; its log stays."""
        if not table.guests and self.open.get(table.room.id) is table:
            if table.busy or self._stand_ins[table.room.id].busy:
                self.let_go_later(table)
                return
            del self.open[table.room.id]
            self._stand_ins.pop(table.room.id).stop()

    async def make(
        self, wanted: NewRoom, person: Person, address: str
    ) -> tuple[OpenRoom, list[str]]:
        """Make a room, with its maker in the first seat. Also return the games of rooms deleted for it."""
        self._charge(person, address, 1)
        if wanted.lobby and not self._listed.take(address):
            raise TooFast("That is a lot of tables for everyone; wait a moment.")
        create = await self._create(wanted, person, address)
        made_way = await self._make_way(person, alone=create.seats == 1)
        now = self._house.clock()
        levels = thoughts.levels(create.game)
        made = secrets.token_urlsafe(9), now, create, wanted, person, levels
        room = await asyncio.to_thread(set_up_room, *made) if create.actions else set_up_room(*made)
        also = self._house.store.figures.ended(results_of(room))
        await self._house.store.make_room(
            rows_of(room),
            listing_of(room),
            self._house.store.member(room.id, person.id, now),
            also,
        )
        self._house.metrics.count("rooms_made")
        return self._keep(room), made_way

    async def _make_way(self, person: Person, *, alone: bool) -> list[str]:
        """Delete a player's oldest untouched rooms if they have reached the limit; return their games."""
        counts, limits = await self._house.store.count_rooms(person.id), self._house.limits
        over = counts[0] - limits.rooms_alone if alone else counts[1] - limits.rooms_shared
        if over < 0:
            return []
        gone: list[str] = []
        oldest = await self._house.store.oldest_rooms(person.id, alone=alone, most=over + 20)
        for id_, game in oldest:
            if len(gone) > over:
                break
            if id_ in self.open and self.open[id_].guests:
                continue
            with suppress(NotHost, NoRoom, Damaged):
                await self.delete(id_, person)
                gone.append(game)
        if not gone:
            raise TooMany("You have many unfinished tables; finish or close some first.")
        return gone

    def _charge(self, person: Person, address: str, cost: float) -> None:
        """Charge a new room to the player and the address, before any work is done for it."""
        for buckets, name in ((self._new_there, address), (self._new, person.id)):
            if not buckets.take(name, cost):
                raise TooFast("That is a lot of new tables; wait a moment.")

    async def _create(self, wanted: NewRoom, person: Person, address: str) -> events.Create:
        if wanted.replay is None:
            return creation(wanted, person.id, SECRET)
        text = await self._house.store.replay(wanted.replay)
        if text is None:
            raise NoRoom("There is no such replay.")
        self._charge(person, address, text.count("\n") / ACTIONS_A_DROP)
        record = await asyncio.to_thread(records.read, text)
        return creation(wanted, person.id, SECRET, record)

    async def delete(self, id_: str, person: Person, address: str = "") -> None:
        """Delete a room. Only its host can, and only if no other person sits there."""
        table = await self.newest(id_, address)

        def check() -> None:
            sitting = table.room.sitting
            if person.id not in (sitting.host, table.room.made.by):
                raise NotHost("That is for the host of the table.")
            if any(
                chair.kind == "person" and chair.player != person.id for chair in sitting.chairs
            ):
                raise NotHost("Others sit at this table.")

        await table.delete(check)

    async def sweep(self, before: float) -> int:
        """Delete untouched, empty rooms from before a time. Return how many."""
        swept = 0
        for id_ in await self._house.store.untouched_rooms(before):
            table = self.open.get(id_)
            sweeping = table.sweep(before) if table else self._house.store.sweep_room(id_, before)
            with suppress(NoRoom):
                swept += await sweeping
        return swept

    def drop(self, table: OpenRoom) -> None:
        """Unload a deleted room and send everyone out."""
        table.gone = True
        table.tell(wire.Bye(code="removed"), table.guests)
        for member in self._house.presence.members:
            if member.table is table:
                member.table = None
        table.guests.clear()
        self.open.pop(table.room.id, None)
        stand_ins = self._stand_ins.pop(table.room.id, None)
        if stand_ins is not None:
            stand_ins.stop()

    def _after(self, table: OpenRoom) -> None:
        """After an event: unload a deleted room, or update presence, bots and clocks."""
        if table.gone:
            self.drop(table)
        elif table.room.resat:
            self._house.presence.entered(table)
        else:
            self.look(table)

    def look(self, table: OpenRoom) -> None:
        """Let a room's bots and clock act on its present state."""
        stand_ins = self._stand_ins.get(table.room.id)
        if stand_ins is not None:
            stand_ins.look()
