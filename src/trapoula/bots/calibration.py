"""Calibrated chances of winning for the coach: signs of a position, weighted by past results.

Playouts with random hidden cards compare actions well but predict games badly. So each bot reduces
its findings to a few signs. A logistic model for each game and player count turns them into the
chance that strong bots win. `python -m bench.calibration fit` finds the weights, `curve` checks
them.
"""

from collections.abc import Mapping, Sequence
from math import exp, log
from typing import Protocol, TypeAlias

from trapoula.core.game import Dice, View

Signs: TypeAlias = tuple[float, ...]  # the first one is 1
Weights: TypeAlias = tuple[float, ...]
LEAST = 0.003  # lower bound for the shares of playouts
SUREST = 0.99  # upper bound for the chance shown; one minus it is the lower bound
MESSAGES = {  # sentences for chances below each limit
    0.1: "Chance of winning: almost none, {share}.",
    0.35: "Chance of winning: small, {share}.",
    0.65: "Chance of winning: about even, {share}.",
    0.9: "Chance of winning: good, {share}.",
    1.1: "Chance of winning: very good, {share}.",
    None: "Too early to say how this ends.",
}


class Calibrated(Protocol):
    """A bot with calibrated chances."""

    @property
    def chances(self) -> Mapping[int, Weights]:
        """The weights by player count."""

    def early(self, view: View) -> bool:
        """Return whether it is too early to give a chance."""

    def signs(self, view: View, actions: Sequence[str], dice: Dice) -> list[Signs | None]:
        """Return the signs after each action; None if it surely loses."""


def chance(weights: Weights, signs: Signs | None, *, early: bool = False) -> float | None:
    """Return the chance of winning; 0 if the game is surely lost, None if it is too early to tell."""
    if signs is None:
        return 0.0
    if early:
        return None
    sum_ = sum(weight * sign for weight, sign in zip(weights, signs, strict=True))
    return min(SUREST, max(1 - SUREST, 1 / (1 + exp(-max(-30.0, min(30.0, sum_))))))


def called(share: float | None) -> str:
    """Return the sentence for a chance, to be filled with its share; None means too early to tell."""
    limit = None if share is None else next(n for n in MESSAGES if n and share < n)
    return MESSAGES[limit]


def logit(share: float) -> float:
    """Return the log odds of a share, clipped at both ends."""
    share = min(1 - LEAST, max(LEAST, share))
    return log(share / (1 - share))
