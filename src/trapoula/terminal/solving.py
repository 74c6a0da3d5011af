"""`trapoula solve` and `trapoula deal`: judge deals, and find deals to play."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from random import SystemRandom
from textwrap import fill
from time import monotonic
from typing import cast

from trapoula.core import deals
from trapoula.core.errors import BadDeal, BadRequest
from trapoula.patience import Patience
from trapoula.play.session import Session
from trapoula.solve import (
    Judged,
    Level,
    Limits,
    Verdict,
    any_deals,
    any_pick,
    difficulty,
    judge,
    judge_deals,
    pick,
)
from trapoula.solve.lowering import Explained, NotLowered, explained, lower, opened
from trapoula.solve.proofs import Claim, Condition
from trapoula.solve.two_cores import TICK, judge_together
from trapoula.study.study import check_limit
from trapoula.terminal.codes import DONE, NO, UNKNOWN
from trapoula.terminal.judging import told
from trapoula.terminal.reading import WIDEST
from trapoula.terminal.waiting import ERASE, preparing
from trapoula.texts import figure, say, tell

MOST_DEALS = 1_000_000
BAR = 30  # characters
MEMORY = 1 << 30  # bytes, for one deal while a person waits


CODES = {"winnable": DONE, "lost": NO, "unknown": UNKNOWN}


def solve(session: Session, given: argparse.Namespace) -> int:
    """Print the verdict on one deal, which is also the exit code, or a table of many."""
    _only_patiences(session)
    check_limit(given.seconds)
    check_jobs(given.jobs)
    if given.explain:
        return _explain(session)
    if given.deals:
        with preparing():
            return _many(session, given)
    with preparing(), _ticking(given.seconds) as tick:
        if given.jobs > 1:
            found = judge_together(session.id, session.options, session.state, given.seconds, tick)
        else:
            limits = Limits(given.seconds, memory=MEMORY, stop=tick)
            found = judge(session.game, session.state, limits)
    if given.json:
        print(json.dumps({"game": session.id, "deal": session.deal, **found.facts()}))
        return CODES[found.finding]
    print(told(found))
    for start in range(0, len(found.line), 10):
        print("  " + "  ".join(found.line[start : start + 10]))
    print(_spent(found))
    return CODES[found.finding]


def _explain(session: Session) -> int:
    """Print what a search of this game prunes and why, and what rules out the other proofs."""
    game = session.game
    assert isinstance(game, Patience)
    try:
        program = lower(game)
    except NotLowered:
        print(say("This game is searched through its rules, and every legal action is tried."))
        return 0
    print(
        say("The general kernel searches this game.")
        if opened(program) is None
        else say("The kernel for games with every card in sight searches this game.")
    )
    every = list(explained(program))
    print("\n" + say("It leaves out what these proofs allow:"))
    for one in every:
        if one.used:
            print("\n" + tell(one.claim.name))
            print(_paragraph(tell(one.claim.argument)))
            if one.by_itself:
                print(_paragraph(say("The kernel that searches this game does so by itself.")))
    print("\n" + say("They hold because all of this is true of the game:"))
    for need in dict.fromkeys(need for one in every if one.used for need in _needs(one.claim)):
        print(_paragraph(tell(need.told), bullet="- "))
    print("\n" + say("It does not use these:"))
    unused: dict[str, list[str]] = {}  # why not, and which
    for one in every:
        if not one.used:
            unused.setdefault(_why_not(one), []).append(tell(one.claim.name))
    for why, names in unused.items():
        print("\n" + fill("; ".join(names), WIDEST))
        print(_paragraph(why))
    return 0


def _needs(claim: Claim) -> Iterator[Condition]:
    """Yield a claim's conditions, including those of claims it builds on."""
    for need in claim.needs:
        yield from _needs(need) if isinstance(need, Claim) else (need,)


def _why_not(one: Explained) -> str:
    """Say why a proof is not used."""
    if one.unmet is None:
        return say("The kernel that searches this game does not know it.")
    return say("It needs this, which is not so here: {need}", need=tell(one.unmet.told))


def _paragraph(text: str, bullet: str = "") -> str:
    indent = "    "
    return fill(
        text,
        WIDEST,
        initial_indent=indent + bullet,
        subsequent_indent=indent + " " * len(bullet),
    )


def check_jobs(jobs: int) -> None:
    """Refuse a number of processes below one."""
    if jobs < 1:
        raise BadRequest("At least one process is needed to judge deals.")


def _only_patiences(session: Session) -> None:
    if not isinstance(session.game, Patience):
        raise BadRequest(
            "Only a patience can be judged, and {game} is a table game.", game=session.id
        )


@contextmanager
def _ticking(seconds: float) -> Iterator[Callable[[], bool]]:
    """Yield a callback that shows the time spent on a terminal and never stops the search."""
    since = told = monotonic()

    def tick() -> bool:
        nonlocal told
        now = monotonic()
        if now - told > TICK:
            told = now
            spent = say(
                "{spent} s of {seconds} s", spent=f"{now - since:.1f}", seconds=f"{seconds:g}"
            )
            print(f"\r{spent}", end="", file=sys.stderr, flush=True)
        return False

    if not sys.stderr.isatty():
        yield lambda: False
        return
    try:
        yield tick
    finally:
        if told != since:
            print(ERASE, end="", file=sys.stderr, flush=True)


def deal(session: Session, given: argparse.Namespace) -> int:
    """Print the number of a deal as requested."""
    check_limit(given.seconds)
    level = cast("Level | None", given.level)
    if not given.winnable and level is None:
        return _tell_deal(session, given.deal or next(any_deals(SystemRandom())), given)
    _only_patiences(session)
    game, options, limits = session.id, session.options, Limits(given.seconds)
    with preparing():
        found = (
            pick(game, options, (given.deal,), level=level, limits=limits)
            if given.deal
            else any_pick(game, options, level=level, limits=limits)
        )
    if found is None:
        print(say("No such deal was found; try again, or allow more seconds."), file=sys.stderr)
        return NO
    return _tell_deal(session, found, given, judged=True)


def _tell_deal(
    session: Session, number: int, given: argparse.Namespace, *, judged: bool = False
) -> int:
    if given.json:
        limits = Limits(given.seconds)
        known = difficulty(session.id, session.options, number, limits) if judged else None
        facts = {"game": session.id, "options": session.options, "deal": number}
        print(json.dumps({**facts, "difficulty": known.facts()} if known else facts))
    else:
        print(number)
    return DONE


def _many(session: Session, given: argparse.Namespace) -> int:
    numbers = read_range(given.deals)
    found = []
    judged = judge_deals(
        session.id, session.options, numbers, given.seconds, given.jobs, followed=given.json
    )
    for one in _with_bar(judged, len(numbers), quiet=given.json):
        found.append(one)
        if given.json:
            facts = {"game": session.id, "deal": one.deal, **one.verdict.facts()}
            print(json.dumps(facts), flush=True)
    if given.json:
        return 0
    for one in found:
        if one.verdict.finding != "winnable":
            print(f"{one.deal:>9}  {told(one.verdict)}")
    counts = [sum(one.verdict.finding == word for one in found) for word in WORDS]
    seconds = sum(one.verdict.seconds for one in found)
    print(
        say(
            "{won} winnable, {lost} lost, {unknown} unknown; {seconds} s",
            won=counts[0],
            lost=counts[1],
            unknown=counts[2],
            seconds=figure(seconds, ".1f"),
        )
    )
    return 0


WORDS = ("winnable", "lost", "unknown")


def _with_bar(judged: Iterable[Judged], total: int, *, quiet: bool) -> Iterator[Judged]:
    """Yield the verdicts, with a progress bar on a terminal."""
    shown = sys.stderr.isatty() and not quiet
    for number, one in enumerate(judged, 1):
        yield one
        if shown:
            full = BAR * number // total
            bar = "#" * full + "." * (BAR - full)
            print(f"\r[{bar}] {number}/{total}", end="", file=sys.stderr, flush=True)
    if shown:
        print(file=sys.stderr)


def read_range(text: str) -> range:
    """Read a range of deals such as 1-1000."""
    first, _, last = text.partition("-")
    try:
        numbers = range(int(first), int(last or first) + 1)
    except ValueError:
        numbers = range(0)
    if not numbers or len(numbers) > MOST_DEALS:
        raise BadDeal("{text} names no deals: 1-1000 does.", text=repr(text))
    deals.check_number(numbers[0])
    deals.check_number(numbers[-1])
    return numbers


def _spent(found: Verdict) -> str:
    return say(
        "{states} positions in {seconds} s",
        states=figure(found.states, ","),
        seconds=figure(found.seconds, ".2f"),
    )
