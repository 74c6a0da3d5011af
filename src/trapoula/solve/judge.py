"""The verdict on a position, by whatever can search the game; and the line to go with it."""

from dataclasses import replace
from typing import Any

from trapoula import extras
from trapoula.game import CHANCE, Game
from trapoula.patience import Patience
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


def decide(game: Game[Any, Any], state: Any, limits: Limits) -> Verdict:
    """The verdict on a position: by the kernel when it speaks the game's words, else by the rules."""
    if tuple(game.seats) != (1,) or game.turn(state) == CHANCE:
        return Verdict("unknown")
    if isinstance(game, Patience) and extras.COMPILES:
        from trapoula.solve.lower import lower
        from trapoula.solve.program import NotLowered

        try:
            program = lower(game)
        except NotLowered:
            pass
        else:
            from trapoula.solve.search import solve

            return solve(program, state, limits)
    from trapoula.solve import plain

    return plain.solve(game, state, limits)
