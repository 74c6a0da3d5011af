"""Verdicts and hints: whether a position can be won, and what a player might do.

    verdict(session, seconds) or verdict("golf", options, state, seconds)
    hint(session, seat)       or hint("golf", options, state)
    fatal(session, seconds)

All take and return plain values that travel between processes. The compiled kernel is loaded at the
first question; `warm()` loads it before.
"""

from collections.abc import Mapping
from typing import Any, overload
from weakref import WeakKeyDictionary

from trapoula.catalogue import find
from trapoula.game import Seat
from trapoula.patience import Patience
from trapoula.session import Session
from trapoula.solve.fatal import Fatal, fatal
from trapoula.solve.hint import Hint, advise
from trapoula.solve.judge import judge
from trapoula.solve.past import NO_PAST, Kept, Past, past
from trapoula.solve.verdict import Limits, Verdict

__all__ = [
    "Fatal",
    "Hint",
    "Limits",
    "Past",
    "Verdict",
    "fatal",
    "hint",
    "judge",
    "past",
    "verdict",
    "warm",
]

SECONDS = 10.0
_kept: WeakKeyDictionary[Session, Kept] = WeakKeyDictionary()  # what was last advised at a table


@overload
def verdict(game: Session, options: float = SECONDS, /) -> Verdict: ...


@overload
def verdict(
    game: str, options: Mapping[str, object], state: Any, seconds: float = SECONDS
) -> Verdict: ...


def verdict(
    game: Any, options: Any = SECONDS, state: Any = None, seconds: float = SECONDS
) -> Verdict:
    """Whether a position of a patience can be won, hidden cards and all."""
    if isinstance(game, Session):
        return judge(game.game, game.state, Limits(seconds=float(options)))
    return judge(find(game).make(options), state, Limits(seconds=seconds))


@overload
def hint(game: Session, options: Seat = 0, /) -> Hint | None: ...


@overload
def hint(
    game: str, options: Mapping[str, object], state: Any, behind: Past = NO_PAST
) -> Hint | None: ...


def hint(game: Any, options: Any = 0, state: Any = None, behind: Past = NO_PAST) -> Hint | None:
    """What the player might do, by what the player sees and has seen; None when there is no advice."""
    if not isinstance(game, Session):
        return advise(find(game).make(options), state, behind)
    if options != 0 or not isinstance(game.game, Patience):
        return None
    found = advise(game.game, game.state, past(game, _kept.get(game)))
    if found is not None:
        _kept[game] = found.kept
    return found


def warm() -> None:
    """Load the compiled kernels, compiling them if they were not yet."""
    from trapoula.solve import kernel
    from trapoula.solve.open import kernel as open_kernel

    assert kernel.enter is not None
    assert open_kernel.enter is not None
