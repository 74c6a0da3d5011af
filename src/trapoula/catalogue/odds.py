"""How often each patience can be won, from a table that ships with the games.

`python -m bench.odds` writes the table from the results of studies; docs/odds.md shows it.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any, TypeAlias

from trapoula.catalogue.entries import find
from trapoula.core.game import Choice

FILE = Path(__file__).with_suffix(".json")
SURE = 1.959964  # standard deviations of a 95% interval
FEW = 0.05  # a single figure is shown if the share of undecided deals is below this
WANDERING = 3  # actions per card; a longer line wanders
VAGUE = 0.5  # an interval wider than this says nothing

Interval: TypeAlias = tuple[float, float]


def wilson(won: float, of: float, sure: float = SURE) -> Interval:
    """Return Wilson's 95% interval for the true share when `won` of `of` were won."""
    if of == 0:
        return 0.0, 1.0
    share, weight = won / of, sure**2 / of
    middle = (share + weight / 2) / (1 + weight)
    half = sure * sqrt((share * (1 - share) + weight / 4) / of) / (1 + weight)
    low = 0.0 if won == 0 else middle - half
    high = 1.0 if won == of else middle + half
    return low, high


def between(won: float, undecided: float, of: float, sure: float = SURE) -> Interval:
    """Return Wilson's interval: undecided deals count as lost at the lower end and won at the upper."""
    return wilson(won, of, sure)[0], wilson(won + undecided, of, sure)[1]


@dataclass(frozen=True, slots=True)
class Count:
    """The results of some deals."""

    deals: int  # how many were judged, from deal 1 on
    winnable: int  # how many can be won
    lost: int  # how many cannot

    @property
    def decided(self) -> int:
        """How many deals were proved winnable or lost."""
        return self.winnable + self.lost

    @property
    def unknown(self) -> int:
        """How many deals stayed undecided within the limits."""
        return self.deals - self.decided

    @property
    def bounds(self) -> Interval:
        """The 95% interval of the winnable share, however the undecided deals turn out."""
        return between(self.winnable, self.unknown, self.deals)

    @property
    def told(self) -> float | None:
        """The winnable share as one figure; None unless less than 5% of the deals are undecided.

        It is the middle of what the undecided deals leave open, not the share of the decided ones,
        because deals that are hard to decide are not like the others.
        """
        if self.unknown >= FEW * self.deals:
            return None
        return (self.winnable + self.unknown / 2) / self.deals

    @property
    def vague(self) -> bool:
        """Whether the bounds are too far apart to say anything."""
        low, high = self.bounds
        return high - low > VAGUE


@dataclass(frozen=True, slots=True)
class Odds(Count):
    """The odds of a patience with one setting of its options, and how they were found."""

    simple: tuple[int, int]  # games won by simple play, and games played
    hints: tuple[int, int]  # games won by following the hints, and games played
    length: int | None  # actions of a typical winning line
    effort: tuple[int, int] | None  # positions enough for a third of the deals, and for two thirds
    limit: float  # CPU seconds allowed per deal
    spent: float  # CPU seconds used per deal, on average
    rules: str  # the digest of the rules
    solver: str  # the digest of the solver
    date: str  # when the last deal was judged
    machine: str  # the kind of machine
    kept: bool = True  # whether lines and proofs were kept by deal; older studies did not

    def wanders(self, cards: int) -> bool:
        """Return whether the typical winning line is far longer than a person would need."""
        return self.length is not None and self.length > WANDERING * cards

    def plain(self) -> dict[str, Any]:
        """Return the odds as they are stored."""
        return asdict(self)


Setting: TypeAlias = tuple[tuple[str, Choice], ...]  # the options that differ from the defaults


def setting(game: str, options: Mapping[str, Choice]) -> Setting:
    """Return the options that differ from the defaults, in order."""
    entry = find(game)
    settled, usual = entry.settle(options), entry.settle({})
    return tuple((name, value) for name, value in settled.items() if value != usual[name])


def read(text: str) -> dict[tuple[str, Setting], Odds]:
    """Read a table of odds."""
    found = {}
    for row in json.loads(text):
        game, options = row.pop("game"), row.pop("options")
        for pair in ("simple", "hints", "effort"):
            row[pair] = row[pair] and tuple(row[pair])
        odds = Odds(**row)
        found[game, tuple(options.items())] = odds
    return found


def written(table: Mapping[tuple[str, Setting], Odds]) -> str:
    """Write a table of odds, one line per setting, so that diffs are readable."""
    rows = (
        json.dumps({"game": game, "options": dict(options), **odds.plain()})
        for (game, options), odds in sorted(table.items(), key=lambda one: repr(one[0]))
    )
    return "[\n" + ",\n".join(rows) + "\n]\n"


@cache
def table() -> dict[tuple[str, Setting], Odds]:
    """Return the whole table, by game and setting."""
    return read(FILE.read_text("utf-8"))


def odds(game: str, options: Mapping[str, Choice] | None = None) -> Odds | None:
    """Return the odds of a game with these options; None if no study covers them."""
    usual: Setting = ()
    return table().get((game, setting(game, options) if options else usual))
