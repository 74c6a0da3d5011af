"""Deals sure to be winnable: those of each day, the same for everyone, and deals by difficulty.

Difficulty is how often simple play wins, and how much search it takes. `python -m bench.daily` and
`python -m bench.winnable_deals` look for the deals that are shipped.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache, partial
from itertools import islice
from pathlib import Path
from random import Random, SystemRandom
from time import monotonic
from typing import Literal

from trapoula.catalogue.entries import find
from trapoula.catalogue.odds import odds
from trapoula.core.cards import Deck
from trapoula.core.deals import LAST_MICROSOFT, deck
from trapoula.core.errors import BadRequest
from trapoula.core.game import Choice, Json
from trapoula.patience import Action, Patience
from trapoula.solve.lines import judge
from trapoula.solve.search.decide import decide_all
from trapoula.solve.simple_play import TRIES, play_simply, tries
from trapoula.solve.verdict import Limits, Verdict

WINNABLE, DAILY = (Path(__file__).with_name(f"{name}.json") for name in ("winnable_deals", "daily"))
LENGTH = 10  # letters of a day


@cache
def _winnable() -> dict[str, dict[str, list[int]]]:
    read: dict[str, dict[str, list[int]]] = json.loads(WINNABLE.read_text("utf-8"))
    return read


def winnable_deals(game: str, level: str | None = None) -> list[int]:
    """The winnable deals that are known of a game with its usual options, of one level or of all."""
    known = _winnable().get(game, {})
    return [deal for own, deals in known.items() if level in (None, own) for deal in deals]


Level = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
EFFORT = 1_000, 8_000  # positions of an easy and of a hard deal, in a game that nobody measured
LIMITS = Limits(2.0)  # of the search for one deal
MOST_TRIED = 400  # deals, before it is given up


@dataclass(frozen=True, slots=True)
class Judged:
    """A deal with its verdict."""

    deal: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a winnable deal is: by how often simple play wins it, and by how narrow the way is."""

    level: Level
    simple: int  # games of simple play that won it
    tries: int  # of so many
    narrow: (
        float  # the share of a winning line that has to be found before simple play wins from there
    )

    def facts(self) -> dict[str, Json]:
        """The same as plain data."""
        return {**asdict(self), "narrow": round(self.narrow, 3)}


def judge_deal(
    game: str, options: Mapping[str, Choice], seconds: float, deal: int, *, followed: bool = False
) -> Judged:
    """The verdict on a numbered deal."""
    (found,) = judge_deals(game, options, (deal,), seconds, followed=followed)
    return found


def judge_deals(
    game: str,
    options: Mapping[str, Choice],
    deals: Sequence[int],
    seconds: float,
    jobs: int = 1,
    *,
    followed: bool = False,
) -> Iterator[Judged]:
    """The verdicts on numbered deals in their order, on several cores when asked.

    Where somebody would follow the lines they are those of `judge`; whoever only counts is not kept waiting.
    """
    if jobs < 2:
        made, limits = find(game).make(options), Limits(seconds)
        starts = (made.start(deck(made.pack, deal)) for deal in deals)
        each = (judge(made, start, limits) for start in starts)
        yield from map(Judged, deals, each if followed else decide_all(made, starts, limits))
        return
    from trapoula.machine.workers import worker_pool  # of processes, which not every platform has

    with worker_pool(jobs) as pool:
        one = partial(judge_deal, game, options, seconds, followed=followed)
        yield from pool.map(one, deals)


def level_of(
    game: str, options: Mapping[str, Choice], deal: int, limits: Limits = LIMITS
) -> Level | None:
    """How hard a deal is, once it is proved that it can be won; None when it is not.

    What simple play wins every other time is easy, and what it wins now and then is not hard. What it
    never wins is told by the search, beside that of other deals of the game.
    """
    found = _graded(game, options, deal, limits)
    return None if found is None else found.level


def difficulty(
    game: str, options: Mapping[str, Choice], deal: int, limits: Limits = LIMITS
) -> Difficulty | None:
    """How hard a deal is and why, once it is proved that it can be won; None when it is not."""
    found, made = _graded(game, options, deal, limits), find(game).make(options)
    if found is None or not isinstance(made, Patience):
        return None
    return Difficulty(found.level, found.simple, TRIES, _narrow(made, deck(made.pack, deal), found))


@dataclass(frozen=True, slots=True)
class _Graded:
    """The level of a deal that can be won, and what it was told by."""

    level: Level
    simple: int
    line: tuple[Action, ...]


def _graded(game: str, options: Mapping[str, Choice], deal: int, limits: Limits) -> _Graded | None:
    made = find(game).make(options)
    if not isinstance(made, Patience):
        return None
    cards = deck(made.pack, deal)
    won = [one for one in tries(made, cards) if one.won]
    if won:
        level: Level = "easy" if 2 * len(won) >= TRIES else "medium"
        return _Graded(level, len(won), won[0].actions)
    found = judge(made, made.start(cards), limits)
    if found.finding != "winnable":
        return None
    known = odds(game, options) or odds(game)
    low, high = known.effort if known is not None and known.effort else EFFORT
    level = "easy" if found.states <= low else "hard" if found.states >= high else "medium"
    return _Graded(level, 0, tuple(map(made.read, found.line)))


def _narrow(game: Patience, cards: Deck, found: _Graded) -> float:
    """How much of its line has to be found before simple play wins from there: looked for by halves."""
    low, high = -1, len(found.line)  # it loses after so many actions, and wins after so many
    if found.simple:
        return 0.0
    while high - low > 1:
        middle = (low + high) // 2
        if play_simply(game, cards, after=found.line[:middle]).won:
            high = middle
        else:
            low = middle
    return high / max(1, len(found.line))


def pick(
    game: str,
    options: Mapping[str, Choice],
    deals: Iterable[int],
    *,
    level: Level | None = None,
    limits: Limits = LIMITS,
    within: float = float("inf"),
) -> int | None:
    """The first of some deals that is proved winnable, and as hard as wanted, if one is found in time.

    The limits are those of each deal; who calls one off calls all off."""
    since = monotonic()
    for deal in islice(deals, MOST_TRIED):
        found = level_of(game, options, deal, limits)
        if found is not None and level in (None, found):
            return deal
        if monotonic() - since > within or (limits.stop is not None and limits.stop()):
            break
    return None


def any_pick(
    game: str,
    options: Mapping[str, Choice],
    *,
    level: Level | None = None,
    limits: Limits = LIMITS,
    within: float = float("inf"),
    dice: Random | None = None,
) -> int | None:
    """Any deal that can be won: one of those that are known, else one that is looked for."""
    dice = dice or SystemRandom()
    entry = find(game)
    if entry.settle(options) == entry.settle({}) and (known := winnable_deals(game, level)):
        return dice.choice(known)
    return pick(game, options, any_deals(dice), level=level, limits=limits, within=within)


def any_deals(dice: Random) -> Iterator[int]:
    """Numbers of deals, without end."""
    while True:
        yield dice.randint(1, LAST_MICROSOFT)


# --- the deals of the day ---------------------------------------------------------------------------


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
def _daily() -> dict[str, list[int]]:
    read: dict[str, list[int]] = json.loads(DAILY.read_text("utf-8"))
    return read


def deals_of(day: date) -> list[DayDeal]:
    """The deals that belong to a day, one of each game; after a year they come again."""
    return [DayDeal(game, deals[day.toordinal() % len(deals)]) for game, deals in _daily().items()]


@cache
def _turns() -> dict[DayDeal, tuple[int, ...]]:
    """When each deal has its turn, counted from the first of its game."""
    turns: dict[DayDeal, tuple[int, ...]] = {}
    for game, deals in _daily().items():
        for turn, deal in enumerate(deals):
            one = DayDeal(game, deal)
            turns[one] = (*turns.get(one, ()), turn)
    return turns


def days_of(deal: DayDeal, first: date, last: date) -> Iterator[date]:
    """The days that a deal belongs to, from one on until another."""
    begin, round_ = first.toordinal(), len(_daily().get(deal.game, ()))
    for turn in _turns().get(deal, ()):
        soonest = begin + (turn - begin) % round_
        yield from map(date.fromordinal, range(soonest, last.toordinal() + 1, round_))
