"""Regular jobs: close idle connections, run clocks, rate rounds, sweep untouched rooms."""

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from trapoula.core.errors import TrapoulaError, UnknownGame
from trapoula.room.errors import NoRoom
from trapoula.server.errors import Damaged

if TYPE_CHECKING:
    from trapoula.server.house import House

REFRESH = 15.0  # seconds between checks of idle connections, and between presence notifications
SWEEPS = 3600.0  # seconds between sweeps
RINGS = 200  # tables whose clocks are handled in one round
RING_AGAIN = 60.0  # seconds until a failed table is tried again
log = logging.getLogger("trapoula.upkeep")


async def run_jobs(house: "House") -> None:
    """Run the regular jobs until cancelled."""
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
            await update_tallies(house)
            try:
                await visit(house)
                await sweep(house)
                await house.store.sweep_replays(now - house.limits.replays)
            except Exception:  # such as a database that is away for a while
                log.warning("could not sweep rooms")
        await asyncio.sleep(min(REFRESH, house.limits.idle / 3))


async def ring(house: "House") -> None:
    """Handle tables without guests whose clock has run out or whose bots are on turn.

    If one fails, it rings again later, at any process."""
    now = house.clock()
    try:
        for room, rings in await house.store.ringing(now, RINGS):
            if await house.store.answer_ring(room, rings, now + RING_AGAIN):
                with suppress(Damaged, UnknownGame, NoRoom):
                    if await house.rooms.ring(room):
                        await house.store.answer_ring(room, now + RING_AGAIN, 0.0)
    except TrapoulaError:  # such as a database that is away for a while
        log.warning("could not run clocks")


async def update_tallies(house: "House") -> None:
    """Update the statistics of players who have not asked for them."""
    try:
        for player in await house.store.figures.uncounted():
            await house.store.figures.tally(player)
    except TrapoulaError:  # such as a database that is away for a while
        log.warning("could not update statistics")


async def rate(house: "House") -> None:
    """Rate rounds that have ended."""
    try:
        for game in await house.store.figures.unrated():
            while await house.store.figures.rate(game):
                await asyncio.sleep(0)
    except TrapoulaError:
        log.warning("could not rate rounds")


async def visit(house: "House") -> None:
    """Store which rooms have guests, so that no process sweeps them."""
    await house.store.visit_rooms(
        [id_ for id_, table in house.rooms.open.items() if table.guests], house.clock()
    )


async def sweep(house: "House") -> int:
    """Delete rooms that were never played and have been empty for long. Return how many."""
    swept = 0
    while some := await house.rooms.sweep(house.clock() - house.limits.sweep):
        swept += some
    return swept
