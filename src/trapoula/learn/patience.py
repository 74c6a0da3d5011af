"""Patiences as Gymnasium environments: one table, or many as a vector."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from trapoula.core.game import Choice
from trapoula.learn.kernel import GOING, Kernel
from trapoula.learn.rewards import Rewards
from trapoula.patience import Patience

Seen = dict[str, npt.NDArray[np.uint8]]
Earned = npt.NDArray[Any]
Flags = npt.NDArray[Any]
UNSEEN = 255  # more than any card's number
PENALTY = -1.0  # for an illegal action, which does nothing


def _spaces(kernel: Kernel) -> tuple[Any, Any]:
    """Return the observation space and the action space."""
    shape = kernel.seen.shape[1:]
    seen = spaces.Dict(
        table=spaces.Box(0, UNSEEN, shape, np.uint8),
        mask=spaces.Box(0, 1, (len(kernel.actions),), np.uint8),
    )
    return seen, spaces.Discrete(len(kernel.actions))


class PatienceEnv(gymnasium.Env[Seen, np.int64]):
    """One table. `reset(seed=N)` deals number N, and each further reset the next number.

    `reward` chooses what steps earn: "win" gives 1 for a won game, "score" the points as they are
    made, "progress" the way to the goal, 1 in total. An illegal action does nothing and costs 1.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str | Patience,
        options: Mapping[str, Choice] | None = None,
        *,
        reward: str = "win",
        cheat: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.kernel = Kernel(game, options, cheat=cheat)
        self.render_mode = render_mode
        self._rewards = Rewards(self.kernel, reward)
        self.observation_space, self.action_space = _spaces(self.kernel)
        self._next = 1

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal; `options={"deal": N}` chooses a deal too."""
        super().reset(seed=seed)
        asked = (options or {}).get("deal", seed)
        deal = self._next if asked is None else max(1, int(asked))
        self._next = deal + 1
        self.kernel.reset(deal)
        self._rewards.dealt()
        return self._seen(), {"deal": deal, **self._told()}

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play an action."""
        kernel = self.kernel
        if not kernel.mask[0, action]:
            return self._seen(), PENALTY, False, False, self._told()
        kernel.step([action])
        earned = float(self._rewards.of_step()[0])
        return self._seen(), earned, bool(kernel.ends[0] != GOING), False, self._told()

    def action_masks(self) -> Flags:
        """Return the mask of legal actions, as libraries for masked learning expect."""
        mask: Flags = self.kernel.mask[0].astype(np.bool_)
        return mask

    def _told(self) -> dict[str, Any]:
        return {"action_mask": self.kernel.mask[0].astype(np.int8)}

    def render(self) -> str:
        """Return the table as text."""
        from trapoula.terminal.picture import draw

        game = self.kernel.game
        view: Any = game.view(self.kernel.table(), 0)
        return draw(game, view, colour=False)

    def _seen(self) -> Seen:
        return {"table": self.kernel.seen[0].copy(), "mask": self.kernel.mask[0].copy()}


class PatienceVectorEnv(VectorEnv[Seen, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many tables, stepped together on several cores; a finished table is dealt anew at the next step.

    Rewards are those of `PatienceEnv`. After `max_episode_steps` a table is truncated.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str | Patience,
        num_envs: int,
        options: Mapping[str, Choice] | None = None,
        *,
        reward: str = "win",
        max_episode_steps: int | None = None,
        threads: int = 1,
        cheat: bool = False,
    ) -> None:
        self.kernel = Kernel(game, options, tables=num_envs, threads=threads, cheat=cheat)
        self.num_envs = num_envs
        self._rewards = Rewards(self.kernel, reward)
        self._most = max_episode_steps
        self._steps = np.zeros(num_envs, dtype=np.int64)
        self._over = np.zeros(num_envs, dtype=np.bool_)  # at the last step
        self.single_observation_space, self.single_action_space = _spaces(self.kernel)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._next = 1

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal consecutive numbers from the seed on, or a given number for each table."""
        if isinstance(seed, list):
            numbers = [
                self._next + at if one is None else max(1, one) for at, one in enumerate(seed)
            ]
        else:
            first = self._next if seed is None else max(1, seed)
            numbers = [*range(first, first + self.num_envs)]
        self._next = max(numbers) + 1
        self.kernel.reset(numbers)
        self._rewards.dealt()
        self._steps[:] = 0
        self._over[:] = False
        return self._seen(), {"deal": np.array(numbers), **self._told()}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Seen, Earned, Flags, Flags, dict[str, Any]]:
        """Play an action at every table; deal anew where the game is over."""
        kernel = self.kernel
        ended = np.flatnonzero(self._over)
        chosen = np.array(actions, dtype=np.int64)
        refused = kernel.mask[np.arange(self.num_envs), chosen] == 0
        chosen[ended] = -1
        kernel.step(chosen)
        rewards = np.where(refused, PENALTY, self._rewards.of_step())
        self._steps += 1
        if len(ended):
            kernel.reset([*range(self._next, self._next + len(ended))], ended.tolist())
            self._next += len(ended)
            self._rewards.dealt(ended)
            self._steps[ended] = 0
            rewards[ended] = 0.0
        over = kernel.ends != GOING
        cut = ~over & (self._steps >= (self._most or np.inf))
        self._over = over | cut
        return self._seen(), rewards, over, cut, self._told()

    def action_masks(self) -> Flags:
        """Return the masks of legal actions."""
        return self.kernel.mask.astype(np.bool_)

    def _told(self) -> dict[str, Any]:
        return {"action_mask": self.kernel.mask.astype(np.int8)}

    def _seen(self) -> Seen:
        return {"table": self.kernel.seen.copy(), "mask": self.kernel.mask.copy()}
