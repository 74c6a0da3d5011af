"""Learn a patience by masked PPO, from what a player sees, and compare with simple play.

    python examples/learning/ppo.py                 # Golf, some minutes; needs pip install "trapoula[learn]"
    python examples/learning/ppo.py --curve golf.svg

Proximal policy optimization (Schulman and others, 2017) in NumPy, with the mask of what is allowed. The
reward is the way to the goal: each card that is cleared earns its share. Simple play does the first thing
that is allowed, and turns the stock when nothing else is.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import numpy.typing as npt

import trapoula.learn  # makes the ids known
from trapoula.learn import FACE_DOWN, PatienceVectorEnv

Array = npt.NDArray[Any]
DEEP = 5  # cards that are looked at from the top of each pile
TABLES, STEPS = 256, 64  # that are played between two updates
EPOCHS, BATCH = 3, 2048
WIDTH = 128
CLIP, ENTROPY, LAMBDA = 0.2, 0.01, 0.95
FRESH = 1_000_001  # the first of the deals on which play is compared


def features(seen: Array) -> Array:
    """The top cards of each pile, one hot by rank and suit, and how high the pile is."""
    tables, _, deep = seen.shape
    heights = (seen > 0).sum(axis=2)
    places = heights[:, :, None] - 1 - np.arange(DEEP)
    cards = np.take_along_axis(seen, np.clip(places, 0, deep - 1), axis=2).astype(np.int64)
    cards = np.where(places >= 0, cards, 0)
    known = (cards > 0) & (cards < FACE_DOWN)
    ranks = np.where(known, (cards - 1) // 4, 13)
    suits = np.where(known, (cards - 1) % 4, 4)
    found = np.concatenate(
        [
            np.eye(14, dtype=np.float32)[ranks][..., :13].reshape(tables, -1),
            np.eye(5, dtype=np.float32)[suits][..., :4].reshape(tables, -1),
            heights.astype(np.float32) / 8,
        ],
        axis=1,
    )
    return found.astype(np.float32)


class Net:
    """Two layers, from which come the wishes for actions and the worth of the table."""

    def __init__(self, inputs: int, actions: int, dice: np.random.Generator) -> None:
        sizes = [(inputs, WIDTH), (WIDTH, WIDTH), (WIDTH, actions + 1)]
        self.weights: list[Array] = []
        for number, (rows, columns) in enumerate(sizes):
            scale = 0.01 if number == 2 else (2 / rows) ** 0.5
            self.weights += [
                dice.standard_normal((rows, columns), dtype=np.float32) * np.float32(scale),
                np.zeros(columns, np.float32),
            ]
        self._mean = [np.zeros_like(one) for one in self.weights]
        self._square = [np.zeros_like(one) for one in self.weights]
        self._updates = 0

    def __call__(self, inputs: Array) -> tuple[Array, Array, tuple[Array, Array]]:
        """Wishes, worth, and what the layers held."""
        w1, b1, w2, b2, w3, b3 = self.weights
        one = np.maximum(inputs @ w1 + b1, 0)
        two = np.maximum(one @ w2 + b2, 0)
        out = two @ w3 + b3
        return out[:, :-1], out[:, -1], (one, two)

    def learn(self, inputs: Array, layers: tuple[Array, Array], slope: Array, rate: float) -> None:
        """A step of Adam against the slope of the loss by wishes and worth."""
        one, two = layers
        _, _, w2, _, w3, _ = self.weights
        back = (slope @ w3.T) * (two > 0)
        front = (back @ w2.T) * (one > 0)
        slopes = [inputs.T @ front, front.sum(0), one.T @ back, back.sum(0)]
        slopes += [two.T @ slope, slope.sum(0)]
        length = np.sqrt(sum(float((each**2).sum()) for each in slopes))
        self._updates += 1
        fix1, fix2 = 1 - 0.9**self._updates, 1 - 0.999**self._updates
        for at, each in enumerate(slopes):
            short = each * min(1.0, 0.5 / (length + 1e-9))
            self._mean[at] += 0.1 * (short - self._mean[at])
            self._square[at] += 0.001 * (short**2 - self._square[at])
            step = (self._mean[at] / fix1) / (np.sqrt(self._square[at] / fix2) + 1e-8)
            self.weights[at] -= (rate * step).astype(np.float32)


def chances(wishes: Array, mask: Array) -> Array:
    """How likely each action is; what is not allowed never is."""
    wishes = np.where(mask > 0, wishes, -1e9)
    grown = np.exp(wishes - wishes.max(axis=1, keepdims=True))
    found: Array = grown / grown.sum(axis=1, keepdims=True)
    return found


class Played(NamedTuple):
    """What was seen, done and earned at many tables, step after step."""

    inputs: Array
    masks: Array
    actions: Array
    likely: Array  # how likely what was done was
    worths: Array
    earned: Array
    ended: Array
    counts: Array  # 0 where a table was only dealt anew


class Learner:
    """A net, and the tables at which it plays."""

    def __init__(self, game: str, seed: int = 1) -> None:
        made = gymnasium.make_vec(game, num_envs=TABLES, reward="progress", max_episode_steps=200)
        assert isinstance(made.unwrapped, PatienceVectorEnv)
        self.env: PatienceVectorEnv = made.unwrapped
        self.dice = np.random.default_rng(seed)
        self._seen, _ = self.env.reset(seed=1)
        inputs = features(self._seen["table"]).shape[1]
        self.net = Net(inputs, self._seen["mask"].shape[1], self.dice)
        self._ended = np.zeros(TABLES, bool)

    def played(self) -> Played:
        """Play on for some steps at all tables."""
        rows = []
        for _ in range(STEPS):
            inputs, mask = features(self._seen["table"]), self._seen["mask"]
            wishes, worth, _ = self.net(inputs)
            likely = chances(wishes, mask)
            rolled = self.dice.random((TABLES, 1)) < likely.cumsum(axis=1)
            action = np.minimum(rolled.argmax(axis=1), likely.shape[1] - 1)
            counts = ~self._ended
            self._seen, earned, over, cut, _ = self.env.step(action)
            self._ended = over | cut
            done = likely[np.arange(TABLES), action]
            rows.append((inputs, mask, action, done, worth, earned, self._ended, counts))
        return Played(*(np.stack(column) for column in zip(*rows, strict=True)))

    def update(self, played: Played, rate: float) -> None:
        """Make likelier what earned more than was expected, a little at a time."""
        gains = np.zeros_like(played.worths)
        _, after, _ = self.net(features(self._seen["table"]))
        gain = np.zeros(TABLES, np.float32)
        for step in reversed(range(STEPS)):
            going = ~played.ended[step]
            surprise = played.earned[step] + after * going - played.worths[step]
            gain = surprise + LAMBDA * going * gain
            gains[step] = gain
            after = played.worths[step]
        counts = played.counts.reshape(-1).nonzero()[0]
        flat = [np.reshape(each, (-1, *each.shape[2:]))[counts] for each in played]
        inputs, masks, actions, likely, worths, *_ = flat
        gained = gains.reshape(-1)[counts]
        goals = gained + worths
        gained = (gained - gained.mean()) / (gained.std() + 1e-8)
        for _ in range(EPOCHS):
            order = self.dice.permutation(len(inputs))
            for at in range(0, len(order), BATCH):
                some = order[at : at + BATCH]
                wishes, worth, layers = self.net(inputs[some])
                now = chances(wishes, masks[some])
                rows = np.arange(len(some))
                ratio = now[rows, actions[some]] / likely[some]
                far = np.where(gained[some] > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
                push = np.where(far, 0.0, gained[some] * ratio)
                hot = np.zeros_like(now)
                hot[rows, actions[some]] = 1
                logs = np.log(now + 1e-12)
                doubt = (now * logs).sum(axis=1, keepdims=True)
                slope = -push[:, None] * (hot - now) + ENTROPY * now * (logs - doubt)
                value = (worth - goals[some])[:, None]
                both = np.concatenate([slope, 0.5 * value], axis=1) / len(some)
                self.net.learn(inputs[some], layers, both.astype(np.float32), rate)

    def learnt(self, rounds: int, rate: float = 1e-3) -> Iterator[tuple[int, float]]:
        """Play and update; the steps so far, and how far games come."""
        for number in range(rounds):
            played = self.played()
            games = max(1, int(played.ended.sum()))
            yield (number + 1) * TABLES * STEPS, float(played.earned.sum()) / games
            self.update(played, rate * (1 - number / rounds))

    def best(self, seen: dict[str, Array]) -> Array:
        """The likeliest action at each table."""
        wishes, _, _ = self.net(features(seen["table"]))
        return chances(wishes, seen["mask"]).argmax(axis=1)

    def simple(self, seen: dict[str, Array]) -> Array:
        """The first thing that is allowed; the stock is turned last."""
        turn = np.array([text.startswith(("turn", "deal")) for text in self.env.kernel.actions])
        return (seen["mask"] * np.where(turn, 1, 2)).argmax(axis=1)

    def compared(self, choose: Any, games: int = 2048) -> tuple[float, float]:
        """How far a way to choose comes on deals that nothing was learnt on, and how often it wins."""
        env, ways, wins, first = self.env, [], 0, FRESH
        for _ in range(games // TABLES):
            seen, _ = env.reset(seed=first)
            first += TABLES
            way, going = np.zeros(TABLES), np.ones(TABLES, bool)
            while going.any():
                seen, earned, over, cut, _ = env.step(choose(seen))
                way += earned * going
                going &= ~(over | cut)
            ways.append(way.mean())
            wins += int((way > 1 - 1e-9).sum())
        return float(np.mean(ways)), wins / games


def curve(points: list[tuple[int, float]], simple: float) -> str:
    """The way that games come by the steps that were learnt, as a picture."""
    wide, high, left, low = 640, 300, 50, 260
    last, top = points[-1][0], max(simple, *(way for _, way in points)) * 1.1
    across = [
        (left + (wide - left - 10) * steps / last, low * (1 - way / top)) for steps, way in points
    ]
    line = " ".join(f"{x:.0f},{y + 10:.0f}" for x, y in across)
    level = low * (1 - simple / top) + 10
    text = 'font-family="sans-serif" font-size="13" fill="#666"'
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">
<rect width="{wide}" height="{high}" fill="#fff"/>
<path d="M{left} 10V{low + 10}H{wide - 10}" fill="none" stroke="#999"/>
<path d="M{left} {level:.0f}H{wide - 10}" stroke="#b55" stroke-dasharray="5 5"/>
<text x="{wide - 12}" y="{level + 18:.0f}" text-anchor="end" {text}>simple play: {simple:.0%}</text>
<polyline points="{line}" fill="none" stroke="#285" stroke-width="2"/>
<text x="{left - 6}" y="{low + 14}" text-anchor="end" {text}>0</text>
<text x="{left - 6}" y="20" text-anchor="end" {text}>{top:.0%}</text>
<text x="{wide - 10}" y="{high - 12}" text-anchor="end" {text}>{last / 1e6:.1f} million steps</text>
<text x="{left}" y="{high - 12}" {text}>way to the goal while learning, by steps</text>
</svg>
"""


def main() -> None:
    """Learn, compare, and draw the curve where that is wanted."""
    asked = argparse.ArgumentParser(description="Learn a patience by masked PPO.")
    asked.add_argument("game", nargs="?", default="trapoula/Golf-v0")
    asked.add_argument("--rounds", type=int, default=120)
    asked.add_argument("--curve", type=Path)
    given = asked.parse_args()
    learner, points = Learner(given.game), list[tuple[int, float]]()
    simple = learner.compared(learner.simple)
    learner = Learner(given.game)
    for steps, way in learner.learnt(given.rounds):
        points.append((steps, way))
        if len(points) % 10 == 0:
            print(f"{steps:9,} steps: {way:6.1%} of the way", flush=True)
    ours = learner.compared(learner.best)
    print(f"on 2,048 fresh deals: {ours[0]:.1%} of the way, {ours[1]:.2%} won")
    print(f"simple play there:    {simple[0]:.1%} of the way, {simple[1]:.2%} won")
    if given.curve:
        given.curve.write_text(curve(points, simple[0]), "utf-8")


if __name__ == "__main__":
    assert trapoula.learn
    main()
