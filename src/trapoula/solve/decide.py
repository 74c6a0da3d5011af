"""The verdict on a position, by whatever can search the game."""

from typing import Any

from trapoula import extras
from trapoula.game import CHANCE, Game
from trapoula.patience import Patience
from trapoula.solve.verdict import Limits, Verdict


def decide(game: Game[Any, Any], state: Any, limits: Limits) -> Verdict:
    """The verdict on a position: by the kernel when it speaks the game's words, else by the rules."""
    if tuple(game.seats) != (1,) or game.legal(state, CHANCE):
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
