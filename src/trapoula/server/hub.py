"""Every room that somebody is in, every person who is connected, and the making of new rooms."""

import asyncio
import json
import logging
import secrets
from collections import Counter
from collections.abc import Callable
from time import time
from typing import Any, Protocol

from trapoula import record as records
from trapoula.catalogue import find
from trapoula.game import Choice, Json
from trapoula.server import events, thinking
from trapoula.server.dealer import Dealer
from trapoula.server.errors import BadMessage, NoRoom, NotHost, TooFast, TooMany
from trapoula.server.events import Row, Settings
from trapoula.server.limits import Buckets, Limits
from trapoula.server.live import Guest, Live, rebuild
from trapoula.server.metrics import Metrics
from trapoula.server.people import People, Person, clean_name
from trapoula.server.proposals import shuffle
from trapoula.server.requests import NewRoom
from trapoula.server.results import results_of, summary_of
from trapoula.server.room import Room
from trapoula.server.store import Store
from trapoula.session import check_seats

REFRESH = 15.0  # seconds between looks at idle sockets, and between tellings of who is here
log = logging.getLogger("trapoula.hub")


class Member(Guest, Protocol):
    """A guest that the hub looks after."""

    address: str
    heard: float

    def drop(self, code: int, reason: str) -> None:
        """Say goodbye and close."""


class Hub:
    """What one process knows."""

    def __init__(
        self,
        store: Store,
        *,
        limits: Limits | None = None,
        thoughts: thinking.Thinking | None = None,
        clock: Callable[[], float] = time,
    ) -> None:
        self.store, self.limits, self.clock = store, limits or Limits(), clock
        self.thinking = thoughts or thinking.Thinking()
        self.metrics = Metrics()
        self.people = People(store)
        self.members: set[Member] = set()
        self.lives: dict[str, Live] = {}
        self.stopping = self._open = False
        self._dealers: dict[str, Dealer] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._by_player: Counter[str] = Counter()
        self._by_address: Counter[str] = Counter()
        self._new_rooms = Buckets(self.limits.new_rooms_burst, self.limits.new_rooms_rate)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._name = secrets.token_hex(4)
        self.metrics.gauge("rooms", lambda: len(self.lives))
        self.metrics.gauge("sockets", lambda: len(self.members))

    async def open(self) -> None:
        """Begin; once is enough."""
        if self._open:
            return
        self._open = True
        await self.store.database.open(self._hear)
        self.spawn(self._look_after())

    async def say_goodbye(self) -> None:
        """Send everyone home; every table survives in its log."""
        self.stopping = True
        for member in [*self.members]:
            member.drop(1001, "going-away")
        for _ in range(100):
            if not self.members:
                return
            await asyncio.sleep(0.02)

    async def close(self) -> None:
        """Stop."""
        await self.say_goodbye()
        for dealer in self._dealers.values():
            dealer.stop()
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinking.close()
        await self.store.database.close()

    def spawn(self, work: Any) -> None:
        """Let something go on by itself."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- rooms -----------------------------------------------------------------------------------

    async def live(self, id_: str) -> Live:
        """A room, from memory or from its log."""
        live = self.lives.get(id_)
        if live is not None:
            return live
        task = self._loading.get(id_)
        if task is None:
            task = self._loading[id_] = asyncio.create_task(self._load(id_))
            task.add_done_callback(lambda _: self._loading.pop(id_, None))
        return await asyncio.shield(task)

    async def _load(self, id_: str) -> Live:
        rows = await self.store.rows(id_)
        if not rows:
            raise NoRoom("There is no such room, or it is not for you.")
        return self._keep(await rebuild(id_, rows))

    def _keep(self, room: Room) -> Live:
        live = Live(room, self.store, self.metrics, self.clock)
        dealer = Dealer(live, self.thinking, self.limits, self.clock)
        live.after = lambda _: dealer.look()
        self.lives[room.id], self._dealers[room.id] = live, dealer
        self._let_go_later(live)
        return live

    def _let_go_later(self, live: Live) -> None:
        asyncio.get_running_loop().call_later(self.limits.linger, self._let_go, live)

    def _let_go(self, live: Live) -> None:
        """Forget a room that nobody is in; its log remembers."""
        if not live.guests and self.lives.get(live.room.id) is live:
            if live.lock.locked():
                self._let_go_later(live)
                return
            del self.lives[live.room.id]
            self._dealers.pop(live.room.id).stop()

    async def make(self, wanted: NewRoom, person: Person) -> Live:
        """A new room, with its maker at the first seat."""
        if not self._new_rooms.take(person.id):
            raise TooFast("That is a lot of new tables; wait a moment.")
        create = await self._create(wanted, person)
        alone, shared = await self.store.count_rooms(person.id)
        if alone >= self.limits.rooms_alone or shared >= self.limits.rooms_shared:
            raise TooMany("You have many unfinished tables; finish or close some first.")
        now = self.clock()
        room = Room(secrets.token_urlsafe(9), now, create)
        first: list[events.Any_] = [events.Sit(seat=0, name=person.name, by=person.id)]
        levels = thinking.levels(create.game)
        for bot in wanted.bots:
            if not 0 < bot.seat < create.seats or (bot.level and bot.level not in levels):
                raise BadMessage("There is no such seat or no such bot.")
            first.append(events.Bot(seat=bot.seat, level=bot.level or (levels or ("",))[-1]))
        for own in wanted.hold:
            taken = any(
                own.seat == event.seat for event in first if isinstance(event, events.Seated)
            )
            if taken or not 0 < own.seat < create.seats:
                raise BadMessage("There is no such seat or no such bot.")
            name = clean_name(own.name)
            first.append(events.Sit(seat=own.seat, name=name, by=person.id, also=True))
        for event in first:
            room.apply(room.number + 1, now, event)
        if create.seats == 1 or (wanted.start and room.sitting.full):
            room.apply(room.number + 1, now, events.Start())
        rows = [
            Row(number, at, events.write(event)) for number, (at, event) in enumerate(room.log, 1)
        ]
        also = [self.store.result(result) for result in results_of(room)]
        await self.store.make_room(
            room.id,
            rows,
            summary_of(self.store, room),
            self.store.member(room.id, person.id, now),
            also,
        )
        self.metrics.count("rooms_made")
        return self._keep(room)

    async def _create(self, wanted: NewRoom, person: Person) -> events.Create:
        settings = Settings(
            watch=wanted.watch,
            lobby=wanted.lobby,
            talk=wanted.talk,
            clock=wanted.clock,
            absent=wanted.absent,
        )
        if wanted.replay is not None:
            text = await self.store.replay(wanted.replay)
            if text is None:
                raise NoRoom("There is no such replay.")
            record = await asyncio.to_thread(records.read, text)
            step = len(record.actions) if wanted.step is None else wanted.step
            return events.Create(
                game=record.game, options=dict(record.options), seats=record.seats, settings=settings,
                deal=record.deal, deck=record.deck, actions=record.actions[:step], by=person.id,
            )  # fmt: skip
        if wanted.game is None:
            raise BadMessage("Which game?")
        entry = find(wanted.game)
        chosen: dict[str, object] = {}
        if wanted.preset is not None:
            if wanted.preset not in entry.presets:
                raise BadMessage(
                    "{game} has no preset {preset}.", game=entry.id, preset=repr(wanted.preset)
                )
            chosen |= entry.presets[wanted.preset]
        options: dict[str, Choice] = entry.settle(chosen | wanted.options)
        game = entry.make(options)
        seats = check_seats(game, wanted.seats)
        dealt = shuffle(game, seats, wanted.deal)
        return events.Create(
            game=entry.id, options=options, seats=seats, settings=settings, deal=dealt.deal,
            deck=dealt.deck, by=person.id,
        )  # fmt: skip

    async def delete(self, id_: str, person: Person) -> None:
        """Close a room for good: only its host may, and only when no other person sits there."""
        live = await self.live(id_)
        async with live.lock:
            sitting = live.room.sitting
            if person.id not in (sitting.host, live.room.made.by):
                raise NotHost("That is for the host of the table.")
            if any(
                chair.kind == "person" and chair.player != person.id for chair in sitting.chairs
            ):
                raise NotHost("Others sit at this table.")
            await self.store.delete_room(id_)
            self._drop_room(live)

    def _drop_room(self, live: Live) -> None:
        live.gone = True
        live.tell({"type": "bye", "code": "removed"}, live.guests)
        for member in self.members:
            if member.live is live:
                member.live = None
        live.guests.clear()
        self.lives.pop(live.room.id, None)
        dealer = self._dealers.pop(live.room.id, None)
        if dealer is not None:
            dealer.stop()

    # --- people ----------------------------------------------------------------------------------

    def admit(self, member: Member) -> bool:
        """Let a connection in, unless there are too many."""
        player, limits = member.person.id, self.limits
        if (
            self.stopping
            or len(self.members) >= limits.sockets
            or self._by_player[player] >= limits.sockets_player
            or self._by_address[member.address] >= limits.sockets_address
        ):
            return False
        self.members.add(member)
        self._by_player[player] += 1
        self._by_address[member.address] += 1
        return True

    def dismiss(self, member: Member) -> None:
        """A connection is gone."""
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

    def entered(self, live: Live) -> None:
        """Somebody came into a room."""
        live.tell_presence()
        self._tell_elsewhere(live)
        self._look(live)

    def leave(self, member: Member) -> None:
        """Somebody left the room."""
        live, member.live = member.live, None
        if live is None or member not in live.guests:
            return
        live.guests.discard(member)
        live.tell_presence()
        self._tell_elsewhere(live)
        self._look(live)
        if not live.guests:
            self._let_go_later(live)
        if live.room.sitting.alone and not self.stopping:
            self.spawn(self._pause(live))

    async def _pause(self, live: Live) -> None:
        """Stop the clock of a player alone who has gone."""

        def pause(room: Room) -> events.Pause | None:
            here = live.presence()["here"]
            session = room.session
            idle = session is not None and session.running and room.sitting.phase == "playing"
            return events.Pause(seat=0) if idle and not here and session and session.steps else None

        try:
            await live.happen(pause)
        except NoRoom:
            return

    async def rename(self, person: Person, name: str) -> Person:
        """Give a person a name, at the tables they are at too."""
        new = await self.people.rename(person.id, name, self.clock())
        if self.store.database.shared:
            await self.store.database.tell(f"n {person.id} 0")
        rooms = {
            member.live for member in self.members if member.person.id == person.id and member.live
        }
        for member in self.members:
            if member.person.id == person.id:
                member.person = new
        for live in rooms:

            def call(room: Room) -> events.Rename | None:
                seat = room.sitting.seat_of(new.id)
                return None if seat is None else events.Rename(seat=seat, name=new.name, by=new.id)

            await live.happen(call)
        return new

    # --- other processes -------------------------------------------------------------------------

    async def _hear(self, news: str) -> None:
        """Another process wrote a row, closed a room, or tells who is with it."""
        if news == "*":
            for live in [*self.lives.values()]:
                self.spawn(live.catch_up())
            return
        kind, _, rest = news.partition(" ")
        id_, _, what = rest.partition(" ")
        if kind == "n":
            self.people.forget_name(id_)
            return
        live_ = self.lives.get(id_)
        if live_ is None:
            return
        if kind == "e":
            number, at, body = (*what.split(" "), "", "")[:3]
            self.spawn(live_.catch_up(Row(int(number), float(at or 0), bytes.fromhex(body))))
        elif kind == "d":
            self._drop_room(live_)
        elif kind == "p":
            told = json.loads(what)
            if told["here"] or told["watching"]:
                live_.elsewhere[told["at"]] = (self.clock(), told["here"], told["watching"])
            else:
                live_.elsewhere.pop(told["at"], None)
            if told.get("ask"):
                self._tell_elsewhere(live_, ask=False)
            live_.tell_presence()
            self._look(live_)

    def _tell_elsewhere(self, live: Live, *, ask: bool = True) -> None:
        if self.store.database.shared and not self.stopping:
            here, watching = live.own_presence()
            told: dict[str, Json] = {
                "at": self._name,
                "here": [*here],
                "watching": watching,
                "ask": ask,
            }
            self.spawn(self.store.database.tell(f"p {live.room.id} {json.dumps(told)}"))

    def _look(self, live: Live) -> None:
        dealer = self._dealers.get(live.room.id)
        if dealer is not None:
            dealer.look()

    # --- upkeep ----------------------------------------------------------------------------------

    async def _look_after(self) -> None:
        """Close silent sockets, forget processes that died, and sweep out untouched rooms."""
        swept = 0.0
        while True:
            now = self.clock()
            for member in [*self.members]:
                if now - member.heard > self.limits.idle:
                    member.drop(4001, "idle")
            for live in [*self.lives.values()]:
                old = [
                    at for at, (told, _, _) in live.elsewhere.items() if now - told > 3 * REFRESH
                ]
                for at in old:
                    del live.elsewhere[at]
                if old:
                    live.tell_presence()
                    self._look(live)
                if live.guests:
                    self._tell_elsewhere(live, ask=False)
            if now - swept > 3600:
                swept = now
                try:
                    await self.store.sweep_rooms(now - self.limits.sweep)
                except Exception:  # the database may be away for a while
                    log.warning("rooms could not be swept")
            await asyncio.sleep(min(REFRESH, self.limits.idle / 3))
