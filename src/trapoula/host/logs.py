"""The log of a table for one, as its player may have it: to be played on elsewhere and told back here."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from trapoula.host.answers import Log, LogRow
from trapoula.room import events
from trapoula.room.errors import WrongPhase
from trapoula.room.events import PlayerId, Row
from trapoula.room.room import Room
from trapoula.room.wire import encode

YOU = "you"  # the player of such a log, who needs no other name in it


def check_own(room: Room, player: PlayerId) -> None:
    """Nothing, when this is a table for one and its player asks."""
    if not room.sitting.alone or room.sitting.seat_of(player) != 0:
        raise WrongPhase("That is for a player alone.")


def log_of(room: str, rows: Sequence[Row], player: PlayerId) -> Log:
    """Everything that happened at a player's own table; who else ever did something there is not told."""
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
    """The room of a log that was told."""
    rows = (Row(number, row.at, encode(row.event)) for number, row in enumerate(log.rows, 1))
    return Room.rebuild(log.room, rows)
