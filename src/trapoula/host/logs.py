"""The log of a solo table, which its player can take to another device and continue there."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from trapoula.host.answers import Log
from trapoula.room import events
from trapoula.room.errors import WrongPhase
from trapoula.room.events import PlayerId, Row
from trapoula.room.room import Room
from trapoula.room.wire import encode

BY = b'"by":'  # no text in a row contains this: its quotes are escaped
YOU = "you"  # the player's id in such a log


def check_own(room: Room, player: PlayerId) -> None:
    """Refuse unless this is a solo table and `player` owns it."""
    if not room.sitting.alone or room.sitting.seat_of(player) != 0:
        raise WrongPhase("That is for a player alone.")


class _LogRow(msgspec.Struct, gc=False):
    """A `LogRow` with its event as JSON. A log can have 20,000 rows."""

    at: float
    event: msgspec.Raw


def log_of(room: str, rows: Sequence[Row], player: PlayerId) -> bytes:
    """Return the log of a player's own table, a `Log` as JSON. Other players' ids are left out."""
    own, you = (BY + encode(who) for who in (player, YOU))
    told = [_LogRow(row.at, msgspec.Raw(_own(row.body, own, you))) for row in rows]
    return encode({"room": room, "rows": told})


def _own(event: bytes, own: bytes, you: bytes) -> bytes:
    if own in event:
        return event.replace(own, you, 1)
    return event if BY not in event else events.write(replace(events.read(event), by="", id=""))


def read_log(log: Log) -> Room:
    """Return the room of a log that a client sent or stored."""
    rows = (Row(number, row.at, encode(row.event)) for number, row in enumerate(log.rows, 1))
    return Room.rebuild(log.room, rows)
