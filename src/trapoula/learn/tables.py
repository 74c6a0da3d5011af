"""Table games as PettingZoo environments: seats act in turn, each with its own observation."""

from collections.abc import Mapping
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from trapoula.catalogue.entries import find
from trapoula.core import deals
from trapoula.core.errors import BadGame, BadOption, IllegalAction
from trapoula.core.game import Choice, Seat, is_talk
from trapoula.learn.observations import look
from trapoula.learn.rewards import checked
from trapoula.patience import Patience
from trapoula.play.session import Session
from trapoula.play.standing import leads, points, shares

MOST = 512  # an upper bound of legal actions at once
FACTS = 6  # numbers that describe an action: a code for its word, and up to five more
LEAST, GREATEST = -(1 << 15), (1 << 15) - 1
Seen = dict[str, npt.NDArray[Any]]


class TableEnv(AECEnv):  # type: ignore[misc]
    """A table game. `reset(seed=N)` deals number N; action K plays the K-th legal action.

    An observation has the seat's view (`table`), a row of numbers per legal action (`offers`: the
    code of its word, then its content), and which rows are used (`action_mask`). Talk is left out.

    `reward` chooses what steps earn: "win" gives 1 to the winner, shared in a tie; "score" the
    points as they are made; "progress" a seat's lead in points, from -1 to 1.
    """

    metadata = {"name": "trapoula", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        options: Mapping[str, Choice] | None = None,
        *,
        seats: int | None = None,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._reward = checked(reward)
        self.game = find(game).make(options or {})
        if isinstance(self.game, Patience):
            raise BadGame("{game} is for one player: PatienceEnv plays it.", game=game)
        self.render_mode = render_mode
        self._asked = game, dict(options or {}), seats
        self._next = 1
        self._session = Session(game, options, seats=seats)
        self.possible_agents = [f"seat_{seat}" for seat in range(self._session.seats)]
        if self._reward != "win" and points(self.game, self._session.state) is None:
            raise BadOption("{game} keeps no points along the way: reward a win.", game=game)
        width = len(look(self.game, self._session.view(0)))
        seen = spaces.Dict(
            table=spaces.Box(LEAST, GREATEST, (width,), np.int16),
            offers=spaces.Box(LEAST, GREATEST, (MOST, FACTS), np.int16),
            action_mask=spaces.Box(0, 1, (MOST,), np.int8),
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(MOST) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of a seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space of a seat."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal."""
        game, chosen, seats = self._asked
        deal = self._next if seed is None else max(1, seed)
        self._next = deal + 1
        self._session = Session(game, chosen, deal=deals.check_number(deal), seats=seats)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._on_turn()

    def observe(self, agent: str) -> Seen:
        """Return a seat's observation."""
        seat = self.possible_agents.index(agent)
        offers = self.offers(seat)
        mask, facts = np.zeros(MOST, np.int8), np.zeros((MOST, FACTS), np.int16)
        mask[: len(offers)] = 1
        for number, text in enumerate(offers):
            facts[number] = self._described(text)
        table = np.array(look(self.game, self._session.view(seat)), dtype=np.int16)
        return {"table": table, "offers": facts, "action_mask": mask}

    def offers(self, seat: Seat) -> list[str]:
        """Return the texts of a seat's legal actions in order, without talk; empty out of turn."""
        if self._session.turn != seat:
            return []
        legal = self._session.legal(seat)
        return [text for text in legal if not is_talk(self.game, self.game.read(text))][:MOST]

    def step(self, action: int) -> None:
        """Play the legal action with this number."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        offers = self.offers(seat)
        if action is None or not 0 <= action < len(offers):
            raise IllegalAction(
                "{action} is not on offer: there are {count} actions now.",
                action=action,
                count=len(offers),
            )
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        before = self._worth()
        self._session.play(offers[action], seat)
        earned = (now - old for now, old in zip(self._worth(), before, strict=True))
        self.rewards = dict(zip(self.possible_agents, earned, strict=True))
        if self._session.outcome is None:
            self.agent_selection = self._on_turn()
        else:
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the mask of legal actions of the seat on turn."""
        mask = np.zeros(MOST, np.bool_)
        mask[: len(self.offers(self.possible_agents.index(self.agent_selection)))] = True
        return mask

    def _worth(self) -> tuple[float, ...]:
        """Return the value of the table for each seat; a step earns the difference."""
        session = self._session
        if self._reward == "win":
            outcome = session.outcome
            return (0.0,) * session.seats if outcome is None else shares(outcome)
        counted = points(self.game, session.state) or (0.0,) * session.seats
        if self._reward == "score":
            return counted
        return tuple(2 * lead - 1 for lead in leads(self.game, counted))

    def render(self) -> str:
        """Return the table as text, seen from the seat on turn."""
        from trapoula.terminal.tables import draw

        session = self._session
        return draw(session.view(session.turn or 0), session.game, colour=False)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _on_turn(self) -> str:
        turn = self._session.turn
        return self.possible_agents[0 if turn is None else turn]

    def _described(self, text: str) -> list[int]:
        """Describe an action in numbers: the code of its word, then its content."""
        action = self.game.read(text)
        held = action if isinstance(action, tuple) else _held(action)
        verb = isinstance(action, tuple) and held and isinstance(held[0], str)
        numbers = [*([] if verb else [_code(type(action).__name__)]), *_plain(held)][:FACTS]
        return [*numbers, *[0] * (FACTS - len(numbers))]


class TableParallelEnv(ParallelEnv):  # type: ignore[misc]
    """The same for libraries where all agents act at once: only the action of the seat on turn counts.

    The others have no legal actions; their choices are ignored.
    """

    metadata = {"name": "trapoula", "render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        options: Mapping[str, Choice] | None = None,
        *,
        seats: int | None = None,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        self.aec = TableEnv(game, options, seats=seats, reward=reward, render_mode=render_mode)
        self.render_mode = render_mode
        self.possible_agents = self.aec.possible_agents
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of a seat."""
        return self.aec.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space of a seat."""
        return self.aec.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Deal."""
        self.aec.reset(seed, options)
        self.agents = self.possible_agents.copy()
        return self._seen(), self._told()

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """Play the action of the seat on turn."""
        aec, agents = self.aec, self.agents
        aec.step(actions[aec.agent_selection])
        over, cut = dict(aec.terminations), dict(aec.truncations)
        answer = self._seen(), dict(aec.rewards), over, cut, self._told()
        self.agents = [agent for agent in agents if not (over[agent] or cut[agent])]
        return answer

    def render(self) -> str:
        """Return the table as text, seen from the seat on turn."""
        return self.aec.render()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _seen(self) -> dict[str, Seen]:
        return {agent: self.aec.observe(agent) for agent in self.agents}

    def _told(self) -> dict[str, dict[str, Any]]:
        return {agent: {"on_turn": agent == self.aec.agent_selection} for agent in self.agents}


def _code(word: str) -> int:
    """Return a number for a word, the same everywhere."""
    return crc32(word.encode()) & GREATEST


def _held(action: Any) -> tuple[Any, ...]:
    names = getattr(type(action), "__dataclass_fields__", None)
    return (action,) if names is None else tuple(getattr(action, name) for name in names)


def _plain(held: Any) -> list[int]:
    """Return the numbers of an action: count and sum for several cards, a code for a word."""
    found: list[int] = []
    for one in held:
        if isinstance(one, int):
            found.append(one)
        elif isinstance(one, bytes):
            found += [len(one), sum(one)]
        elif isinstance(one, tuple):
            found += [
                len(one),
                one[0] if len(one) == 1 and isinstance(one[0], int) else _code(repr(one)),
            ]
        else:
            found.append(_code(one))
    return found
