"""The verdict on a position for somebody who would follow its line.

Lines that were found are kept: whoever asks about a table along one of them reads what is left of it. A
process keeps the tables of a few hundred lines, of a very long one those at its beginning.
"""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import replace
from threading import Lock
from typing import Any

from trapoula.extras import naming_extras
from trapoula.game import Game
from trapoula.patience import Patience
from trapoula.solve.search.decide import decide
from trapoula.solve.verdict import Limits, Verdict, replayed

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


@naming_extras
def judge(game: Game[Any, Any], state: Any, limits: Limits) -> Verdict:
    """The verdict on a position, with a line to follow: straight, and the same wherever there is time."""
    return kept(game, state) or followable(game, state, decide(game, state, limits), limits)


def followable(game: Game[Any, Any], state: Any, found: Verdict, limits: Limits) -> Verdict:
    """The verdict with its line made straight, which is kept for all who ask later."""
    if not found.line or not isinstance(game, Patience):
        return found
    from trapoula.solve.lines.simplifier import straightened

    since, line = limits.clock(), tuple(map(game.read, found.line))
    shorter = straightened(game, state, line)
    if len(shorter) < len(line):
        found = replace(found, line=replayed(game, state, shorter))
    keep(game, state, found)
    return replace(found, seconds=found.seconds + limits.clock() - since)
