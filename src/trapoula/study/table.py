"""The odds of each game and setting from a file of studies, for the published table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from statistics import median, quantiles

from trapoula.catalogue.odds import Odds, Setting
from trapoula.study.digest import rules_digest
from trapoula.study.results import Results
from trapoula.study.row import Row
from trapoula.study.study import Study


def enough(seconds: float) -> int:
    """Return how many deals a row needs, by their cost, so that it does not look surer than it is."""
    return 10_000 if seconds < 0.01 else 1_000 if seconds < 0.3 else 300


def unbroken(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the rows from deal 1 up to the first gap, so that fast deals are not overrepresented."""
    for row, deal in zip(rows, count(1), strict=False):
        if row.deal != deal:
            return
        yield row


def odds_of(results: Results, study: Study) -> Odds | None:
    """Return a study's odds, from deal 1 on; None if there are none."""
    rows = list(unbroken(results.rows(study)))
    if not rows:
        return None
    date, solver, machine = results.source(study)
    won = [row for row in rows if row.verdict == "winnable"]
    tried = [row.simple for row in rows if row.simple is not None]
    efforts = [row.states for row in won if row.proof == "line"]
    lengths = [row.length for row in won if row.length is not None]
    return Odds(
        deals=len(rows),
        winnable=len(won),
        lost=sum(row.verdict == "lost" for row in rows),
        simple=(sum(tried), len(tried)),
        hints=(0, 0),
        length=round(median(lengths)) if lengths else None,
        effort=_thirds(efforts) if len(efforts) > 2 else None,
        limit=study.seconds,
        spent=round(sum(row.seconds for row in rows) / len(rows), 6),
        rules=study.rules,
        solver=solver,
        date=date,
        machine=machine,
    )


def _thirds(efforts: Sequence[int]) -> tuple[int, int]:
    low, high = quantiles(efforts, n=3)
    return round(low), round(high)


def tabled(results: Results) -> dict[tuple[str, Setting], Odds]:
    """Return the odds of every game and setting in a file, choosing the best of several."""
    found: dict[tuple[str, Setting], Odds] = {}
    for study in results.studies():
        if odds := odds_of(results, study):
            found = best(found, {(study.game, study.options): odds})
    return found


def best(
    one: Mapping[tuple[str, Setting], Odds], other: Mapping[tuple[str, Setting], Odds]
) -> dict[tuple[str, Setting], Odds]:
    """Merge two tables: prefer today's rules, then enough deals, then the narrower interval."""
    found = dict(one)
    for place, odds in other.items():
        if place not in found or _worth(place[0], odds) > _worth(place[0], found[place]):
            found[place] = odds
    return found


def _worth(game: str, odds: Odds) -> tuple[bool, float, float]:
    low, high = odds.bounds
    return odds.rules == rules_digest(game), min(1, odds.deals / enough(odds.spent)), low - high
