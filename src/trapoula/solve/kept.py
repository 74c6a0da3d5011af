"""Lines that were found are kept: whoever asks about a table along one of them reads what is left of it.

So the verdict, the solution, the search for a fatal move and the hints that know all cards speak of one and
the same way, and none of them is looked for twice. A process keeps the tables of a few hundred lines.
"""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from threading import Lock
from typing import Any

from trapoula.game import Game

MOST = 40_000  # tables

# by the game and the table: the game itself, so that its number stays its own, the line, and how far along
_tables: OrderedDict[tuple[int, Hashable], tuple[Game[Any, Any], tuple[str, ...], int]]
_tables = OrderedDict()
_lock = Lock()


def keep(game: Game[Any, Any], state: Any, line: Sequence[str]) -> None:
    """Keep a line that wins from a table."""
    whole = tuple(line)
    with _lock:
        for step, text in enumerate(whole):
            _tables[id(game), state] = game, whole, step
            _tables.move_to_end((id(game), state))
            state = game.play(state, game.read(text))
        while len(_tables) > MOST:
            _tables.popitem(last=False)


def kept(game: Game[Any, Any], state: Any) -> tuple[str, ...]:
    """What is left of a kept line that leads over a table; nothing when none does."""
    found = _tables.get((id(game), state))
    return () if found is None else found[1][found[2] :]
