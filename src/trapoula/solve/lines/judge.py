"""The verdict on a position for somebody who would follow its line."""

from dataclasses import replace
from typing import Any

from trapoula.game import Game
from trapoula.patience import Patience
from trapoula.solve.lines.cache import keep, kept
from trapoula.solve.search.decide import decide
from trapoula.solve.verdict import Limits, Verdict, replayed


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
