"""How likely a game is won, as the coach shows it: signs of a position, weighed by what came of them.

Playing on with hidden cards dealt at random compares actions well and foretells games badly. So each bot
turns what it finds into a few signs, and a logistic model of its game and number of players turns these into
the chance that strong bots win. `python -m bench.calibration fit` finds the weights, `curve` judges them.
"""

from collections.abc import Mapping, Sequence
from math import exp, log
from typing import Protocol, TypeAlias

from trapoula.game import Dice, View

Signs: TypeAlias = tuple[float, ...]  # the first is 1
Weights: TypeAlias = tuple[float, ...]
LEAST = 0.003  # nobody knows more surely than that how a game ends


class Calibrated(Protocol):
    """A bot whose chances are calibrated."""

    @property
    def chances(self) -> Mapping[int, Weights]:
        """The weights by number of players."""

    def signs(self, view: View, actions: Sequence[str], dice: Dice) -> list[Signs | None]:
        """The signs after each action; None if it surely loses."""


def chance(weights: Weights, signs: Signs | None) -> float:
    """The chance of winning; 0 where the game is surely lost."""
    if signs is None:
        return 0.0
    sum_ = sum(weight * sign for weight, sign in zip(weights, signs, strict=True))
    return min(1 - LEAST, max(LEAST, 1 / (1 + exp(-max(-30.0, min(30.0, sum_))))))


def logit(share: float) -> float:
    """A share between 0 and 1 as log odds, cut off at both ends."""
    share = min(1 - LEAST, max(LEAST, share))
    return log(share / (1 - share))
