"""Tables of a device that forgets everything with its test."""

from typing import Any

from trapoula.local.storage import Memory
from trapoula.play.session import Session
from trapoula.terminal.bots import named_bots
from trapoula.terminal.device import Device, Table


def table(
    game: str,
    deal: int | None = None,
    seats: int | None = None,
    bots: str = "",
    level: str | None = None,
    **options: Any,
) -> Table:
    """A new game."""
    names = named_bots(game, bots, level)
    return Device(storage=Memory()).deal(game, options, deal, seats, names)


def played(session: Session, bots: str = "", level: str | None = None) -> Table:
    """A game that is on its way."""
    names = named_bots(session.id, bots, level)
    return Device(storage=Memory()).play_on(session.record(), names)
