"""Deals sure to be winnable, and by difficulty: how much search a deal took before it was won."""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Literal

from trapoula.catalogue import find
from trapoula.deals import deck
from trapoula.game import Choice
from trapoula.solve import Verdict, judge
from trapoula.solve.verdict import Limits

Level = Literal["easy", "medium", "hard"]
EASY, HARD = 1_000, 8_000  # positions searched: up to here a deal is easy, from here on hard
MOST_TRIED = 400  # deals, before it is given up


@dataclass(frozen=True, slots=True)
class Judged:
    """A deal with its verdict."""

    deal: int
    verdict: Verdict

    @property
    def level(self) -> Level:
        """How hard a winnable deal is."""
        states = self.verdict.states
        return "easy" if states <= EASY else "hard" if states >= HARD else "medium"


def judge_deal(game: str, options: Mapping[str, Choice], seconds: float, deal: int) -> Judged:
    """The verdict on a numbered deal."""
    made = find(game).make(options)
    start = made.start(deck(made.pack, deal))
    return Judged(deal, judge(made, start, Limits(seconds)))


def judge_deals(
    game: str, options: Mapping[str, Choice], deals: Iterable[int], seconds: float, jobs: int = 1
) -> Iterator[Judged]:
    """The verdicts on numbered deals in their order, on several cores when asked."""
    one = partial(judge_deal, game, options, seconds)
    if jobs < 2:
        yield from map(one, deals)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from pool.map(one, deals)


def pick(
    game: str,
    options: Mapping[str, Choice],
    deals: Iterable[int],
    *,
    winnable: bool,
    level: Level | None = None,
    seconds: float = 2.0,
) -> Judged | None:
    """The first of some deals that is as wanted."""
    for number, found in enumerate(judge_deals(game, options, deals, seconds)):
        won = found.verdict.finding == "winnable"
        if (won or not winnable) and (level is None or (won and found.level == level)):
            return found
        if number >= MOST_TRIED:
            break
    return None
