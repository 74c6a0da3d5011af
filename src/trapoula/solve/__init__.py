"""Verdicts and hints: whether a position can be won, and what a player might do.

    verdict(session, seconds=10)   whether it can still be won, hidden cards and all, with a line that wins
    hint(session)                  what one might do, by what the player has seen
    fatal(session, seconds)        which move lost it
    line_for(session)              what is left of a line that was found for this table or for one before it
    any_pick(game, options)        the number of a deal that can be won, of a level
    deals_of(day)                  the deals of the day
    followers(game, state, text)   what goes home by itself after an action

Elsewhere, `judge(game, state, limits)` and `advise(game, state)` take a game and a table, and `decide` is for
those who count: it searches anew, and leaves the line as it was found.

All take and return plain values that travel between processes. The compiled kernel is loaded at the
first question; `warm()` loads it before.
"""

from trapoula.extras import naming_extras
from trapoula.solve.deals.daily import DayDeal, days_of, deals_of, read_day
from trapoula.solve.deals.pick import Judged, any_deals, any_pick, difficulty, judge_deals, pick
from trapoula.solve.deals.pick import Level as Level
from trapoula.solve.deals.simple_play import play_simply
from trapoula.solve.hints.advice import Hint, advise
from trapoula.solve.hints.history import Kept, Past, past
from trapoula.solve.homeward import followers
from trapoula.solve.lines.fatal import Fatal, fatal
from trapoula.solve.lines.judge import judge
from trapoula.solve.lines.places import redealt
from trapoula.solve.questions import hint, line_for, verdict
from trapoula.solve.search.decide import decide
from trapoula.solve.verdict import Finding as Finding
from trapoula.solve.verdict import Limits, Verdict

__all__ = [
    "DayDeal",
    "Fatal",
    "Hint",
    "Judged",
    "Kept",
    "Limits",
    "Past",
    "Verdict",
    "advise",
    "any_deals",
    "any_pick",
    "days_of",
    "deals_of",
    "decide",
    "difficulty",
    "fatal",
    "followers",
    "hint",
    "judge",
    "judge_deals",
    "line_for",
    "past",
    "pick",
    "play_simply",
    "read_day",
    "redealt",
    "verdict",
    "warm",
]


@naming_extras
def warm() -> None:
    """Load the compiled kernels, compiling them if they were not yet."""
    from trapoula.solve.open_kernel import loaded as open_kernel
    from trapoula.solve.search_kernel import loaded as kernel

    assert kernel.enter is not None
    assert open_kernel.enter is not None
