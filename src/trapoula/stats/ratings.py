"""Ratings of people and bots in competitive games: Glicko-2, with each round as a period.

After Mark Glickman, "Example of the Glicko-2 system" (2022). At a table, each plays each: the one
with the better result has won.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple, TypeAlias

Who: TypeAlias = str  # a player, or a kind of bot

SCALE = 173.7178  # from ratings to Glicko-2's internal scale
MIDDLE = 1500.0
CHANGE = 0.5  # tau: how much volatility may change
NEAR = 1e-6  # tolerance


LOOSE = 350.0  # the deviation of an unknown player
SURE = 15.0  # beyond this, a game teaches nothing: one side wins almost always


class Rating(NamedTuple):
    """A player's strength, its uncertainty and its volatility."""

    rating: float = MIDDLE
    deviation: float = LOOSE
    volatility: float = 0.06
    rounds: int = 0


class Standing(NamedTuple):
    """One player's result in a round."""

    who: Who
    won: bool
    score: int


def ratings(
    rounds: Iterable[Sequence[Standing]], before: Mapping[Who, Rating] | None = None
) -> dict[Who, Rating]:
    """Return all ratings after some rounds, oldest first, starting from earlier ratings."""
    known = dict(before or {})
    for table in rounds:
        each = {one.who: known.get(one.who, Rating()) for one in table}
        known |= {who: _after(who, table, each) for who in each}
    return known


def _after(who: Who, table: Sequence[Standing], before: Mapping[Who, Rating]) -> Rating:
    """Return a rating after a round; games against the same kind of bot do not count."""
    own = [one for one in table if one.who == who]
    others = [one for one in table if one.who != who]
    games = [(before[other.who], _share(one, other)) for one in own for other in others]
    return rate(before[who], games) if games else before[who]


def _share(own: Standing, other: Standing) -> float:
    """Return the share of a point against another: 1, 0, or a half for a tie."""
    one, two = (own.won, own.score), (other.won, other.score)
    return 0.5 if one == two or (own.won and other.won) else float(one > two)


def rate(own: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """Return a rating after games against others, each with its share of the point."""
    mu, phi = (own.rating - MIDDLE) / SCALE, own.deviation / SCALE
    certain, gained = 0.0, 0.0
    for other, share in games:
        weight = 1 / sqrt(1 + 3 * (other.deviation / SCALE / pi) ** 2)
        ahead = weight * (mu - (other.rating - MIDDLE) / SCALE)
        expected = 1 / (1 + exp(-max(-SURE, min(SURE, ahead))))
        certain += weight**2 * expected * (1 - expected)
        gained += weight * (share - expected)
    variance = 1 / certain
    volatility = _volatility(own.volatility, phi, variance, variance * gained)
    narrowed = 1 / sqrt(1 / (phi**2 + volatility**2) + certain)
    return Rating(
        MIDDLE + SCALE * (mu + narrowed**2 * gained),
        min(SCALE * narrowed, LOOSE),
        volatility,
        own.rounds + 1,
    )


def _volatility(old: float, phi: float, variance: float, delta: float) -> float:
    """Return the new volatility: the root of Glicko-2's falling function."""
    start = log(old**2)

    def above(at: float) -> float:
        wide = phi**2 + variance + exp(at)
        return exp(at) * (delta**2 - wide) / (2 * wide**2) - (at - start) / CHANGE**2

    low, high = start, start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        low, high = start, start - CHANGE
        while above(high) < 0:
            high -= CHANGE
    at_low, at_high = above(low), above(high)
    while abs(high - low) > NEAR:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = above(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
