"""The open table of a house: its room, and what the screen gets of it."""

from collections.abc import Callable

from msgspec import Raw

from trapoula.core.game import Seat
from trapoula.host.names import Person
from trapoula.room import events, frames, wire
from trapoula.room.room import Room
from trapoula.thinking.bot_seats import BotSeats


class Table:
    """A room with its one guest. `room` holds only what is stored."""

    def __init__(self, room: Room, person: Person, clock: Callable[[], float]) -> None:
        self.room, self.person = room, person
        self.looks: Seat | None = None  # the seat to see from, if there are several
        self.bots = BotSeats()
        self._clock = clock

    def picture(self, *, since: int | None = None, id_: str = "") -> wire.Room:
        """Return the room as the person sees it."""
        here = wire.Presence(here=self.room.sitting.seats_of(self.person.id), watching=0)
        return frames.picture(
            self.room, self.person.id, self._clock(), here, looks=self.looks, since=since, id_=id_
        )

    def become(self, room: Room) -> Raw:
        """Replace the room by its next version. Return the frame of the last event."""
        self.room = room
        event = room.log.last[1]
        if isinstance(event, events.Start | events.Again):
            self.looks = None  # at a shared screen, each new hand starts hidden
        seat = room.sitting.seen_from(self.person.id, self.looks)
        frame = frames.News(room).event(self.person.id, seat)
        own = event.id and event.by == self.person.id
        return Raw(frames.acknowledging(frame, event.id) if own else frame)
