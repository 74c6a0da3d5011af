"""Trapoula: one card table for ninety patiences and a shelf of table games.

    from trapoula import Session
    table = Session("klondike", {"draw": 3}, deal=17)
    table.play("turn")
    print(table.view()["piles"]["W"], table.legal())

Names are loaded when they are first used, so that small commands start at once.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trapoula import cards, record, solve, views
    from trapoula.catalogue import entries, faults, find, ids
    from trapoula.deals import deck
    from trapoula.errors import TrapoulaError
    from trapoula.game import ALL, CHANCE, Game, Outcome, View
    from trapoula.patience import Patience
    from trapoula.record import Record
    from trapoula.session import Session

__version__ = "0.1.0"
__all__ = [
    "ALL",
    "CHANCE",
    "Game",
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

_HOMES = {  # the module of each name; a module is at home in itself
    "ALL": "game",
    "CHANCE": "game",
    "Game": "game",
    "Outcome": "game",
    "Patience": "patience",
    "Record": "record",
    "Session": "session",
    "TrapoulaError": "errors",
    "View": "game",
    "cards": "",
    "deck": "deals",
    "entries": "catalogue",
    "faults": "catalogue",
    "find": "catalogue",
    "ids": "catalogue",
    "record": "",
    "solve": "",
    "views": "",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'trapoula' has no attribute {name!r}")
    module = import_module(f"trapoula.{_HOMES[name] or name}")
    return getattr(module, name) if _HOMES[name] else module
