"""Rewards of a step in a patience: a win, points, or progress to the goal."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from trapoula.core.errors import BadOption
from trapoula.learn.kernel import WON, Kernel
from trapoula.patience import Patience, goals, scores

Reward: TypeAlias = Literal["win", "score", "progress"]
Figures: TypeAlias = npt.NDArray[np.float64]
Measure: TypeAlias = Callable[[Kernel], Figures]  # one figure for each table


def checked(reward: str) -> Reward:
    """Return the reward if it exists."""
    found: Mapping[str, Reward] = {one: one for one in get_args(Reward)}
    if reward not in found:
        raise BadOption(
            "There is no reward {reward}: it is one of {rewards}.",
            reward=repr(reward),
            rewards=", ".join(found),
        )
    return found[reward]


class Rewards:
    """The rewards at a kernel's tables: the increase of a measure since the last step."""

    def __init__(self, kernel: Kernel, reward: str) -> None:
        self._kernel = kernel
        self._measure = _MEASURES[checked(reward)](kernel.game)
        self._last: Figures = np.zeros(kernel.tables)

    def dealt(self, tables: Any = slice(None)) -> None:
        """Reset the measure at tables that were just dealt."""
        self._last[tables] = self._measure(self._kernel)[tables]

    def of_step(self) -> Figures:
        """Return each table's reward for the last step."""
        now = self._measure(self._kernel)
        earned, self._last = now - self._last, now
        return earned


# --- a win ---------------------------------------------------------------------------------------


def _won(game: Patience) -> Measure:
    return lambda kernel: (kernel.ends == WON).astype(np.float64)


# --- points --------------------------------------------------------------------------------------


def _points(game: Patience) -> Measure:
    """Measure the game's score: vectorized if it counts cards of zones, else by the rules."""
    counted = _counted(game, game.score)
    if counted is not None:
        return counted
    if any(isinstance(one, scores.Tally) for one in _parts(game.score)):
        raise BadOption(
            "The score of this game is kept along the way, which arrays do not: reward a win or progress."
        )

    def asked(kernel: Kernel) -> Figures:
        each = (game.score.of(game, kernel.table(one)) for one in range(kernel.tables))
        return np.fromiter(each, np.float64, kernel.tables)

    return asked


def _parts(score: scores.Score) -> tuple[scores.Score, ...]:
    if isinstance(score, scores.Sum):
        return tuple(part for one in score.scores for part in _parts(one))
    inner: Any = getattr(score, "points", None)
    return (score, *_parts(inner)) if hasattr(inner, "of") else (score,)


def _counted(game: Patience, score: scores.Score) -> Measure | None:
    match score:
        case scores.Cards(zones, each, start, None):
            at = [*game.where(zones)]
            return lambda kernel: start + each * kernel.heights[:, at].sum(axis=1).astype(float)
        case scores.Gone(each, per):
            every = len(game.cards)
            return lambda kernel: each * ((every - kernel.heights.sum(axis=1)) // per).astype(float)
        case scores.Sum(parts):
            found = [_counted(game, part) for part in parts]
            known = [one for one in found if one is not None]
            if len(known) < len(found):
                return None
            return lambda kernel: np.sum([one(kernel) for one in known], axis=0)
    return None


# --- the way to the goal -------------------------------------------------------------------------


def _progress(game: Patience) -> Measure:
    """Measure the way to the goal, from 0 at the deal to 1 for a won game."""
    way = _way(game, game.goal)
    start = way(_at_the_deal(game))[0]

    def measured(kernel: Kernel) -> Figures:
        done = (way(kernel) - start) / (1 - start) if start < 1 else np.zeros(kernel.tables)
        return np.where(kernel.ends == WON, 1.0, np.clip(done, -1, 1))

    return measured


def _at_the_deal(game: Patience) -> Kernel:
    kernel = Kernel(game)
    kernel.reset(1)
    return kernel


def _way(game: Patience, goal: goals.Goal) -> Measure:
    every = len(game.cards)
    match goal:
        case goals.Home(zones):
            at = [*game.where(zones)]
            return lambda kernel: kernel.heights[:, at].sum(axis=1) / every
        case goals.Bare(zones):
            at = [*game.where(zones)]
            return lambda kernel: 1 - kernel.heights[:, at].sum(axis=1) / every
        case goals.Reach(needed):
            points = _points(game)
            return lambda kernel: np.clip(points(kernel) / needed, 0, 1)
        case goals.Either(one, other):
            first, second = _way(game, one), _way(game, other)
            return lambda kernel: np.maximum(first(kernel), second(kernel))
        case goals.Both(one, other):
            first, second = _way(game, one), _way(game, other)
            return lambda kernel: (first(kernel) + second(kernel)) / 2
    return lambda kernel: np.zeros(kernel.tables)


_MEASURES: Mapping[Reward, Callable[[Patience], Measure]] = {
    "win": _won,
    "score": _points,
    "progress": _progress,
}
