"""Lines that were found are kept: whoever asks about a table along one of them reads what is left of it.

So the verdict, the solution, the search for a fatal move and the hints that know all cards speak of one and
the same way, and none of them is looked for twice. A process keeps the tables of a few hundred lines, of a
very long one those at its beginning.
"""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import replace
from threading import Lock
from typing import Any

from trapoula.game import Game
from trapoula.solve.verdict import Verdict

MOST = 40_000  # tables,
OF_ONE = 2_000  # and those of one line

# by the game and the table: the game itself, so that its number stays its own, what was found, and how far on
_tables: OrderedDict[tuple[int, Hashable], tuple[Game[Any, Any], Verdict, int]]
_tables = OrderedDict()
_lock = Lock()


def keep(game: Game[Any, Any], state: Any, found: Verdict) -> None:
    """Keep a verdict with a line that wins from a table."""
    with _lock:
        for step, text in enumerate(found.line[:OF_ONE]):
            _tables[id(game), state] = game, found, step
            _tables.move_to_end((id(game), state))
            state = game.play(state, game.read(text))
        while len(_tables) > MOST:
            _tables.popitem(last=False)


def kept(game: Game[Any, Any], state: Any) -> Verdict | None:
    """The verdict with what is left of a kept line that leads over a table; None when none does."""
    told = _tables.get((id(game), state))
    if told is None:
        return None
    _, found, step = told
    return replace(found, line=found.line[step:], seconds=0.0)
