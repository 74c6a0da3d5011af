"""The table that somebody sits at on this device: what its log says, and what the screen is told of it."""

from collections.abc import Callable

from msgspec import Raw

from trapoula.core.game import Seat
from trapoula.host.names import Person
from trapoula.room import events, frames, wire
from trapoula.room.room import Room
from trapoula.thinking.bot_seats import BotSeats


class Table:
    """A room with its one guest. `room` is what the log says, never more."""

    def __init__(self, room: Room, person: Person, clock: Callable[[], float]) -> None:
        self.room, self.person = room, person
        self.looks: Seat | None = None  # from which of several own seats it is seen
        self.bots = BotSeats()
        self._clock = clock

    def picture(self, *, since: int | None = None, id_: str = "") -> wire.Room:
        """The room as the person sees it, who is here."""
        here = wire.Presence(here=self.room.sitting.seats_of(self.person.id), watching=0)
        return frames.picture(
            self.room, self.person.id, self._clock(), here, looks=self.looks, since=since, id_=id_
        )

    def become(self, room: Room) -> Raw:
        """Be what the log says now; what happened, as the person hears it."""
        self.room = room
        event = room.log.last[1]
        if isinstance(event, events.Start | events.Again):
            self.looks = None  # nobody at a shared screen has asked for a hand yet
        seat = room.sitting.seen_from(self.person.id, self.looks)
        frame = frames.News(room).event(self.person.id, seat)
        own = event.id and event.by == self.person.id
        return Raw(frames.acknowledging(frame, event.id) if own else frame)
