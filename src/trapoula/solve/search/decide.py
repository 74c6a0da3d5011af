"""The verdict on a position, by whatever can search the game."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, TypeAlias

from trapoula import extras
from trapoula.extras import naming_extras
from trapoula.game import CHANCE, Game
from trapoula.patience import Patience
from trapoula.solve.verdict import Limits, Verdict

Proved: TypeAlias = Callable[[], Verdict]
Search: TypeAlias = Callable[[Any, Limits], Proved]

AT_ONCE = 256  # positions that are searched before their lines are replayed,
SOON = 0.05  # seconds after which nobody waits for more of them


@naming_extras
def decide(game: Game[Any, Any], state: Any, limits: Limits) -> Verdict:
    """The verdict on a position: by the kernel when it speaks the game's words, else by the rules."""
    return _searcher(game)(state, limits)()


def decide_all(game: Game[Any, Any], states: Iterable[Any], limits: Limits) -> Iterator[Verdict]:
    """The verdicts on many positions in turn, some of which are searched before the first line is replayed.

    Search and replay drive each other out of a processor's caches, and quick searches are many.
    """
    waiting: list[Proved] = []
    search, since = _searcher(game), limits.clock()
    for state in states:
        waiting.append(search(state, limits))
        if len(waiting) == AT_ONCE or limits.clock() - since > SOON:
            for proved in waiting:
                yield proved()
            waiting, since = [], limits.clock()
    for proved in waiting:
        yield proved()


def _searcher(game: Game[Any, Any]) -> Search:
    """How positions of a game are searched; whoever asks for a verdict then has its line replayed first."""
    if tuple(game.seats) != (1,):
        return _unknown
    if isinstance(game, Patience) and extras.COMPILES:
        from trapoula.solve.lowering.lower import lower
        from trapoula.solve.lowering.program import NotLowered

        try:
            program = lower(game)
        except NotLowered:
            pass
        else:
            from trapoula.solve.search.general import run_then_replay

            return _after_chance(game, partial(run_then_replay, program))
    from trapoula.solve.search import rules_search

    def through_the_rules(state: Any, limits: Limits) -> Proved:
        found = rules_search.solve(game, state, limits)
        return lambda: found

    return _after_chance(game, through_the_rules)


def _after_chance(game: Game[Any, Any], search: Search) -> Search:
    """The same, for positions where chance has nothing to do."""
    return lambda state, limits: (_unknown if game.legal(state, CHANCE) else search)(state, limits)


def _unknown(state: Any, limits: Limits) -> Proved:
    return lambda: Verdict("unknown")
