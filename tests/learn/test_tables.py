"""Games for several in arrays: PettingZoo finds nothing wrong, and no seat is told what it may not see."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test

from tests.walks import Setting, walk
from trapoula.catalogue.entries import find, ids
from trapoula.core.errors import BadGame, BadOption, IllegalAction
from trapoula.learn import TableEnv, TableParallelEnv, determinize
from trapoula.learn.tables import MOST
from trapoula.patience import Patience

EXAMPLES = Path(__file__).parents[2] / "examples"
TABLES = [game for game in ids() if not isinstance(find(game).make(), Patience)]


@pytest.mark.parametrize("game", TABLES)
def test_pettingzoo_finds_nothing_wrong(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(TableEnv(game, seats=2), num_cycles=30)


@pytest.mark.parametrize("game", TABLES)
def test_pettingzoo_finds_nothing_wrong_where_all_act_at_once(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(TableParallelEnv(game, seats=2), num_cycles=200)


@pytest.mark.parametrize("name", ["xeri", "last_straw"])
def test_a_game_of_ones_own_is_an_environment(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPOULA_GAMES", str(EXAMPLES / f"{name}.py"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(TableEnv(name.replace("_", "-"), seats=3), num_cycles=150)
        parallel_api_test(TableParallelEnv(name.replace("_", "-"), seats=2), num_cycles=150)


def test_steps_earn_points_or_a_lead() -> None:
    """At Take That; what steps earn adds up to how the game ended."""
    for reward in ("score", "progress"):
        env = TableEnv("take-that", seats=2, reward=reward)
        env.reset(seed=3)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter(20_000):
            seen, earned, over, _, _ = env.last()
            totals[agent] += earned
            assert over or (env.action_masks() == seen["action_mask"]).all()
            env.step(None if over else 0)
        first, second = (env._session.outcome or Any).scores
        if reward == "score":
            assert (*totals.values(),) == (first, second)
        else:
            assert (totals["seat_0"] > 0) == (first > second)
    with pytest.raises(BadOption, match="keeps no points along the way"):
        TableEnv("the-game", seats=2, reward="score")


@pytest.mark.parametrize("game", TABLES)
def test_a_game_comes_to_its_end_and_is_rewarded(game: str) -> None:
    env = TableEnv(game, seats=3)
    env.reset(seed=3)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for turn, agent in enumerate(env.agent_iter(20_000)):
        seen, reward, over, cut, _ = env.last()
        totals[agent] += reward
        offers = int(seen["action_mask"].sum())
        assert offers < MOST
        env.step(None if over or cut else turn % offers)
    assert not env.agents
    assert sum(totals.values()) in (0.0, 1.0, 3.0)


@pytest.mark.parametrize("game", TABLES)
def test_every_offer_is_described_by_other_numbers(game: str) -> None:
    env = TableEnv(game, seats=2)
    env.reset(seed=5)
    for turn in range(30):
        seen = env.observe(env.agent_selection)
        rows = seen["offers"][seen["action_mask"] == 1]
        assert len(np.unique(rows, axis=0)) == len(rows)
        env.step(turn % len(rows))
        if not env.agents or any(env.terminations.values()):
            break


def test_what_is_not_on_offer_is_refused() -> None:
    env = TableEnv(TABLES[0], seats=2)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="is not on offer"):
        env.step(MOST - 1)
    with pytest.raises(BadGame, match="is for one player"):
        TableEnv("klondike")


@pytest.mark.parametrize("game", [*TABLES, "klondike", "spider"])
def test_a_table_dealt_anew_looks_the_same_to_the_seat(game: str) -> None:
    """And it hangs on nothing that the seat does not see: from another that looks so it is the same."""
    entry = find(game).make()
    seats = 1 if isinstance(entry, Patience) else 3
    states: list[Any] = [state for state, _, _ in walk(Setting(game, {}, seats), 2, 40)][::8]
    differ = 0
    for state in states:
        for seat in range(seats):
            other = determinize(entry, state, seat, 7)
            assert entry.view(other, seat) == entry.view(state, seat)
            assert determinize(entry, other, seat, 9) == determinize(entry, state, seat, 9)
            differ += other != state
    assert differ
