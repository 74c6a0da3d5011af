"""What the studies of a file come to: odds for each game and setting, for the table that is published."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from statistics import median, quantiles

from trapoula.catalogue.odds import Odds, Setting
from trapoula.study.digest import rules_digest
from trapoula.study.results import Results
from trapoula.study.row import Row
from trapoula.study.study import Study


def enough(seconds: float) -> int:
    """How many deals a row should have, by what one of them costs: fewer may look surer than they are."""
    return 10_000 if seconds < 0.01 else 1_000 if seconds < 0.3 else 300


def unbroken(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows from deal 1 on as far as none is missing: deals that came back sooner are not preferred."""
    for row, deal in zip(rows, count(1), strict=False):
        if row.deal != deal:
            return
        yield row


def odds_of(results: Results, study: Study) -> Odds | None:
    """What the deals of a study come to, from the first one on; None of none."""
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
    """The odds of every game and setting of a file, the best where there are several."""
    found: dict[tuple[str, Setting], Odds] = {}
    for study in results.studies():
        if odds := odds_of(results, study):
            found = best(found, {(study.game, study.options): odds})
    return found


def best(
    one: Mapping[tuple[str, Setting], Odds], other: Mapping[tuple[str, Setting], Odds]
) -> dict[tuple[str, Setting], Odds]:
    """Two tables as one: by today's rules where there are some, of enough deals, and the surest of those."""
    found = dict(one)
    for place, odds in other.items():
        if place not in found or _worth(place[0], odds) > _worth(place[0], found[place]):
            found[place] = odds
    return found


def _worth(game: str, odds: Odds) -> tuple[bool, float, float]:
    low, high = odds.bounds
    return odds.rules == rules_digest(game), min(1, odds.deals / enough(odds.spent)), low - high
