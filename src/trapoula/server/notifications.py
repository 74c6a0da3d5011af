"""Web Push: notify players who do not have their table in view."""

import asyncio
import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING

from trapoula import texts
from trapoula.core.errors import Phrase, TrapoulaError
from trapoula.core.game import Seat
from trapoula.host.bodies import NewPush
from trapoula.host.names import Person
from trapoula.machine.extras import NotInstalled
from trapoula.room import events
from trapoula.room.errors import NotAvailable, SeatTaken
from trapoula.room.events import PlayerId
from trapoula.room.room import Room
from trapoula.server.open_room import OpenRoom
from trapoula.server.webpush import GONE, Subscription, WebPush, is_push_service, new_key

if TYPE_CHECKING:
    from trapoula.server.house import House

AT_ONCE = 8  # messages sent at once
ANSWERS = 0.5  # seconds for other processes to report who has the table in view
log = logging.getLogger("trapoula.calls")


class Calls:
    """The notifications that this process sends."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._push: WebPush | None = None
        self._sending = asyncio.Semaphore(AT_ONCE)
        self._calling: set[asyncio.Task[None]] = set()

    async def key(self) -> str | None:
        """Return the public key for subscriptions, or None if Web Push is not installed."""
        try:
            return (await self._sender()).public
        except NotInstalled:
            return None

    async def _sender(self) -> WebPush:
        if self._push is None:
            key = await self._house.store.secret("push", await asyncio.to_thread(new_key))
            self._push = WebPush(key)
        return self._push

    async def subscribe(self, player: PlayerId, wanted: NewPush) -> None:
        """Store a browser's subscription."""
        if not is_push_service(wanted.endpoint, self._house.limits.push_hosts):
            raise NotAvailable("This server does not know the push service of your browser.")
        await self._sender()
        quiet = "" if wanted.quiet is None else "{}-{}".format(*wanted.quiet)
        await self._house.store.keep_push(
            Subscription(
                wanted.endpoint, player, wanted.p256dh, wanted.auth, wanted.lang, wanted.site,
                quiet, wanted.zone,
            ),
            self._house.clock(),
        )  # fmt: skip

    def wrote(self, table: OpenRoom, before: Room) -> None:
        """After an event: notify the players it concerns."""
        if not table.room.sitting.alone:
            self._begin(table, dict(due(before, table.room)))

    def late(self, table: OpenRoom) -> None:
        """Notify the seat on turn that its time is up, at a table where the others decide what follows."""
        if table.room.turn is not None:
            said = Phrase("Your time is up, and the others are waiting.")
            self._begin(table, {table.room.turn: said})

    async def invite(self, room: Room, people: Room, by: Person) -> list[str]:
        """Invite the players of another room who are not in this one. Return their names."""
        if all(chair.kind == "person" for chair in room.sitting.chairs):
            raise SeatTaken("Every seat is taken.")
        known = {chair.player for chair in room.sitting.chairs} | room.sitting.removed
        others = [
            one for one in people.sitting.chairs if one.kind == "person" and one.player not in known
        ]
        store, now = self._house.store, self._house.clock()
        invited = {
            one.player: one.name
            for one in others
            if await store.invite(one.player, room.id, by.name, now)
        }
        said = Phrase("{name} invites you to a game.", name=by.name)
        self._spawn(room, dict.fromkeys(invited, said))
        return [*invited.values()]

    def _begin(self, table: OpenRoom, called: dict[Seat, Phrase]) -> None:
        chairs = table.room.sitting.chairs
        self._spawn(table.room, {chairs[seat].player: said for seat, said in called.items()})

    def _spawn(self, room: Room, called: dict[PlayerId, Phrase]) -> None:
        if called:
            calling = self._house.spawn(self._call(room, called))
            self._calling.add(calling)
            calling.add_done_callback(self._calling.discard)

    async def rest(self) -> None:
        """Wait until all messages are sent."""
        while self._calling:
            await asyncio.wait([*self._calling])

    async def _call(self, room: Room, players: dict[PlayerId, Phrase]) -> None:
        try:
            found = await self._house.store.pushes_of([*players], room.id)
        except TrapoulaError:  # the database is away
            return
        table = self._house.rooms.open.get(room.id)
        if found and table is not None and self._house.store.database.shared:
            self._house.presence.tell_elsewhere(table)  # asks who has the table in view there
            await asyncio.sleep(ANSWERS)
        now, looking = self._house.clock(), set() if table is None else table.looking()
        awake = [one for one in found if one.player not in looking and not is_quiet(one, now)]
        if awake:
            sender = await self._sender()
            await asyncio.gather(
                *(
                    self._send(sender, one, _message(one, room, players[one.player]))
                    for one in awake
                )
            )

    async def _send(self, sender: WebPush, to: Subscription, message: dict[str, str]) -> None:
        async with self._sending:
            status = await asyncio.to_thread(sender.post, to, message, self._house.clock())
        self._house.metrics.count("pushes", f"{status // 100}xx")
        if status in GONE:
            await self._house.store.drop_push(to.endpoint)
        elif not 200 <= status < 300:
            log.warning("a push service answered %d", status)


def _message(to: Subscription, room: Room, said: Phrase) -> dict[str, str]:
    """Return a message in the device's language, with the path that a tap opens. It names no card."""
    return {
        "title": texts.title(to.lang, room.made.game),
        "body": texts.language(to.lang).tell(said),
        "path": f"/table/{room.id}",
    }


def is_quiet(one: Subscription, now: float) -> bool:
    """Return whether a device is in its quiet hours."""
    if not one.quiet:
        return False
    first, last = map(int, one.quiet.split("-"))
    hour = int(now / 3600 + one.zone / 60) % 24
    return (hour - first) % 24 < (last - first) % 24


def due(before: Room, room: Room) -> Iterator[tuple[Seat, Phrase]]:
    """Yield the seats that the last event concerns, and the message for each."""
    event, sitting = room.log.last[1], room.sitting
    persons = [
        seat
        for seat, chair in enumerate(sitting.chairs)
        if chair.kind == "person" and chair.player != event.by
    ]
    if sitting.phase == "over" and before.sitting.phase == "playing":
        yield from ((seat, Phrase("The round is over.")) for seat in persons)
    elif isinstance(event, events.Wish) and event.yes and event.matter == "again":
        asked = Phrase("{name} wants another round.", name=sitting.chairs[event.seat].name)
        yield from ((seat, asked) for seat in persons)
    elif isinstance(event, events.Flag) and event.turn:
        yield event.seat, Phrase("Your time was up: a bot plays this turn for you.")
    elif (turn := room.turn) in persons and turn is not None:
        begun = isinstance(event, (events.Start, events.Again))
        if (begun or turn != before.turn) and not sitting.chairs[turn].away:
            yield turn, _your_turn(room, event)


def _your_turn(room: Room, event: events.AnyEvent) -> Phrase:
    if not isinstance(event, events.Act):
        return Phrase("It is your turn.")
    if not event.by:
        return Phrase("A bot has played: your turn.")
    return Phrase("{name} has played: your turn.", name=room.sitting.chairs[event.seat].name)
