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
    from trapoula.catalogue import find, ids
    from trapoula.deals import deck
    from trapoula.errors import TrapoulaError
    from trapoula.record import Record, replay
    from trapoula.record import read as read_record
    from trapoula.record import write as write_record
    from trapoula.session import Session
    from trapoula.solve.fatal import fatal
    from trapoula.solve.hint import Hint
    from trapoula.solve.questions import hint, verdict
    from trapoula.solve.verdict import Verdict

__version__ = "0.1.0"
__all__ = [
    "Hint",
    "Record",
    "Session",
    "TrapoulaError",
    "Verdict",
    "deck",
    "fatal",
    "find",
    "hint",
    "ids",
    "read_record",
    "replay",
    "verdict",
    "write_record",
]

_HOMES = {
    "Hint": ("solve", "Hint"),
    "Record": ("record", "Record"),
    "Session": ("session", "Session"),
    "TrapoulaError": ("errors", "TrapoulaError"),
    "Verdict": ("solve", "Verdict"),
    "deck": ("deals", "deck"),
    "fatal": ("solve", "fatal"),
    "find": ("catalogue", "find"),
    "hint": ("solve", "hint"),
    "ids": ("catalogue", "ids"),
    "read_record": ("record", "read"),
    "replay": ("record", "replay"),
    "verdict": ("solve", "verdict"),
    "write_record": ("record", "write"),
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'trapoula' has no attribute {name!r}")
    module, attribute = _HOMES[name]
    return getattr(import_module(f"trapoula.{module}"), attribute)
