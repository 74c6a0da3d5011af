"""The twin of a server's table: played here at once, and the server is told as soon as it can be.

The server's log decides: what was done here since is done again after it, where it still means the same."""

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

Owed: TypeAlias = list[tuple[int, commands.Logged]]  # not told yet, with the numbers it has here


class Settled(NamedTuple):
    """A room as a server and this device have it together."""

    room: Room
    owed: Owed  # what the server is still to be told
    lost: bool  # whether something that was done here no longer means what it meant


def settle(house: House, room: Room, owed: Owed) -> Settled:
    """Do again in a server's room what it was not told, each on the table that it was meant for."""
    kept: Owed = []
    seen = (
        owed[0][0] - 1 if owed else 0
    )  # what lay before the player's eyes, by the server's numbers
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
    """Have a server's table here too, as its log and what is owed to it tell; its number then.

    What the server has refused is not done again. A table on the screen is shown anew if it has changed."""
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
