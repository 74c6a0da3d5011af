"""What a player has achieved: counted from finished games, so it is kept and exported with them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import cache

from trapoula.errors import TrapoulaError
from trapoula.odds import odds
from trapoula.shelf import spines
from trapoula.solve.deals.daily import deals_of
from trapoula.stats import wire
from trapoula.stats.results import Result, read_options
from trapoula.stats.statistics import won_by_day

A_DAY = timedelta(1)
HARD = 1 / 3  # of the deals of a hard game, at most, can be won
WINS, WEEK, MONTH = 100, 7, 30


def shelf(results: Iterable[Result]) -> wire.Shelf:
    """The first win of every game, and what else is worth having done."""
    won = sorted((result for result in results if result.won), key=lambda result: result.at)
    firsts: dict[str, float] = {}
    for result in won:
        firsts.setdefault(result.game, result.at)
    return wire.Shelf(firsts=firsts, achievements=[*_of_games(won, firsts), *_of_days(won)])


def _of_games(won: Sequence[Result], firsts: Mapping[str, float]) -> Iterator[wire.Achievement]:
    family_of = _families()
    families: dict[str, float] = {}
    for game, at in firsts.items():
        if game in family_of:
            families.setdefault(family_of[game], at)
    alone = [result for result in won if result.seats == 1]
    yield _reached("first-win", 1, (result.at for result in won))
    yield _reached("no-undo", 1, (one.at for one in alone if not one.undos))
    yield _reached("no-help", 1, (one.at for one in alone if not one.undos and not one.hints))
    yield _reached("hard-game", 1, (one.at for one in alone if _hard(one)))
    yield _reached("every-family", len({*family_of.values()}), families.values())
    yield _reached("together", 1, (one.at for one in won if one.seats > 1))
    yield _reached("hundred-wins", WINS, (one.at for one in won))


@cache
def _families() -> Mapping[str, str]:
    return {spine.id: spine.family for spine in spines()}


def _hard(result: Result) -> bool:
    """Whether few deals of a game, by its options, can be won."""
    try:
        found = odds(result.game, read_options(result.options))
    except TrapoulaError:  # imported from where there were other games
        return False
    if found is None or found.vague:
        return False
    return (found.told if found.told is not None else sum(found.bounds) / 2) < HARD


def _of_days(won: Sequence[Result]) -> Iterator[wire.Achievement]:
    last = max((one.at for one in won), default=0.0)
    days = won_by_day(won, datetime.fromtimestamp(int(last), UTC).date() + A_DAY)
    whole = [day for day in sorted(days) if len(days[day]) == len(deals_of(day))]
    yield _reached("whole-day", 1, map(_noon, whole))
    yield _in_a_row("week-in-a-row", WEEK, sorted(days))
    yield _reached("month-of-days", MONTH, map(_noon, sorted(days)))


def _reached(name: wire.Feat, need: int, times: Iterable[float]) -> wire.Achievement:
    """What is achieved by the so-manieth time."""
    found = sorted(times)[:need]
    at = found[-1] if len(found) == need else None
    return wire.Achievement(name=name, have=len(found), need=need, at=at)


def _in_a_row(name: wire.Feat, need: int, days: Sequence[date]) -> wire.Achievement:
    """What is achieved by so many days one after the other."""
    best, run, before = 0, 0, None
    for day in days:
        run = run + 1 if before == day - A_DAY else 1
        best, before = max(best, run), day
        if run == need:
            return wire.Achievement(name=name, have=need, need=need, at=_noon(day))
    return wire.Achievement(name=name, have=best, need=need, at=None)


def _noon(day: date) -> float:
    return datetime.combine(day, time(12), UTC).timestamp()
