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

All take and return plain values that travel between processes. The compiled kernels are loaded at the
first question; `warm()` loads them before. On a new machine another process compiles them first. Meanwhile
hints and easy verdicts come from a search through the rules, and `progress()` tells how far the compiler is.
"""

from weakref import WeakKeyDictionary

from trapoula.core.game import Seat
from trapoula.machine.extras import naming_extras
from trapoula.patience import Patience
from trapoula.play.session import Session
from trapoula.solve.autoplay import followers
from trapoula.solve.deals import (
    DayDeal,
    Judged,
    any_deals,
    any_pick,
    days_of,
    deals_of,
    difficulty,
    judge_deals,
    pick,
    read_day,
)
from trapoula.solve.deals import Level as Level
from trapoula.solve.hints.advice import Hint, advise
from trapoula.solve.hints.history import Kept, Past, past
from trapoula.solve.lines import Fatal, fatal, judge, kept
from trapoula.solve.player_view import redealt
from trapoula.solve.search.decide import decide, decide_plainly, kernels, progress, ready
from trapoula.solve.simple_play import play_simply
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
    "decide_plainly",
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
    "progress",
    "read_day",
    "redealt",
    "verdict",
    "warm",
]

SECONDS = 10.0
_kept: WeakKeyDictionary[Session, Kept] = WeakKeyDictionary()  # what was last advised at a table


@naming_extras
def verdict(session: Session, seconds: float = SECONDS) -> Verdict:
    """Whether the game on the table can still be won, hidden cards and all."""
    return judge(session.game, session.state, Limits(seconds))


@naming_extras
def hint(session: Session, seat: Seat = 0) -> Hint | None:
    """What the player might do, by what the player sees and has seen; None when there is no advice."""
    if seat != 0 or not isinstance(session.game, Patience):
        return None
    found = advise(session.game, session.state, past(session, _kept.get(session)))
    if found is not None:
        _kept[session] = found.kept
    return found


def line_for(session: Session) -> tuple[str, ...]:
    """What is left of a line that wins, where one was found that leads over this table."""
    found = kept(session.game, session.state)
    return () if found is None else found.line


@naming_extras
def warm() -> None:
    """Load the compiled kernels, compiling them if they were not yet."""
    ready()  # begins with both
    for kernel in kernels():
        assert kernel.enter is not None
