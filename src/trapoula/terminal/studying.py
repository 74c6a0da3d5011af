"""`trapoula study`: judge many deals, with interruptions if you like, and report the results."""

import argparse
import csv
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import get_terminal_size
from time import monotonic
from typing import Self, TextIO

from trapoula.catalogue.entries import write_choice
from trapoula.catalogue.odds import Count, Odds, Setting
from trapoula.core.errors import BadRequest
from trapoula.core.game import Choice
from trapoula.study import Alone, Processes, Results, Row, Study, run
from trapoula.study.plan import Standing, end_of_turn, following
from trapoula.study.recheck import recheck
from trapoula.study.results import results_file
from trapoula.study.settings import patiences, settings
from trapoula.study.table import odds_of, tabled
from trapoula.study.workers import Crew
from trapoula.terminal.codes import DONE, NO
from trapoula.terminal.solving import check_jobs, read_range
from trapoula.terminal.waiting import ERASE, preparing
from trapoula.texts import figure, say, tell

DEALS = "1-100"
MOST = 1_000_000  # deals per game for `all`
TICK = 0.2  # seconds between two updates of the progress line
BAR = 10  # characters


def study(given: argparse.Namespace, options: Mapping[str, Choice]) -> int:
    """Study a game or all games, or show or export the results."""
    with Results(given.file or results_file()) as results:
        if given.game == "show":
            return _show(results, given)
        if given.game == "export":
            return _export(results, given)
        if given.recheck is not None:
            return _recheck(results, given, options)
        with _crew(given) as crew:
            if given.game == "all":
                return _all(results, crew, given)
            return _one(results, crew, given, options)


def _crew(given: argparse.Namespace) -> Crew:
    """Return the workers that the command line asks for."""
    check_jobs(given.jobs)
    if given.cluster:
        from trapoula.study.cluster import Cluster

        return Cluster(
            given.cluster,
            given.jobs,
            lambda error: print(f"trapoula: {tell(error)}", file=sys.stderr),
        )
    return Processes(given.jobs) if given.jobs > 1 else Alone()


def _study(given: argparse.Namespace, game: str, options: Mapping[str, Choice]) -> Study:
    limits = {"seconds": given.seconds, "states": given.states}
    return Study.of(
        game, options, **{name: most for name, most in limits.items() if most is not None}
    )


# --- one study -------------------------------------------------------------------------------------


def _one(
    results: Results, crew: Crew, given: argparse.Namespace, options: Mapping[str, Choice]
) -> int:
    wanted = _study(given, given.game, options)
    results.take_over(wanted)
    missing = _asked(results, wanted, given)
    deals = missing if given.undecided else read_range(given.deals or DEALS)
    with (
        preparing(),
        _Progress(len(deals), len(deals) - len(missing), results.count(wanted)) as told,
    ):
        for judged in run(wanted, missing, crew):
            results.add(wanted, judged)
            told.add([one.row for one in judged])
            if given.json:
                for one in judged:
                    print(json.dumps({"game": wanted.game, **one.row.facts()}), flush=True)
    if not given.json and (odds := odds_of(results, wanted)):
        _print_table({(wanted.game, wanted.options): odds})
    return DONE


def _asked(results: Results, wanted: Study, given: argparse.Namespace) -> list[int]:
    """Return the deals to judge: those requested, or undecided ones in the file."""
    if not given.undecided:
        return results.missing(wanted, read_range(given.deals or DEALS))
    undecided = results.undecided(wanted)
    if given.deals is None:
        return undecided
    asked = set(read_range(given.deals))
    return [deal for deal in undecided if deal in asked]


class _Progress:
    """A progress line on a terminal."""

    def __init__(self, total: int, done: int, count: Count) -> None:
        self._total, self._done, self._first, self._count = total, done, done, count
        self._since = self._told = monotonic()
        self._shown = sys.stderr.isatty()

    def add(self, rows: Sequence[Row]) -> None:
        """Count rows, and update the line unless that just happened."""
        now = self._count
        self._done += len(rows)
        self._count = Count(
            now.deals + len(rows),
            now.winnable + sum(row.verdict == "winnable" for row in rows),
            now.lost + sum(row.verdict == "lost" for row in rows),
        )
        if self._shown and monotonic() - self._told > TICK:
            self._told = monotonic()
            _show_line(self.line())

    def line(self) -> str:
        """Return the line: how many, how fast, how many decided, the odds so far, the time left."""
        spent = max(monotonic() - self._since, 1e-6)
        rate = (self._done - self._first) / spent
        full = BAR * self._done // max(1, self._total)
        parts = [
            f"[{'#' * full}{'.' * (BAR - full)}] {self._done}/{self._total}",
            say("{rate} deals/s", rate=figure(rate, ".1f")),
            say(
                "decided: {share}",
                share=figure(self._count.decided / max(1, self._count.deals), ".1%"),
            ),
            say("winnable: {odds}", odds=_shares(self._count)),
        ]
        if rate:
            left = say("{time} left", time=_time((self._total - self._done) / rate))
            parts.insert(2, left)
        return " · ".join(parts)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            print(ERASE, end="", file=sys.stderr, flush=True)


def _show_line(line: str) -> None:
    """Print a line over the last one, cut to the terminal's width."""
    wide = get_terminal_size().columns - 1
    print(f"{ERASE}{line[:wide]}", end="", file=sys.stderr, flush=True)


def _shares(count: Count) -> str:
    """Format the winnable share: its interval, and a single figure if few deals are undecided."""
    low, high = (figure(end, ".1%") for end in count.bounds)
    between = f"{low} – {high}"
    return between if count.told is None else f"{figure(count.told, '.1%')} ({between})"


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


# --- all games -------------------------------------------------------------------------------------


def _all(results: Results, crew: Crew, given: argparse.Namespace) -> int:
    """Study all games to the minimum, then spend the remaining time where it narrows intervals most."""
    if given.minutes is None and given.deals is None and not given.undecided:
        raise BadRequest("A study of all games needs deals or a time: --deals 1-300, --minutes 90.")
    least = len(read_range(given.deals or DEALS))
    until = float("inf") if given.minutes is None else monotonic() + given.minutes * 60
    most = least if given.minutes is None else MOST
    wanted = [
        _study(given, entry.id, options)
        for entry in patiences()
        for options in (settings(entry) if given.settings else ({},))
    ]
    for one in wanted:
        results.take_over(one)
    if given.undecided:
        return _all_undecided(results, crew, wanted, until)
    standings = {one: _standing(results, one) for one in wanted}
    with preparing():
        while monotonic() < until and (chosen := following(list(standings.values()), least, most)):
            _tell_turn(standings, chosen, least)
            end = end_of_turn(chosen, least, most, crew.hands)
            for judged in run(chosen.study, results.missing(chosen.study, range(1, end + 1)), crew):
                results.add(chosen.study, judged)
                if monotonic() > until:
                    break
            standings[chosen.study] = _standing(results, chosen.study)
    if sys.stderr.isatty():
        print(ERASE, end="", file=sys.stderr)
    if not given.json:
        _print_table(tabled(results))
    return DONE


def _all_undecided(results: Results, crew: Crew, wanted: Sequence[Study], until: float) -> int:
    """Judge the undecided deals in the file again, game by game."""
    with preparing():
        for one in wanted:
            undecided = results.undecided(one)
            with _Progress(len(undecided), 0, results.count(one)) as told:
                for judged in run(one, undecided, crew):
                    results.add(one, judged)
                    told.add([one.row for one in judged])
                    if monotonic() > until:
                        return DONE
    return DONE


def _standing(results: Results, one: Study) -> Standing:
    count = results.count(one)
    return Standing(one, count, results.spent(one) / max(1, count.deals))


def _tell_turn(standings: Mapping[Study, Standing], chosen: Standing, least: int) -> None:
    if sys.stderr.isatty():
        ready = sum(one.count.deals >= least for one in standings.values())
        line = say(
            "{game}: {odds} · {ready} of {all} games have {least} deals",
            game=chosen.study.game,
            odds=_shares(chosen.count),
            ready=ready,
            all=len(standings),
            least=least,
        )
        _show_line(line)


# --- judging again ---------------------------------------------------------------------------------


def _recheck(results: Results, given: argparse.Namespace, options: Mapping[str, Choice]) -> int:
    """Judge verdicts in the file by another method, and report whether all were right."""
    games = [entry.id for entry in patiences()] if given.game == "all" else [given.game]
    chosen = [_study(given, game, options) for game in games]
    with preparing():
        checked = list(recheck(results, chosen, given.recheck))
    for one in checked:
        if one.wrong:
            print(tell(one.sentence), file=sys.stderr)
    wrong = sum(one.wrong for one in checked)
    print(
        say(
            "{count} verdicts judged again: {same} confirmed, {open} still open, {wrong} wrong.",
            count=len(checked),
            same=sum(one.confirmed for one in checked),
            open=sum(not one.confirmed and not one.wrong for one in checked),
            wrong=wrong,
        )
    )
    return NO if wrong else DONE


# --- results -------------------------------------------------------------------------------------


def _show(results: Results, given: argparse.Namespace) -> int:
    """Print the results of the studies in the file."""
    found = {
        place: odds
        for place, odds in tabled(results).items()
        if not given.of or place[0] in given.of
    }
    if not found:
        print(say("There are no results of that yet."), file=sys.stderr)
        return NO
    if given.json:
        for (game, options), odds in found.items():
            print(json.dumps({"game": game, "options": dict(options), **_told(odds)}))
        return DONE
    _print_table(found)
    return DONE


def _told(odds: Odds) -> dict[str, object]:
    return {**odds.plain(), "share": odds.told, "bounds": odds.bounds}


def _print_table(found: Mapping[tuple[str, Setting], Odds]) -> None:
    """Print one line per setting: deals, decided, winnable, length, simple play, time."""
    heads = (
        say("game"),
        say("deals"),
        say("decided"),
        say("can be won"),
        say("moves"),
        say("simple play"),
        say("ms a deal"),
    )
    rows = [heads, *(_line(game, options, odds) for (game, options), odds in found.items())]
    widths = [max(len(row[at]) for row in rows) for at in range(len(heads))]
    for first, *rest in rows:
        cells = (f"{cell:>{width}}" for cell, width in zip(rest, widths[1:], strict=True))
        print(f"{first:{widths[0]}}  {'  '.join(cells)}".rstrip())


def _line(game: str, options: Setting, odds: Odds) -> tuple[str, ...]:
    won, played = odds.simple
    name = " ".join((game, *(f"{option}={write_choice(value)}" for option, value in options)))
    return (
        name,
        figure(odds.deals, ","),
        figure(odds.decided / odds.deals, ".1%"),
        _shares(odds),
        "–" if odds.length is None else str(odds.length),
        figure(won / played, ".1%") if played else "–",
        figure(odds.spent * 1000, ".1f"),
    )


def _export(results: Results, given: argparse.Namespace) -> int:
    """Write every row of the studies as CSV or JSON."""
    chosen = [one for one in results.studies() if not given.of or one.game in given.of]
    if not any(results.count(one).deals for one in chosen):
        print(say("There are no results of that yet."), file=sys.stderr)
        return NO
    rows = (facts for one in chosen for facts in _facts(results, one))
    with _outlet(given.to) as out:
        if given.json:
            for facts in rows:
                print(json.dumps(facts, ensure_ascii=False), file=out)
        else:
            _write_csv(rows, out)
    return DONE


def _facts(results: Results, one: Study) -> Iterator[dict[str, object]]:
    key = {
        "game": one.game,
        "options": " ".join(f"{name}={write_choice(value)}" for name, value in one.options),
        "limit_seconds": one.seconds,
        "limit_states": one.states,
        "rules": one.rules,
        "solver": one.solver,
    }
    return ({**key, **row.facts()} for row in results.rows(one))


def _write_csv(rows: Iterable[Mapping[str, object]], out: TextIO) -> None:
    table: csv.DictWriter[str] | None = None
    for facts in rows:
        if table is None:
            table = csv.DictWriter(out, facts, lineterminator="\n")
            table.writeheader()
        table.writerow(facts)


@contextmanager
def _outlet(path: str | None) -> Iterator[TextIO]:
    if path is None:
        yield sys.stdout
        return
    with Path(path).open("w", encoding="utf-8", newline="") as file:
        yield file
