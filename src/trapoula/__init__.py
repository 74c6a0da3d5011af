"""Trapoula: one card table for ninety patiences and for table games.

    from trapoula import Session
    table = Session("klondike", {"draw": 3}, deal=17)
    table.play("turn")
    print(table.view()["piles"]["W"], table.legal())

Names are loaded when they are first used, so that small commands start at once.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trapoula import solve
    from trapoula.catalogue.entries import entries, faults, find, ids
    from trapoula.core import cards
    from trapoula.core.deals import deck
    from trapoula.core.errors import TrapoulaError
    from trapoula.core.game import ALL, CHANCE, Game, Outcome, View
    from trapoula.machine.extras import NotInstalled
    from trapoula.patience import Patience
    from trapoula.play import record, views
    from trapoula.play.record import Record
    from trapoula.play.session import Session

__version__ = "1.0.0"
__all__ = [
    "ALL",
    "CHANCE",
    "Game",
    "NotInstalled",
    "Outcome",
    "Patience",
    "Record",
    "Session",
    "TrapoulaError",
    "View",
    "cards",
    "deck",
    "entries",
    "faults",
    "find",
    "ids",
    "record",
    "solve",
    "views",
]

_HOMES = {  # the module of each name
    "ALL": "core.game",
    "CHANCE": "core.game",
    "Game": "core.game",
    "NotInstalled": "machine.extras",
    "Outcome": "core.game",
    "Patience": "patience",
    "Record": "play.record",
    "Session": "play.session",
    "TrapoulaError": "core.errors",
    "View": "core.game",
    "deck": "core.deals",
    "entries": "catalogue.entries",
    "faults": "catalogue.entries",
    "find": "catalogue.entries",
    "ids": "catalogue.entries",
}
_MODULES = {"cards": "core.cards", "record": "play.record", "solve": "solve", "views": "play.views"}


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return import_module(f"trapoula.{_MODULES[name]}")
    if name not in _HOMES:
        raise AttributeError(f"module 'trapoula' has no attribute {name!r}")
    return getattr(import_module(f"trapoula.{_HOMES[name]}"), name)
