"""Those who are in a room, as the room knows them."""

from typing import TYPE_CHECKING, Protocol

from trapoula.core.game import Seat
from trapoula.host.names import Person
from trapoula.room.commands import Pace

if TYPE_CHECKING:
    from trapoula.server.open_room import OpenRoom


class Guest(Protocol):
    """One connection of a person who is in the room."""

    person: Person
    address: str
    table: "OpenRoom | None"
    looks: Seat | None  # from which of several own seats the table is seen
    seen: bool  # whether somebody looks at its page
    pace: Pace  # at which bots should play

    def send(self, frame: bytes) -> None:
        """Put a frame on its way; never waits."""


class Sender:
    """Somebody who is answered otherwise than by frames."""

    address = ""
    table: "OpenRoom | None" = None
    looks: Seat | None = None
    seen = False
    pace: Pace = "normal"

    def __init__(self, person: Person) -> None:
        self.person = person

    def send(self, frame: bytes) -> None:
        """Nobody reads it."""
