"""Achievements, computed from finished games, so they are stored and exported with them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from functools import cache

from trapoula.catalogue.discovery import declarations
from trapoula.solve import deals_of
from trapoula.stats import wire
from trapoula.stats.results import Result
from trapoula.stats.tally import A_DAY, WINS, Tally, tally_of

WEEK, MONTH = 7, 30


def shelf(results: Iterable[Result]) -> wire.Shelf:
    """Return a player's achievements: the first win of every game, and more."""
    return shelf_of(tally_of(results))


def shelf_of(tally: Tally) -> wire.Shelf:
    """Return the achievements from a tally."""
    return wire.Shelf(firsts=tally.firsts, achievements=[*_of_games(tally), *_of_days(tally)])


def _of_games(tally: Tally) -> Iterator[wire.Achievement]:
    family_of = _families()
    families: dict[str, float] = {}
    for game, at in sorted(tally.firsts.items(), key=lambda first: first[1]):
        if game in family_of:
            families.setdefault(family_of[game], at)
    for feat in ("first-win", "no-undo", "no-help", "hard-deal"):
        yield _reached(feat, 1, _since(tally, feat))
    yield _reached("every-family", len({*family_of.values()}), families.values())
    yield _reached("together", 1, _since(tally, "together"))
    yield _reached("hundred-wins", WINS, tally.wins)


def _since(tally: Tally, feat: wire.Feat) -> list[float]:
    return [tally.since[feat]] if feat in tally.since else []


@cache
def _families() -> Mapping[str, str]:
    return {declaration.id: declaration.family for declaration in declarations()}


def _of_days(tally: Tally) -> Iterator[wire.Achievement]:
    days = tally.days_until(date.max)
    whole = [day for day in sorted(days) if len(days[day]) == len(deals_of(day))]
    yield _reached("whole-day", 1, map(_noon, whole))
    yield _in_a_row("week-in-a-row", WEEK, sorted(days))
    yield _reached("month-of-days", MONTH, map(_noon, sorted(days)))


def _reached(name: wire.Feat, need: int, times: Iterable[float]) -> wire.Achievement:
    """Return an achievement that needs so many events."""
    found = sorted(times)[:need]
    at = found[-1] if len(found) == need else None
    return wire.Achievement(name=name, have=len(found), need=need, at=at)


def _in_a_row(name: wire.Feat, need: int, days: Sequence[date]) -> wire.Achievement:
    """Return an achievement that needs so many days in a row."""
    best, run, before = 0, 0, None
    for day in days:
        run = run + 1 if before == day - A_DAY else 1
        best, before = max(best, run), day
        if run == need:
            return wire.Achievement(name=name, have=need, need=need, at=_noon(day))
    return wire.Achievement(name=name, have=best, need=need, at=None)


def _noon(day: date) -> float:
    return datetime.combine(day, time(12), UTC).timestamp()
