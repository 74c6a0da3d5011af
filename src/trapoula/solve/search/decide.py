"""The verdict on a position, by whatever can search the game: while the kernels are compiled, the rules."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any, TypeAlias

from trapoula.core.game import CHANCE, Game
from trapoula.machine import extras
from trapoula.machine.extras import naming_extras
from trapoula.patience import Patience
from trapoula.solve.verdict import Limits, Verdict

if TYPE_CHECKING:
    from trapoula.machine.kernels import Kernel
    from trapoula.solve.lowering.program import Program

Proved: TypeAlias = Callable[[], Verdict]
Search: TypeAlias = Callable[[Any, Limits], Proved]

AT_ONCE = 256  # positions that are searched before their lines are replayed,
SOON = 0.05  # seconds after which nobody waits for more of them


@naming_extras
def decide(game: Game[Any, Any], state: Any, limits: Limits) -> Verdict:
    """The verdict on a position: by the kernel when it speaks the game's words, else by the rules.

    While the kernel is being compiled the rules are searched beyond the limits: what is easy need not wait.
    """
    if not waited_for(game):
        return _searcher(game)(state, limits)()
    rules = _after_chance(game, partial(_through_the_rules, game))
    if limits.at_once:
        return rules(state, limits)()
    unwanted = limits.stop or bool
    soon = replace(limits, seconds=inf, stop=lambda: unwanted() or ready())
    found = rules(state, soon)()
    if found.finding != "unknown" or unwanted():
        return found
    return _searcher(game)(state, limits)()


def decide_plainly(game: Patience, state: Any, limits: Limits) -> Verdict:
    """The verdict by a complete search that leaves nothing out by a proof: to check others by."""
    from trapoula.solve.lowering.lower import lower
    from trapoula.solve.lowering.program import NotLowered
    from trapoula.solve.proofs import Proofs
    from trapoula.solve.search.general import solve

    limits = replace(limits, thorough=True)
    try:
        return solve(lower(game, Proofs()), state, limits)
    except NotLowered:
        return decide(game, state, limits)


def kernels() -> "tuple[Kernel, ...]":
    """The compiled kernels, some of which may still have to be compiled."""
    from trapoula.solve.open_kernel import kernel as open_kernel
    from trapoula.solve.search_kernel import kernel

    return kernel, open_kernel


def ready() -> bool:
    """Whether the kernels can be used at once; else they are being compiled from now on."""
    both = [kernel.ready for kernel in kernels()] if extras.COMPILES else [False]
    return all(both)


def waited_for(game: Game[Any, Any]) -> bool:
    """Whether a game has to do without the kernels only until they are compiled."""
    return compiled(game) is not None and not ready()


def progress() -> float | None:
    """How much of the kernels is compiled, from 0 to 1; None while nobody compiles them."""
    done = [kernel.done for kernel in kernels()]
    if all(share in (None, 1.0) for share in done):
        return None
    return sum(share or 0.0 for share in done) / len(done)


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
    if (program := compiled(game)) is None:
        return _after_chance(game, partial(_through_the_rules, game))
    from trapoula.solve.search.general import run_then_replay

    return _after_chance(game, partial(run_then_replay, program))


def compiled(game: Game[Any, Any]) -> "Program | None":
    """The game as the kernels play it, where they speak its words."""
    if not isinstance(game, Patience) or not extras.COMPILES:
        return None
    from trapoula.solve.lowering.lower import lower
    from trapoula.solve.lowering.program import NotLowered

    try:
        return lower(game)
    except NotLowered:
        return None


def _through_the_rules(game: Game[Any, Any], state: Any, limits: Limits) -> Proved:
    from trapoula.solve.search import rules_search

    found = rules_search.solve(game, state, limits)
    return lambda: found


def _after_chance(game: Game[Any, Any], search: Search) -> Search:
    """The same, for positions where chance has nothing to do."""
    return lambda state, limits: (_unknown if game.legal(state, CHANCE) else search)(state, limits)


def _unknown(state: Any, limits: Limits) -> Proved:
    return lambda: Verdict("unknown")
