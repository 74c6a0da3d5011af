"""Publish what the studies of a file come to.

    python -m bench.odds studies.db     write src/trapoula/odds.json and docs/odds.md from these results
    python -m bench.odds                write docs/odds.md again from src/trapoula/odds.json

Of several results for a game or setting those by today's rules are taken, of 300 deals at least where there
are some, and the surest of them; what was published before counts as one of them. `trapoula study all` makes
such a file.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from trapoula.catalogue import write_choice
from trapoula.odds import FILE, Odds, Setting, read, written
from trapoula.study.results import Results
from trapoula.study.study import SECONDS
from trapoula.study.table import best, tabled
from trapoula.texts import title

PAGE = Path(__file__).parents[1] / "docs" / "odds.md"
PUBLISHED = Path(__file__).with_name(
    "published.json"
)  # figures of others, by rules that are ours too
HEAD = """# What can be won?

How often the patiences can be won by a player who knows every card, hidden or not. Each deal was judged
by the [solver](solver.md): winnable with a line that the rules replayed, lost after a complete search, or
undecided within the limit. Deals are numbered from 1, and none is left out. [studies.md](studies.md) says
how to repeat a row or to make it surer; the command for each stands below. This page is written by
`python -m bench.odds` from the results; the browser shows the same table at `/odds`.

- **winnable**: of the decided deals, with Wilson's interval of 95 %. It takes the undecided deals to be
  like the decided ones, which they need not be: where many are undecided, read the next column.
- **in any case**: between these shares, whichever way the undecided deals would turn out (Wilson's limits,
  with every undecided deal lost at the lower end and won at the upper).
- **moves**: the median length of the lines that win, as the search found them: longer than need be.
- **simple play**: how often someone wins who looks at the next move only and sees no hidden card.
- **ms a deal**: processor time, on average, on the machine that is named below.

"""


def share(value: float) -> str:
    """A share in per cent, as exact as can be read; almost all is not all, nor almost nothing none."""
    digits = 3 if 0 < min(value, 1 - value) < 0.0005 else 1
    return f"{value:.{digits}%}".replace("100.0%", "100%")


def between(ends: tuple[float, float]) -> str:
    """An interval."""
    return f"{share(ends[0])} – {share(ends[1])}"


def named(game: str, options: Setting) -> str:
    """A game and its setting, as people call them."""
    chosen = ", ".join(f"{name} {write_choice(value)}" for name, value in options)
    return f"{title('en', game)} ({chosen})" if chosen else title("en", game)


def command(game: str, options: Setting, odds: Odds) -> str:
    """What repeats a row."""
    chosen = "".join(f" -o {name}={write_choice(value)}" for name, value in options)
    limit = "" if odds.limit == SECONDS else f" --seconds {odds.limit:g}"
    return f"trapoula study {game}{chosen} --deals 1-{odds.deals}{limit}"


def page(table: Mapping[tuple[str, Setting], Odds]) -> Iterator[str]:
    """The page, line by line."""
    yield HEAD
    usual = {place: odds for place, odds in table.items() if not place[1]}
    others = {place: odds for place, odds in table.items() if place[1]}
    deals = [odds.deals for odds in table.values()]
    yield (
        f"{sum(deals):,} deals were judged so far, {sum(one.decided for one in table.values()):,} of them"
        f" decided: {min(deals):,} to {max(deals):,} a row. An interval says what so many are worth.\n\n"
    )
    yield f"## The {len(usual)} patiences by their usual rules\n\n"
    yield from rows(usual)
    if others:
        yield "\n## By other settings\n\n"
        yield from rows(others)
    yield from beside(table)
    yield "\n## How to repeat it\n\n"
    yield "Digests are of the sources of the rules and of the solver, which a study is keyed by.\n\n"
    yield "| | command | rules | solver | date |\n|---|---|---|---|---|\n"
    for (game, options), odds in ordered(table):
        yield (
            f"| {named(game, options)} | `{command(game, options, odds)}` | `{odds.rules}` |"
            f" `{odds.solver}` | {odds.date} |\n"
        )
    machines = sorted({odds.machine for odds in table.values()})
    yield f"\nProcessor times are those of {'; '.join(machines)}.\n"


def ordered(table: Mapping[tuple[str, Setting], Odds]) -> list[tuple[tuple[str, Setting], Odds]]:
    """By what the games are called."""
    return sorted(table.items(), key=lambda one: named(*one[0]))


def rows(table: Mapping[tuple[str, Setting], Odds]) -> Iterator[str]:
    """One table of odds."""
    yield "| | deals | decided | winnable | in any case | moves | simple play | ms a deal |\n"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|\n"
    for (game, options), odds in ordered(table):
        won, played = odds.simple
        told = "–" if odds.share is None else f"{share(odds.share)} ({between(odds.interval)})"
        yield (
            f"| {named(game, options)} | {odds.deals:,} | {share(odds.decided / odds.deals)} | {told} |"
            f" {between(odds.bounds)} | {odds.length or '–'} |"
            f" {share(won / played) if played else '–'} | {odds.spent * 1000:.1f} |\n"
        )


def beside(table: Mapping[tuple[str, Setting], Odds]) -> Iterator[str]:
    """Our figures beside those of others."""
    known = [
        (one, odds)
        for one in json.loads(PUBLISHED.read_text("utf-8"))
        if (odds := table.get((one["game"], tuple(one["options"].items()))))
    ]
    if not known:
        return
    yield "\n## Beside published figures\n\nOnly where the rules are the same.\n\n"
    yield "| | published | by whom | ours, in any case | |\n|---|--:|---|--:|---|\n"
    for one, odds in known:
        low, high = odds.bounds
        meets = low <= one["high"] and one["low"] <= high
        verdict = "they meet" if meets else f"**they do not meet**: {one['note']}"
        if odds.vague:
            verdict = "too little is decided to compare"
        yield (
            f"| {named(one['game'], tuple(one['options'].items()))} | {one['told']} | {one['by']} |"
            f" {between(odds.bounds)} of {odds.deals:,} | {verdict} |\n"
        )


def main(arguments: Sequence[str]) -> int:
    """Write the table and the page."""
    table = read(FILE.read_text("utf-8")) if FILE.exists() else {}
    for path in arguments:
        with Results(path) as results:
            table = best(table, tabled(results))
    FILE.write_text(written(table), "utf-8")
    PAGE.write_text("".join(page(table)), "utf-8")
    print(f"{len(table)} rows in {FILE.name} and {PAGE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
