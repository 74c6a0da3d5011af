"""The verdict on a position for somebody who would follow its line."""

from dataclasses import replace
from typing import Any

from trapoula.game import Game
from trapoula.patience import Patience
from trapoula.solve.decide import decide
from trapoula.solve.kept import keep, kept
from trapoula.solve.verdict import Limits, Verdict, replayed

STRAIGHTENING = 0.3  # seconds for a line to get shorter, once it is found


def judge(game: Game[Any, Any], state: Any, limits: Limits) -> Verdict:
    """The verdict on a position, for somebody who would follow its line: straight, and always the same."""
    if line := kept(game, state):
        return Verdict("winnable", line)
    return followable(game, state, decide(game, state, limits), limits)


def followable(game: Game[Any, Any], state: Any, found: Verdict, limits: Limits) -> Verdict:
    """The verdict with its line made straight, which is kept for all who ask later."""
    if not found.line or not isinstance(game, Patience):
        return found
    from trapoula.solve.straight import straightened

    line = straightened(
        game, state, tuple(map(game.read, found.line)), replace(limits, seconds=STRAIGHTENING)
    )
    found = replace(found, line=replayed(game, state, line))
    keep(game, state, found.line)
    return found
