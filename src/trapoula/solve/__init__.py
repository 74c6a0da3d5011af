"""Verdicts and hints: whether a position can be won, and what a player might do.

    verdict(session, seconds=10)   whether it can still be won, hidden cards and all, with a line that wins
    hint(session)                  what one might do, by what the player has seen
    fatal(session, seconds)        which move lost it
    line_for(session)              what is left of a line that was found for this table or for one before it

Elsewhere, `judge(game, state, limits)` and `advise(game, state)` take a game and a table, and `decide` is for
those who count: it searches anew, and leaves the line as it was found.

All take and return plain values that travel between processes. The compiled kernel is loaded at the
first question; `warm()` loads it before.
"""

from trapoula.solve.hints.advice import Hint, advise
from trapoula.solve.hints.history import Past, past
from trapoula.solve.lines.fatal import Fatal, fatal
from trapoula.solve.lines.judge import judge
from trapoula.solve.questions import hint, line_for, verdict
from trapoula.solve.search.decide import decide
from trapoula.solve.verdict import Limits, Verdict

__all__ = [
    "Fatal",
    "Hint",
    "Limits",
    "Past",
    "Verdict",
    "advise",
    "decide",
    "fatal",
    "hint",
    "judge",
    "line_for",
    "past",
    "verdict",
    "warm",
]


def warm() -> None:
    """Load the compiled kernels, compiling them if they were not yet."""
    from trapoula.solve.open_kernel import loaded as open_kernel
    from trapoula.solve.search_kernel import loaded as kernel

    assert kernel.enter is not None
    assert open_kernel.enter is not None
