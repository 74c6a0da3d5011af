"""Patiences as Gymnasium knows environments: one table, or many as a vector."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from trapoula.game import Choice
from trapoula.learn.kernel import GOING, WON, Kernel
from trapoula.patience import Patience

Seen = dict[str, npt.NDArray[np.uint8]]
Rewards = npt.NDArray[Any]
Flags = npt.NDArray[Any]
UNSEEN = 255  # more than any card's number
PENALTY = -1.0  # for what is not on offer: it does nothing


def _spaces(kernel: Kernel) -> tuple[Any, Any]:
    """What is seen and which actions are on offer; and the actions."""
    shape = kernel.seen.shape[1:]
    seen = spaces.Dict(
        table=spaces.Box(0, UNSEEN, shape, np.uint8),
        mask=spaces.Box(0, 1, (len(kernel.actions),), np.uint8),
    )
    return seen, spaces.Discrete(len(kernel.actions))


class PatienceEnv(gymnasium.Env[Seen, np.int64]):
    """One table. `reset(seed=N)` deals number N, and each further reset the number after it.

    The reward is 1 for a game won and 0 else; an action that the mask forbids does nothing and costs 1.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str | Patience,
        options: Mapping[str, Choice] | None = None,
        *,
        cheat: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.kernel = Kernel(game, options, cheat=cheat)
        self.render_mode = render_mode
        self.observation_space, self.action_space = _spaces(self.kernel)
        self._next = 1

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal; `options={"deal": N}` names a deal as well."""
        super().reset(seed=seed)
        asked = (options or {}).get("deal", seed)
        deal = self._next if asked is None else max(1, int(asked))
        self._next = deal + 1
        self.kernel.reset(deal)
        return self._seen(), {"deal": deal}

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Do an action."""
        kernel = self.kernel
        if not kernel.mask[0, action]:
            return self._seen(), PENALTY, False, False, {}
        kernel.step([action])
        end = kernel.ends[0]
        return self._seen(), float(end == WON), bool(end != GOING), False, {}

    def render(self) -> str:
        """The table in text."""
        from trapoula.terminal.picture import draw

        game = self.kernel.game
        view: Any = game.view(self.kernel.table(), 0)
        return draw(game, view, colour=False)

    def _seen(self) -> Seen:
        return {"table": self.kernel.seen[0].copy(), "mask": self.kernel.mask[0].copy()}


class PatienceVectorEnv(VectorEnv[Seen, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many tables, stepped together on several cores; a table that is over is dealt anew at the next step."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str | Patience,
        num_envs: int,
        options: Mapping[str, Choice] | None = None,
        *,
        threads: int = 1,
        cheat: bool = False,
    ) -> None:
        self.kernel = Kernel(game, options, tables=num_envs, threads=threads, cheat=cheat)
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = _spaces(self.kernel)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._next = 1

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal consecutive numbers from the seed on, or one for each table."""
        if isinstance(seed, list):
            numbers = [
                self._next + at if one is None else max(1, one) for at, one in enumerate(seed)
            ]
        else:
            first = self._next if seed is None else max(1, seed)
            numbers = [*range(first, first + self.num_envs)]
        self._next = max(numbers) + 1
        self.kernel.reset(numbers)
        return self._seen(), {"deal": np.array(numbers)}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Seen, Rewards, Flags, Flags, dict[str, Any]]:
        """Do an action at every table; at those that are over, deal."""
        kernel = self.kernel
        ended = np.flatnonzero(kernel.ends != GOING)
        chosen = np.asarray(actions, dtype=np.int64)
        refused = kernel.mask[np.arange(self.num_envs), chosen] == 0
        kernel.step(chosen)
        rewards = np.where(refused, PENALTY, (kernel.ends == WON).astype(np.float64))
        if len(ended):
            kernel.reset([*range(self._next, self._next + len(ended))], ended.tolist())
            self._next += len(ended)
            rewards[ended] = 0.0
        return self._seen(), rewards, kernel.ends != GOING, np.zeros(self.num_envs, np.bool_), {}

    def _seen(self) -> Seen:
        return {"table": self.kernel.seen.copy(), "mask": self.kernel.mask.copy()}
