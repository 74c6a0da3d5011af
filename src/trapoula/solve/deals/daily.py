"""The deals of the day: a few games, the same deals for everyone, each sure to be winnable.

`python -m bench.daily` looks for them.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from trapoula.errors import BadRequest

FILE = Path(__file__).with_suffix(".json")
LENGTH = 10  # letters of a day


@dataclass(frozen=True, slots=True)
class DayDeal:
    """A game with its usual options, and the deal of it that belongs to a day."""

    game: str
    deal: int


def read_day(text: str) -> date:
    """The day of a text such as 2026-11-16."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.min
    if len(text) != LENGTH or not 2000 <= day.year < 3000:
        raise BadRequest("{day} is no day: days look like 2026-11-16.", day=repr(text))
    return day


@cache
def _table() -> dict[str, list[int]]:
    read: dict[str, list[int]] = json.loads(FILE.read_text("utf-8"))
    return read


def deals_of(day: date) -> list[DayDeal]:
    """The deals that belong to a day, one of each game; after a year they come again."""
    return [DayDeal(game, deals[day.toordinal() % len(deals)]) for game, deals in _table().items()]


@cache
def _turns() -> dict[DayDeal, tuple[int, ...]]:
    """When each deal has its turn, counted from the first of its game."""
    turns: dict[DayDeal, tuple[int, ...]] = {}
    for game, deals in _table().items():
        for turn, deal in enumerate(deals):
            one = DayDeal(game, deal)
            turns[one] = (*turns.get(one, ()), turn)
    return turns


def days_of(deal: DayDeal, first: date, last: date) -> Iterator[date]:
    """The days that a deal belongs to, from one on until another."""
    begin, round_ = first.toordinal(), len(_table().get(deal.game, ()))
    for turn in _turns().get(deal, ()):
        soonest = begin + (turn - begin) % round_
        yield from map(date.fromordinal, range(soonest, last.toordinal() + 1, round_))
