"""Learn to play Golf: weights for a few things one can see, found by the cross-entropy method.

    python examples/learning/golf.py      # about a minute; needs pip install "trapoula[learn]"

Each round tries some players, keeps the best and draws the next ones round them. What a player weighs of
a card it could play: what could follow it, how high its column is, how many of its neighbours are left.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from trapoula.learn import FACE_DOWN, GOING, WON, Kernel

Weights = npt.NDArray[np.float64]
Player = Callable[["Golf"], npt.NDArray[np.int64]]
FEATURES, DEEP = 5, 5  # things that are weighed; cards of a column
BEST = 6  # players that are kept of those tried in a round


class Golf:
    """Many deals at once, and what a player can see of them."""

    def __init__(self, tables: int, first: int = 1) -> None:
        self.kernel = Kernel("golf", tables=tables)
        self.first = first
        names = self.kernel.game.names
        self._columns = [at for at, name in enumerate(names) if name.startswith("T")]
        self._waste = names.index("W")
        self._plays = [self.kernel.number(f"{names[at]}>W") for at in self._columns]
        self._turn = self.kernel.number("turn")

    def cleared(self, player: Player | Weights) -> float:
        """How many cards of the columns a player clears, in the mean; a game won counts double."""
        kernel = self.kernel
        kernel.reset(self.first)
        choose = player if callable(player) else (lambda golf: golf.weighed(player))
        while (kernel.ends == GOING).any():
            kernel.step(choose(self))
        left = (kernel.seen[:, self._columns] > 0).sum(axis=(1, 2))
        return float(35 - left.mean() + 35 * (kernel.ends == WON).mean())

    def won(self, player: Player | Weights) -> float:
        """The share of deals that a player wins."""
        self.cleared(player)
        return float((self.kernel.ends == WON).mean())

    def simple(self, golf: "Golf") -> npt.NDArray[np.int64]:
        """Simple play: the first card that fits, else turn one."""
        fits = self.kernel.mask[:, self._plays]
        return np.where(fits.any(axis=1), np.take(self._plays, fits.argmax(axis=1)), self._turn)

    def weighed(self, weights: Weights) -> npt.NDArray[np.int64]:
        """The card that weighs most, else turn one."""
        fits = self.kernel.mask[:, self._plays].astype(bool)
        worth = np.where(fits, self._features() @ weights, -np.inf)
        return np.where(fits.any(axis=1), np.take(self._plays, worth.argmax(axis=1)), self._turn)

    def _features(self) -> npt.NDArray[np.float64]:
        """For every column, five things that one sees of playing its top card."""
        seen = self.kernel.seen[:, self._columns, :DEEP].astype(np.int64)
        heights = (seen > 0).sum(axis=2)
        tables, columns = np.indices(heights.shape)
        tops = _ranks(seen[tables, columns, np.maximum(heights - 1, 0)])
        nexts = _ranks(seen[tables, columns, np.maximum(heights - 2, 0)])
        tops, nexts = np.where(heights > 0, tops, -9), np.where(heights > 1, nexts, -9)
        apart = np.abs(tops[:, :, None] - tops[:, None, :])
        follows = (apart == 1).sum(axis=2)
        own = np.abs(tops - nexts) == 1
        ranks = np.where(seen > 0, _ranks(seen), -9)
        left = np.abs(ranks[:, None, :, :] - tops[:, :, None, None]) == 1
        return np.stack(
            [follows, own, heights, left.sum(axis=(2, 3)) / 4, (tops == 0) | (tops == 12)], axis=2
        ).astype(np.float64)


def _ranks(cards: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The rank of each card, from 0; an observation holds one more than a card's number."""
    return np.maximum(cards % FACE_DOWN - 1, 0) // 4


def learn(golf: Golf, rounds: int = 8, players: int = 18, seed: int = 1) -> Weights:
    """The weights that cleared most."""
    dice = np.random.default_rng(seed)
    middle, spread = np.zeros(FEATURES), np.ones(FEATURES)
    for _ in range(rounds):
        tried = middle + spread * dice.standard_normal((players, FEATURES))
        scores = np.array([golf.cleared(player) for player in tried])
        best = tried[np.argsort(scores)[-BEST:]]
        middle, spread = best.mean(axis=0), best.std(axis=0) + 0.02
    return middle


if __name__ == "__main__":
    weights = learn(Golf(tables=400))
    fresh = Golf(tables=2_000, first=100_001)  # deals that nothing was learnt on
    print("weights:", np.round(weights, 2))
    print(f"won: {fresh.won(weights):.2%}; by simple play: {fresh.won(fresh.simple):.2%}")
