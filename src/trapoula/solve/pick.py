"""Deals sure to be winnable, and by difficulty: how often simple play wins, and how much search it takes."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from random import Random, SystemRandom
from time import monotonic
from typing import Literal

from trapoula.catalogue import find
from trapoula.deals import LAST_MICROSOFT, deck
from trapoula.game import Choice
from trapoula.odds import odds
from trapoula.patience import Patience
from trapoula.solve.decide import decide
from trapoula.solve.simple import TRIES, tries
from trapoula.solve.sure import sure
from trapoula.solve.verdict import Limits, Verdict

Level = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
EFFORT = 1_000, 8_000  # positions of an easy and of a hard deal, in a game that nobody measured
MOST_TRIED = 400  # deals, before it is given up


@dataclass(frozen=True, slots=True)
class Judged:
    """A deal with its verdict."""

    deal: int
    verdict: Verdict


def judge_deal(game: str, options: Mapping[str, Choice], seconds: float, deal: int) -> Judged:
    """The verdict on a numbered deal."""
    made = find(game).make(options)
    start = made.start(deck(made.pack, deal))
    return Judged(deal, decide(made, start, Limits(seconds)))


def judge_deals(
    game: str, options: Mapping[str, Choice], deals: Iterable[int], seconds: float, jobs: int = 1
) -> Iterator[Judged]:
    """The verdicts on numbered deals in their order, on several cores when asked."""
    one = partial(judge_deal, game, options, seconds)
    if jobs < 2:
        yield from map(one, deals)
        return
    from concurrent.futures import ProcessPoolExecutor  # which not every platform has
    from multiprocessing import get_context

    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from pool.map(one, deals)


def level_of(
    game: str, options: Mapping[str, Choice], deal: int, seconds: float = 2.0
) -> Level | None:
    """How hard a deal is, once it is proved that it can be won; None when it is not.

    What simple play wins every other time is easy, and what it wins now and then is not hard. What it
    never wins is told by the search, beside that of other deals of the game.
    """
    made = find(game).make(options)
    cards = deck(made.pack, deal)
    wins = sum(one.won for one in tries(made, cards)) if isinstance(made, Patience) else 0
    if wins:
        return "easy" if 2 * wins >= TRIES else "medium"
    found = decide(made, made.start(cards), Limits(seconds))
    if found.finding != "winnable":
        return None
    known = odds(game, options) or odds(game)
    low, high = known.effort if known is not None and known.effort else EFFORT
    return "easy" if found.states <= low else "hard" if found.states >= high else "medium"


def pick(
    game: str,
    options: Mapping[str, Choice],
    deals: Iterable[int],
    *,
    level: Level | None = None,
    seconds: float = 2.0,
    within: float = float("inf"),
) -> int | None:
    """The first of some deals that is proved winnable, and as hard as wanted, if one is found in time."""
    since = monotonic()
    for deal in islice(deals, MOST_TRIED):
        found = level_of(game, options, deal, seconds)
        if found is not None and level in (None, found):
            return deal
        if monotonic() - since > within:
            break
    return None


def any_pick(
    game: str,
    options: Mapping[str, Choice],
    *,
    level: Level | None = None,
    seconds: float = 2.0,
    within: float = float("inf"),
    dice: Random | None = None,
) -> int | None:
    """Any deal that can be won: one of those that are known, else one that is looked for."""
    dice = dice or SystemRandom()
    entry = find(game)
    if entry.settle(options) == entry.settle({}) and (known := sure(game, level)):
        return dice.choice(known)
    return pick(game, options, any_deals(dice), level=level, seconds=seconds, within=within)


def any_deals(dice: Random) -> Iterator[int]:
    """Numbers of deals, without end."""
    while True:
        yield dice.randint(1, LAST_MICROSOFT)
