"""A device's copy of a server's table: commands run here at once, and the server gets them later.

The server's log decides. Commands it does not have yet are run again after its rows, if they still
mean the same."""

from typing import NamedTuple, TypeAlias

import msgspec

from trapoula.core.errors import TrapoulaError
from trapoula.host.answers import Log
from trapoula.host.logs import YOU, read_log
from trapoula.host.names import Person
from trapoula.local.house import House
from trapoula.room import commands
from trapoula.room.errors import Stale
from trapoula.room.room import Room
from trapoula.room.wire import told

Owed: TypeAlias = list[tuple[int, commands.Logged]]  # commands with their numbers here


class Settled(NamedTuple):
    """A server's room with this device's further commands."""

    room: Room
    owed: Owed  # commands the server does not have yet
    lost: bool  # whether a command no longer applies and was dropped


def settle(house: House, room: Room, owed: Owed) -> Settled:
    """Run the commands again in the server's room, each only if its table is unchanged."""
    kept: Owed = []
    seen = owed[0][0] - 1 if owed else 0  # the row the player had seen, in the server's numbers
    for _, command in owed:
        done = room.log.number_of(YOU, command.id)
        if done is not None:
            seen = done
            continue
        if room.stale(0, seen):
            return Settled(room, kept, lost=True)
        again = _renumbered(command, room.number)
        try:
            room = room.next(house.clock(), house.propose(room, again))
        except TrapoulaError:
            return Settled(room, kept, lost=True)
        seen = room.number
        kept.append((seen, again))
    return Settled(room, kept, lost=False)


def _renumbered(command: commands.Logged, number: int) -> commands.Logged:
    if isinstance(command, commands.TableCommand):
        return msgspec.structs.replace(command, number=number)
    return command


async def join(house: House, log: str, *, refused: bool = False) -> int:
    """Copy a server's table to this device, with the commands the server does not have. Return its number.

    With `refused`, those commands are dropped. If the open table has changed, it is sent again."""
    found = read_log(msgspec.json.decode(log, type=Log))
    owed = await house.store.owed(found.id)
    room, owed, lost = settle(house, found, [] if refused else owed)
    await house.store.replace(room, owed)
    house.person = Person(YOU, room.sitting.chairs[0].name, True)
    table = house.table
    if table is not None and table.room.id == room.id:
        before, table.room, table.person = table.room, room, house.person
        if (before.number, before.log.last[1]) != (room.number, room.log.last[1]):
            house.say(table.picture())
            house.spread(room.id)
    if lost or refused:
        house.say(
            told(Stale("This table was played on elsewhere: what you did here since was not kept."))
        )
    return room.number
