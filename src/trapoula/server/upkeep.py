"""What is done now and then: silent sockets are closed, dead processes and untouched rooms forgotten."""

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from trapoula.core.errors import TrapoulaError, UnknownGame
from trapoula.room.errors import NoRoom
from trapoula.server.errors import Damaged

if TYPE_CHECKING:
    from trapoula.server.house import House

REFRESH = 15.0  # seconds between looks at idle sockets, and between tellings of who is here
SWEEPS = 3600.0  # seconds between sweeps
RINGS = 200  # tables whose clocks are seen to in one go
RING_AGAIN = 60.0  # seconds until a table that was seen to in vain is seen to again
log = logging.getLogger("trapoula.upkeep")


async def look_after(house: "House") -> None:
    """Go round again and again."""
    swept = 0.0
    while True:
        now = house.clock()
        for member in [*house.presence.members]:
            if now - member.heard > house.limits.idle:
                member.drop(4001, "idle")
        for table in [*house.rooms.open.values()]:
            old = [
                name for name, others in table.elsewhere.items() if now - others.at > 3 * REFRESH
            ]
            for name in old:
                del table.elsewhere[name]
            if old:
                table.tell_presence()
                house.rooms.look(table)
            if table.guests:
                house.presence.tell_elsewhere(table, ask=False)
        await ring(house)
        await rate(house)
        if now - swept > SWEEPS:
            swept = now
            await add_up(house)
            try:
                await visit(house)
                await sweep(house)
                await house.store.sweep_replays(now - house.limits.replays)
            except Exception:  # the database may be away for a while
                log.warning("rooms could not be swept")
        await asyncio.sleep(min(REFRESH, house.limits.idle / 3))


async def ring(house: "House") -> None:
    """See to the tables whose clock has run out, or whose bots are on turn, with nobody there.

    A table that cannot be seen to now rings again later, at any process."""
    now = house.clock()
    try:
        for room, rings in await house.store.ringing(now, RINGS):
            if await house.store.answer_ring(room, rings, now + RING_AGAIN):
                with suppress(Damaged, UnknownGame, NoRoom):
                    if await house.rooms.ring(room):
                        await house.store.answer_ring(room, now + RING_AGAIN, 0.0)
    except TrapoulaError:  # the database may be away for a while
        log.warning("clocks could not be seen to")


async def add_up(house: "House") -> None:
    """Bring the tallies of players up to date who have not asked for them."""
    try:
        for player in await house.store.figures.uncounted():
            await house.store.figures.tally(player)
    except TrapoulaError:  # the database may be away for a while
        log.warning("statistics could not be added up")


async def rate(house: "House") -> None:
    """Rate the rounds that have ended."""
    try:
        for game in await house.store.figures.unrated():
            while await house.store.figures.rate(game):
                await asyncio.sleep(0)
    except TrapoulaError:
        log.warning("rounds could not be rated")


async def visit(house: "House") -> None:
    """Keep in mind that somebody is in the rooms where somebody is, for the sweeps of all processes."""
    await house.store.visit_rooms(
        [id_ for id_, table in house.rooms.open.items() if table.guests], house.clock()
    )


async def sweep(house: "House") -> int:
    """Forget all rooms that were never played and that nobody has been in for long; how many."""
    swept = 0
    while some := await house.rooms.sweep(house.clock() - house.limits.sweep):
        swept += some
    return swept
