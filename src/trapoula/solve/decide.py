"""The verdict on a position, by whatever can search the game."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from trapoula import extras
from trapoula.game import CHANCE, Game
from trapoula.patience import Patience
from trapoula.solve.verdict import Limits, Verdict

AT_ONCE = 32  # positions that are searched before their lines are replayed,
SOON = 0.05  # seconds after which nobody waits for more of them


def decide(game: Game[Any, Any], state: Any, limits: Limits) -> Verdict:
    """The verdict on a position: by the kernel when it speaks the game's words, else by the rules."""
    return _searched(game, state, limits)()


def decide_all(game: Game[Any, Any], states: Iterable[Any], limits: Limits) -> Iterator[Verdict]:
    """The verdicts on many positions in turn, some of which are searched before the first line is replayed.

    Search and replay drive each other out of a processor's caches, and quick searches are many.
    """
    waiting: list[Callable[[], Verdict]] = []
    since = limits.clock()
    for state in states:
        waiting.append(_searched(game, state, limits))
        if len(waiting) == AT_ONCE or limits.clock() - since > SOON:
            for proved in waiting:
                yield proved()
            waiting, since = [], limits.clock()
    for proved in waiting:
        yield proved()


def _searched(game: Game[Any, Any], state: Any, limits: Limits) -> Callable[[], Verdict]:
    """What a search finds out; whoever asks for the verdict has its line replayed first."""
    if tuple(game.seats) != (1,) or game.legal(state, CHANCE):
        return lambda: Verdict("unknown")
    if isinstance(game, Patience) and extras.COMPILES:
        from trapoula.solve.lower import lower
        from trapoula.solve.program import NotLowered

        try:
            program = lower(game)
        except NotLowered:
            pass
        else:
            from trapoula.solve.search import searched

            return searched(program, state, limits)
    from trapoula.solve import plain

    found = plain.solve(game, state, limits)
    return lambda: found
