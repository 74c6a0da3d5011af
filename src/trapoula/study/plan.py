"""Plan a study of all games: spend time where it narrows the intervals most."""

from collections.abc import Sequence
from dataclasses import dataclass

from trapoula.catalogue.odds import Count, Interval, between
from trapoula.study.study import Study

PILOT = 5  # deals needed to estimate what a deal costs
TURN = 3.0  # seconds of work between two decisions
GROWTH = 1.2  # by how much a study grows when its next step is estimated

LEAST = 1e-4  # minimum cost of a deal in seconds, whatever was measured


@dataclass(frozen=True, slots=True)
class Standing:
    """A study with its results so far and the cost of a deal."""

    study: Study
    count: Count
    cost: float  # CPU seconds per deal, simple play included


def narrowing(standing: Standing) -> float:
    """Return how much a study's interval narrows per second of work, if its deals go on alike."""
    now = standing.count
    later = between(*(GROWTH * part for part in (now.winnable, now.unknown, now.deals)))
    seconds = (GROWTH - 1) * now.deals * max(standing.cost, LEAST)
    return (_width(now.bounds) - _width(later)) / seconds


def following(standings: Sequence[Standing], least: int, most: int) -> Standing | None:
    """Choose the next study: one with too few deals, all growing together, then the best bargain."""
    growing = [one for one in standings if one.count.deals < most]
    if short := [one for one in growing if one.count.deals < least]:
        return min(short, key=lambda one: (_stage(one.count.deals), one.cost))
    return max(growing, key=narrowing, default=None)


def end_of_turn(standing: Standing, least: int, most: int, hands: int) -> int:
    """Return the deal to study up to in this turn: a few seconds of work, without gaps."""
    done = standing.count.deals
    end = done + max(1, int(TURN * hands / max(standing.cost, LEAST))) if done else PILOT
    return min(most, end if done >= least else min(least, end, _stage(done)))


def _stage(deals: int) -> int:
    """Return the next target: enough deals to know their cost, then twice as many."""
    stage = PILOT
    while stage <= deals:
        stage *= 2
    return stage


def _width(bounds: Interval) -> float:
    return bounds[1] - bounds[0]
