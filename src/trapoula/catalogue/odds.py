"""How often the patiences can be won: a table that is shipped with the games, and how sure it is.

`python -m bench.odds` writes the table from the results of studies; docs/odds.md shows it to people.
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
SURE = 1.959964  # standard deviations: a true share lies within them nineteen times in twenty
FEW = 0.05  # of the deals: one figure is told where less is undecided
WANDERING = 3  # actions a card: a line that is longer goes to and fro
VAGUE = 0.5  # how far apart the ends of an interval may lie that is worth telling

Interval: TypeAlias = tuple[float, float]


def wilson(won: float, of: float, sure: float = SURE) -> Interval:
    """Wilson's interval: where the true share lies, nineteen times in twenty, when so many were won."""
    if of == 0:
        return 0.0, 1.0
    share, weight = won / of, sure**2 / of
    middle = (share + weight / 2) / (1 + weight)
    half = sure * sqrt((share * (1 - share) + weight / 4) / of) / (1 + weight)
    low = 0.0 if won == 0 else middle - half
    high = 1.0 if won == of else middle + half
    return low, high


def between(won: float, undecided: float, of: float, sure: float = SURE) -> Interval:
    """Wilson's interval with every undecided deal lost at its lower end and won at its upper."""
    return wilson(won, of, sure)[0], wilson(won + undecided, of, sure)[1]


@dataclass(frozen=True, slots=True)
class Count:
    """What some deals came to."""

    deals: int  # how many were judged, from the first on
    winnable: int  # how many of them can be won
    lost: int  # how many of them cannot

    @property
    def decided(self) -> int:
        """How many of the deals were proved to be the one or the other."""
        return self.winnable + self.lost

    @property
    def unknown(self) -> int:
        """How many of the deals could not be decided within the limits."""
        return self.deals - self.decided

    @property
    def bounds(self) -> Interval:
        """The 95% interval of the share that can be won, however the undecided deals turn out."""
        return between(self.winnable, self.unknown, self.deals)

    @property
    def told(self) -> float | None:
        """One figure for the share that can be won; None unless less than 5% of the deals are undecided.

        It is the middle of what the undecided deals leave open, not the share of the decided ones:
        those that are hard to decide are not like the others.
        """
        if self.unknown >= FEW * self.deals:
            return None
        return (self.winnable + self.unknown / 2) / self.deals

    @property
    def vague(self) -> bool:
        """Whether the bounds lie so far apart that they say nothing."""
        low, high = self.bounds
        return high - low > VAGUE


@dataclass(frozen=True, slots=True)
class Odds(Count):
    """How a patience turns out by one setting of its options, and how that was found out."""

    simple: tuple[int, int]  # games that simple play won, and how many it played
    hints: tuple[int, int]  # games that were won by following the hints, and how many were played
    length: int | None  # actions of a usual line that wins
    effort: tuple[int, int] | None  # positions that the easier, and all but the harder third took
    limit: float  # seconds of processor time that a deal was given
    spent: float  # seconds of processor time that a deal took, on average
    rules: str  # the digest of the rules it was found by
    solver: str  # the digest of the solver
    date: str  # when the last deal was judged
    machine: str  # on what kind of machine
    kept: bool = True  # with lines and proofs, deal by deal, as older studies were not

    def wanders(self, cards: int) -> bool:
        """Whether the usual line that wins with so many cards is far longer than anybody's play would be."""
        return self.length is not None and self.length > WANDERING * cards

    def plain(self) -> dict[str, Any]:
        """The odds as they are written."""
        return asdict(self)


Setting: TypeAlias = tuple[tuple[str, Choice], ...]  # what differs from a game's usual options


def setting(game: str, options: Mapping[str, Choice]) -> Setting:
    """What differs from the usual options of a game, in their order."""
    entry = find(game)
    settled, usual = entry.settle(options), entry.settle({})
    return tuple((name, value) for name, value in settled.items() if value != usual[name])


def read(text: str) -> dict[tuple[str, Setting], Odds]:
    """The odds of a table as it is written."""
    found = {}
    for row in json.loads(text):
        game, options = row.pop("game"), row.pop("options")
        for pair in ("simple", "hints", "effort"):
            row[pair] = row[pair] and tuple(row[pair])
        odds = Odds(**row)
        found[game, tuple(options.items())] = odds
    return found


def written(table: Mapping[tuple[str, Setting], Odds]) -> str:
    """A table of odds, one line a setting, so that a change can be read."""
    rows = (
        json.dumps({"game": game, "options": dict(options), **odds.plain()})
        for (game, options), odds in sorted(table.items(), key=lambda one: repr(one[0]))
    )
    return "[\n" + ",\n".join(rows) + "\n]\n"


@cache
def table() -> dict[tuple[str, Setting], Odds]:
    """Everything that is known, by game and setting."""
    return read(FILE.read_text("utf-8"))


def odds(game: str, options: Mapping[str, Choice] | None = None) -> Odds | None:
    """What is known of a game by such options; None of what nobody studied."""
    usual: Setting = ()
    return table().get((game, setting(game, options) if options else usual))
