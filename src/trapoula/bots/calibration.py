"""How likely a game is won, as the coach shows it: signs of a position, weighed by what came of them.

Playing on with hidden cards dealt at random compares actions well and foretells games badly. So each bot
turns what it finds into a few signs, and a logistic model of its game and number of players turns these into
the chance that strong bots win. `python -m bench.calibration fit` finds the weights, `curve` judges them.
"""

from collections.abc import Mapping, Sequence
from math import exp, log
from typing import Protocol, TypeAlias

from trapoula.core.game import Dice, View

Signs: TypeAlias = tuple[float, ...]  # the first is 1
Weights: TypeAlias = tuple[float, ...]
LEAST = 0.003  # shares of games played on are taken for no surer than that,
SUREST = 0.99  # and what is shown for no surer than this, or than the rest of it
MESSAGES = {  # what a chance is called, below each of these
    0.1: "Chance of winning: almost none, {share}.",
    0.35: "Chance of winning: small, {share}.",
    0.65: "Chance of winning: about even, {share}.",
    0.9: "Chance of winning: good, {share}.",
    1.1: "Chance of winning: very good, {share}.",
    None: "Too early to say how this ends.",
}


class Calibrated(Protocol):
    """A bot whose chances are calibrated."""

    @property
    def chances(self) -> Mapping[int, Weights]:
        """The weights by number of players."""

    def early(self, view: View) -> bool:
        """Whether it is too early to tell a chance."""

    def signs(self, view: View, actions: Sequence[str], dice: Dice) -> list[Signs | None]:
        """The signs after each action; None if it surely loses."""


def chance(weights: Weights, signs: Signs | None, *, early: bool = False) -> float | None:
    """The chance of winning; 0 where the game is surely lost, None where it is too early to tell."""
    if signs is None:
        return 0.0
    if early:
        return None
    sum_ = sum(weight * sign for weight, sign in zip(weights, signs, strict=True))
    return min(SUREST, max(1 - SUREST, 1 / (1 + exp(-max(-30.0, min(30.0, sum_))))))


def called(share: float | None) -> str:
    """What a chance is called, as a sentence to be filled with its share; None: it is too early to say."""
    limit = None if share is None else next(n for n in MESSAGES if n and share < n)
    return MESSAGES[limit]


def logit(share: float) -> float:
    """A share between 0 and 1 as log odds, cut off at both ends."""
    share = min(1 - LEAST, max(LEAST, share))
    return log(share / (1 - share))
