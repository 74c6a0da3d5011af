"""Two cores on one position: the usual search beside a complete one, until the first of them has a proof."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Any

from trapoula.catalogue.entries import find
from trapoula.core.game import Choice
from trapoula.machine.workers import ProcessGroup, set_up_worker
from trapoula.solve.lines import with_short_line
from trapoula.solve.search.decide import decide
from trapoula.solve.verdict import Limits, Verdict

TICK = 0.2  # seconds between two looks


def judge_together(
    game: str,
    options: Mapping[str, Choice],
    state: Any,
    seconds: float,
    tick: Callable[[], object] = lambda: None,
) -> Verdict:
    """The verdict of whichever search comes to one first; the other is called off."""
    staff, since = ProcessGroup(), monotonic()
    searches: list[Connection] = []
    for thorough in (False, True):
        ours, theirs = staff.Pipe(duplex=False)
        about = (theirs, game, dict(options), state, seconds, thorough)
        staff.Process(target=_search, args=about, daemon=True).start()
        theirs.close()
        searches.append(ours)
    found = Verdict("unknown")
    try:
        while searches and found.finding == "unknown":
            tick()
            for told in wait(searches, TICK):
                assert isinstance(told, Connection)
                searches.remove(told)
                found = _better(found, _heard(told))
    finally:
        staff.dismiss()
    found = replace(found, seconds=monotonic() - since)
    return with_short_line(find(game).make(options), state, found, Limits(seconds))


def _search(
    tell: Connection,
    game: str,
    options: dict[str, Choice],
    state: Any,
    seconds: float,
    thorough: bool,
) -> None:
    set_up_worker()
    tell.send(decide(find(game).make(options), state, Limits(seconds, thorough=thorough)))


def _heard(told: Connection) -> Verdict:
    """What a search says; nothing is known if it ended without a word, as for want of memory."""
    try:
        verdict: Verdict = told.recv()
    except EOFError:
        return Verdict("unknown")
    return verdict


def _better(one: Verdict, other: Verdict) -> Verdict:
    """Of two verdicts the one that says more, with what both have cost."""
    if other.finding == "unknown" and one.best is not None:
        best = max(one.best, one.best if other.best is None else other.best)
        other = replace(other, best=best)
    return replace(other, states=one.states + other.states)
