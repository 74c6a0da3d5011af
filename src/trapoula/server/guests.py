"""The guests of a room: connections, and callers over HTTP."""

from typing import TYPE_CHECKING, Protocol

from trapoula.core.game import Seat
from trapoula.host.names import Person
from trapoula.room.commands import Pace

if TYPE_CHECKING:
    from trapoula.server.open_room import OpenRoom


class Guest(Protocol):
    """A connection that is in a room."""

    person: Person
    address: str
    table: "OpenRoom | None"
    looks: Seat | None  # the seat to see the table from, for players with several seats
    seen: bool  # whether the page is in view
    pace: Pace  # the pace the player wants bots to play at

    def send(self, frame: bytes) -> None:
        """Queue a frame. Never blocks."""


class Sender:
    """A guest who calls over HTTP and gets no frames."""

    address = ""
    table: "OpenRoom | None" = None
    looks: Seat | None = None
    seen = False
    pace: Pace = "normal"

    def __init__(self, person: Person) -> None:
        self.person = person

    def send(self, frame: bytes) -> None:
        """Drop the frame."""
