"""The log of a solo table, which its player can take to another device and continue there."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from trapoula.host.answers import Log, LogRow
from trapoula.room import events
from trapoula.room.errors import WrongPhase
from trapoula.room.events import PlayerId, Row
from trapoula.room.room import Room
from trapoula.room.wire import encode

YOU = "you"  # the player's id in such a log


def check_own(room: Room, player: PlayerId) -> None:
    """Refuse unless this is a solo table and `player` owns it."""
    if not room.sitting.alone or room.sitting.seat_of(player) != 0:
        raise WrongPhase("That is for a player alone.")


def log_of(room: str, rows: Sequence[Row], player: PlayerId) -> Log:
    """Return the log of a player's own table. Other players' ids are left out."""
    return Log(
        room=room,
        rows=[
            LogRow(at=row.at, event=msgspec.to_builtins(_own(events.read(row.body), player)))
            for row in rows
        ],
    )


def _own(event: events.AnyEvent, player: PlayerId) -> events.AnyEvent:
    if event.by == player:
        return replace(event, by=YOU)
    return replace(event, by="", id="") if event.by else event


def read_log(log: Log) -> Room:
    """Return the room of a log that a client sent or stored."""
    rows = (Row(number, row.at, encode(row.event)) for number, row in enumerate(log.rows, 1))
    return Room.rebuild(log.room, rows)
