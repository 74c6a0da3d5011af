"""Publish what the studies of a file come to.

    python -m bench.odds studies.db hints.jsonl   write odds.json and docs/odds.md from these results
    python -m bench.odds                          write docs/odds.md again from odds.json

`trapoula study all` makes the first file, `python -m bench.hints play` the second. Of several results for a
setting those by today's rules are taken, of enough deals, and the surest of them; what was published before
counts as one of them. A published figure that contradicts ours stops it: nothing is written.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bench.hints import won_by_hints
from trapoula.catalogue.entries import write_choice
from trapoula.catalogue.odds import FILE, Odds, Setting, between, read, wilson, written
from trapoula.study.digest import rules_digest
from trapoula.study.results import Results
from trapoula.study.study import SECONDS
from trapoula.study.table import best, tabled
from trapoula.texts import title

PAGE = Path(__file__).parents[1] / "docs" / "odds.md"
PUBLISHED = Path(__file__).with_name("published.json")  # by others, for rules that are ours too
STRICT = 3.29  # standard deviations: a thousand comparisons contradict by chance about once
OLDER = " †"
HEAD = """# What can be won?

For players and researchers who want to know, or quote, how often a solitaire can be won.

- **can be won**: by a player who knows every card, hidden or not. The interval holds however the undecided
  deals turn out (Wilson's 95% limits: all of them lost at the lower end, won at the upper). One figure stands
  before it only where less than 5% of the deals are undecided. It is the middle of what they leave open.
- **by hints**: won by doing what the hints of this program say. They see no hidden card.
- **simple play**: won by looking one move ahead. It sees no hidden card either.
- **moves**: the median length of the winning lines, as the search found them.
- **ms**: processor time a deal.

Each deal was judged by the [solver](solver.md). A win is a line that the rules replayed. A loss is a complete
search. Deals are numbered from 1, and none is left out. The browser shows the same table at `/odds`, as a
picture, CSV or JSON. To cite it, use `CITATION.cff` of the repository and the date of the row.

"""


def share(value: float) -> str:
    """A share in per cent, as exact as can be read; almost all is not all, nor almost nothing none."""
    digits = 3 if 0 < min(value, 1 - value) < 0.0005 else 1
    return f"{value:.{digits}%}".replace("100.0%", "100%")


def limits(ends: tuple[float, float]) -> str:
    """An interval."""
    return f"{share(ends[0])} – {share(ends[1])}"


def played(won: int, of: int) -> str:
    """The share of games that were won in play, with its interval."""
    return f"{share(won / of)} ({limits(wilson(won, of))})" if of else "–"


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
    sure = sum(odds.told is not None for odds in usual.values())
    yield (
        f"{sum(deals):,} deals were judged, {sum(one.decided for one in table.values()):,} of them decided."
        f" With default options {sure} of {len(usual)} games have less than 5% undecided.\n\n"
    )
    if any(older(game, odds) for (game, _), odds in table.items()):
        yield (
            f"A row with{OLDER} is of an older study, which kept neither lines nor proofs. The rules of these"
            " settings play the same today: 289,437 positions of random play were compared on 19 November"
            " 2026, with one difference, in King's Audience.\n\n"
        )
    yield "## Default options\n\n"
    yield from rows(usual)
    if others:
        yield "\n## Other options\n\n"
        yield from rows(others)
    yield from beside(table)
    yield "\n## How to repeat a row\n\n"
    yield (
        "Each command repeats a row, most of them within minutes. `trapoula study all --deals 1-1000`"
        " repeats all in about a day on two processors. `trapoula study all --recheck 200` judges a sample"
        " in another way. The digests are of the rules and of the solver; [studies](studies.md) says how"
        " they are made.\n\n"
    )
    yield "| | command | rules | solver | date |\n|---|---|---|---|---|\n"
    for (game, options), odds in ordered(table):
        yield (
            f"| {named(game, options)} | `{command(game, options, odds)}` | `{odds.rules}` |"
            f" `{odds.solver}` | {odds.date} |\n"
        )
    machines = sorted({odds.machine for odds in table.values()})
    yield f"\nProcessor times are those of {'; '.join(machines)}.\n"


def older(game: str, odds: Odds) -> bool:
    """Whether a row is of an older study, or was judged by other rules than today's."""
    return not odds.kept or odds.rules != rules_digest(game)


def ordered(table: Mapping[tuple[str, Setting], Odds]) -> list[tuple[tuple[str, Setting], Odds]]:
    """By what the games are called."""
    return sorted(table.items(), key=lambda one: named(*one[0]))


def rows(table: Mapping[tuple[str, Setting], Odds]) -> Iterator[str]:
    """One table of odds."""
    yield "| | deals | decided | can be won | by hints | simple play | moves | ms |\n"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|\n"
    for (game, options), odds in ordered(table):
        told = limits(odds.bounds)
        if odds.told is not None:
            told = f"**{share(odds.told)}** ({told})"
        yield (
            f"| {named(game, options)}{OLDER if older(game, odds) else ''} | {odds.deals:,} |"
            f" {share(odds.decided / odds.deals)} | {told} | {played(*odds.hints)} |"
            f" {played(*odds.simple)} | {odds.length or '–'} | {odds.spent * 1000:.1f} |\n"
        )


# --- figures of others -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Figure:
    """A published figure beside ours."""

    place: tuple[str, Setting]
    told: str
    low: float
    high: float
    by: str
    odds: Odds

    @property
    def meets(self) -> bool:
        """Whether it lies in our 95% interval, as nineteen of twenty true ones do."""
        low, high = self.odds.bounds
        return low <= self.high and self.low <= high

    @property
    def contradicts(self) -> bool:
        """Whether it lies so far outside that it can hardly be chance."""
        odds = self.odds
        low, high = between(odds.winnable, odds.unknown, odds.deals, STRICT)
        return not (low <= self.high and self.low <= high)


def figures(table: Mapping[tuple[str, Setting], Odds]) -> list[Figure]:
    """The published figures of settings that we have judged."""
    found = []
    for one in published()["figures"]:
        place = one.pop("game"), tuple(one.pop("options").items())
        if place in table:
            found.append(Figure(place, **one, odds=table[place]))
    return found


def published() -> Any:
    """The file of published figures and their sources."""
    return json.loads(PUBLISHED.read_text("utf-8"))


def beside(table: Mapping[tuple[str, Setting], Odds]) -> Iterator[str]:
    """Our figures beside those of others."""
    yield "\n## Beside published figures\n\nOnly where the rules are the same.\n\n"
    yield "| | published | by | ours | |\n|---|--:|---|--:|---|\n"
    found = figures(table)
    for one in found:
        yield (
            f"| {named(*one.place)} | {one.told} | {one.by} | {limits(one.odds.bounds)} of"
            f" {one.odds.deals:,} | {'agrees' if one.meets else 'outside, as one in twenty is'} |\n"
        )
    yield "\n"
    sources = published()["sources"]
    for by in dict.fromkeys(one.by for one in found):
        yield f"- {by}: {sources[by]}\n"


def check(table: Mapping[tuple[str, Setting], Odds]) -> None:
    """Stop if a published figure contradicts ours: one of them is wrong."""
    for one in figures(table):
        if one.contradicts:
            raise SystemExit(
                f"{named(*one.place)}: {one.told} ({one.by}) contradicts our {limits(one.odds.bounds)} of"
                f" {one.odds.deals:,} deals. Find out which is wrong, or whether the rules differ."
            )


def main(arguments: Sequence[str]) -> int:
    """Write the table and the page."""
    table = read(FILE.read_text("utf-8")) if FILE.exists() else {}
    for path in arguments:
        if not path.endswith(".jsonl"):
            with Results(path) as results:
                table = best(table, tabled(results))
    hints = won_by_hints([path for path in arguments if path.endswith(".jsonl")])
    table = {
        place: replace(odds, hints=hints.get(place, odds.hints)) for place, odds in table.items()
    }
    check(table)
    FILE.write_text(written(table), "utf-8")
    PAGE.write_text("".join(page(table)), "utf-8")
    print(f"{len(table)} rows in {FILE.name} and {PAGE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
