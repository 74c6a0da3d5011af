"""Where the next minutes are spent: where they narrow the intervals most."""

from collections.abc import Sequence
from dataclasses import dataclass

from trapoula.catalogue.odds import Count, Interval, between
from trapoula.study.study import Study

PILOT = 5  # deals by which it is told what a deal of a study costs
TURN = 3.0  # seconds of work before it is asked again what is best
GROWTH = 1.2  # by how much a study grows in thought when its next deals are weighed

LEAST = 1e-4  # seconds that a deal costs whatever is measured


@dataclass(frozen=True, slots=True)
class Standing:
    """A study, what its deals came to so far, and what one costs."""

    study: Study
    count: Count
    cost: float  # seconds of processor time a deal, simple play included


def narrowing(standing: Standing) -> float:
    """By how much the bounds of a study come together for a second of work, if its deals go on alike."""
    now = standing.count
    later = between(*(GROWTH * part for part in (now.winnable, now.unknown, now.deals)))
    seconds = (GROWTH - 1) * now.deals * max(standing.cost, LEAST)
    return (_width(now.bounds) - _width(later)) / seconds


def following(standings: Sequence[Standing], least: int, most: int) -> Standing | None:
    """Whose turn it is: who has too few deals, all growing together, then whoever is the best bargain."""
    growing = [one for one in standings if one.count.deals < most]
    if short := [one for one in growing if one.count.deals < least]:
        return min(short, key=lambda one: (_stage(one.count.deals), one.cost))
    return max(growing, key=narrowing, default=None)


def end_of_turn(standing: Standing, least: int, most: int, hands: int) -> int:
    """Up to which deal the study goes in its turn: a few seconds of work, and no deal left out."""
    done = standing.count.deals
    end = done + max(1, int(TURN * hands / max(standing.cost, LEAST))) if done else PILOT
    return min(most, end if done >= least else min(least, end, _stage(done)))


def _stage(deals: int) -> int:
    """How many deals a study should have next: as many as tell the cost of one, and then twice as many."""
    stage = PILOT
    while stage <= deals:
        stage *= 2
    return stage


def _width(bounds: Interval) -> float:
    return bounds[1] - bounds[0]
