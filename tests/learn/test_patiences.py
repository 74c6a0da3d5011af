"""Patiences in arrays: what the masks say is what the rules say, and Gymnasium finds nothing wrong."""

import subprocess
import sys
import warnings
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from examples.learning.golf import Golf, learn
from trapoula.catalogue.entries import find, ids
from trapoula.core.errors import BadAction, BadGame, BadOption, TrapoulaError
from trapoula.learn import FACE_DOWN, GOING, WON, Kernel, PatienceEnv, PatienceVectorEnv
from trapoula.learn.ids import name_of
from trapoula.patience import Patience
from trapoula.play.session import Session
from trapoula.solve import verdict


def in_arrays(game: str) -> bool:
    try:
        Kernel(game)
    except BadGame:
        return False
    return True


PLAYED = [game for game in ids() if isinstance(find(game).make(), Patience) and in_arrays(game)]


def test_most_patiences_are_played_in_arrays() -> None:
    assert len(PLAYED) >= 70
    with pytest.raises(BadGame, match="is not played in arrays"):
        Kernel("the-game")


@pytest.mark.parametrize("game", PLAYED)
def test_arrays_and_rules_agree(game: str) -> None:
    """Along random play: the same actions under their numbers, the same table, the same end."""
    kernel, dice = Kernel(game), Random(game)
    session = Session(game, deal=5)
    kernel.reset(5)
    for _ in range(15):
        offered = [kernel.actions[number] for number in np.flatnonzero(kernel.mask[0])]
        assert sorted(offered) == sorted(session.legal())
        assert kernel.table().piles == session.state.piles
        assert _seen(kernel) == _as_seen(session)
        assert (kernel.ends[0] == GOING) == (session.outcome is None)
        if session.outcome is not None:
            assert (kernel.ends[0] == WON) == session.outcome.won
            return
        text = dice.choice(offered)
        session.play(text)
        kernel.step([kernel.number(text)])


def _seen(kernel: Kernel) -> list[list[int]]:
    return [[int(card) for card in pile if card] for pile in kernel.seen[0]]


def _as_seen(session: Session) -> list[list[int]]:
    faces: dict[str, int] = {**session.game.faces}
    piles: Any = session.view()["piles"]
    return [
        [FACE_DOWN if card == "--" else faces[card] + 1 for card in pile] for pile in piles.values()
    ]


def test_what_is_not_on_offer_does_nothing_and_a_wrong_number_of_actions_is_refused() -> None:
    kernel = Kernel("klondike", tables=2)
    kernel.reset(1)
    before = kernel.table(0), kernel.table(1)
    kernel.step([int(np.argmin(kernel.mask[0])), -1])
    assert (kernel.table(0), kernel.table(1)) == before
    with pytest.raises(BadAction, match="One action for each table is needed: 2, not 3"):
        kernel.step([0, 0, 0])
    with pytest.raises(BadAction, match="No position offers"):
        kernel.number("F1>S")


def test_many_tables_on_two_cores_are_what_each_is_alone() -> None:
    many = Kernel("freecell", tables=7, threads=2)
    many.reset(100)
    alone = [Kernel("freecell") for _ in range(7)]
    for number, one in enumerate(alone):
        one.reset(100 + number)
    for _ in range(20):
        chosen = many.mask.argmax(axis=1)
        many.step(chosen)
        for number, one in enumerate(alone):
            one.step([chosen[number]])
            assert many.table(number) == one.table()
            assert (many.mask[number] == one.mask[0]).all()


def test_who_cheats_sees_every_card() -> None:
    seen, all_ = Kernel("klondike"), Kernel("klondike", cheat=True)
    seen.reset(1)
    all_.reset(1)
    assert (seen.seen == FACE_DOWN).sum() == 21 + 24
    assert (all_.seen == FACE_DOWN).sum() == 0
    assert ((all_.seen > FACE_DOWN) == (seen.seen == FACE_DOWN)).all()


# --- Gymnasium -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["klondike", "golf", "spider"])
def test_gymnasium_finds_nothing_wrong(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*render.*")
        check_env(PatienceEnv(game, render_mode="ansi"), skip_render_check=False)


def test_a_seed_is_the_number_of_a_deal() -> None:
    env = PatienceEnv("klondike")
    first, told = env.reset(seed=617)
    assert told["deal"] == 617
    kernel = Kernel("klondike")
    kernel.reset(617)
    assert (first["table"] == kernel.seen[0]).all()
    assert env.reset()[1]["deal"] == 618
    number = int(np.argmin(env.kernel.mask[0]))
    assert env.step(np.int64(number))[1:3] == (-1.0, False)


def test_a_vector_deals_anew_where_a_game_is_over() -> None:
    env = PatienceVectorEnv("golf", 5)
    seen, told = env.reset(seed=10)
    assert told["deal"].tolist() == [10, 11, 12, 13, 14]
    assert env.observation_space.contains(seen)
    over = np.zeros(5, dtype=bool)
    for _ in range(200):
        before = over
        seen, rewards, over, cut, _ = env.step(seen["mask"].argmax(axis=1))
        assert not cut.any()
        assert not (before & over).any()  # at once dealt anew
        assert set(rewards) <= {0.0, 1.0}
    assert (seen["mask"].any(axis=1) | over).all()


def test_gymnasium_makes_patiences_by_their_ids() -> None:
    """With the game's options as keywords, one table or many; every patience has an id."""
    for game in PLAYED:
        assert name_of(game) in gymnasium.registry
    env: Any = gymnasium.make("trapoula/Klondike-v0", draw=3)
    assert env.spec.id == "trapoula/Klondike-v0"
    assert env.unwrapped.kernel.game == find("klondike").make({"draw": 3})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*render.*")
        check_env(env.unwrapped)
    vector: Any = gymnasium.make_vec(
        "trapoula/Spider-v0", num_envs=4, suits=1, max_episode_steps=9, reward="progress"
    )
    assert vector.unwrapped.num_envs == 4
    _, told = vector.reset(seed=7)
    assert told["action_mask"].shape == (4, vector.single_action_space.n)
    with pytest.raises(TrapoulaError, match="no option 'drawn'"):
        gymnasium.make("trapoula/Klondike-v0", drawn=3)
    with pytest.raises(TrapoulaError, match="no reward 'fame'"):
        gymnasium.make("trapoula/Klondike-v0", reward="fame")
    apart = subprocess.run(
        [
            sys.executable,
            "-c",
            "import gymnasium; print(gymnasium.make('trapoula.learn:trapoula/Golf-v0').spec.id)",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert apart.stdout.strip() == "trapoula/Golf-v0"


@pytest.mark.parametrize("game", ["klondike", "golf"])
def test_masks_are_given_as_libraries_ask(game: str) -> None:
    env, many = PatienceEnv(game), PatienceVectorEnv(game, 3)
    _, told = env.reset(seed=2)
    seen, all_told = many.reset(seed=2)
    assert env.action_masks().dtype == many.action_masks().dtype == np.bool_
    assert (env.action_masks() == told["action_mask"]).all()
    assert (many.action_masks() == seen["mask"]).all()
    assert (many.action_masks()[0] == env.action_masks()).all()
    assert env.action_masks()[int(env.action_space.sample(told["action_mask"]))]
    assert (all_told["action_mask"][0] == told["action_mask"]).all()


@pytest.mark.parametrize(
    "game", ["klondike", "golf", "thirteen", "spider", "scorpion", "gypsy", "yukon"]
)
def test_steps_earn_points_or_the_way_to_the_goal(game: str) -> None:
    """Added up, they are what the rules say of the last table; many tables earn what each does alone."""
    made: Any = find(game).make()
    point, way = PatienceEnv(game, reward="score"), PatienceEnv(game, reward="progress")
    many = PatienceVectorEnv(game, 2, reward="score")
    for env in (point, way):
        env.reset(seed=4)
    many.reset(seed=[4, 4])
    start, dice = made.score.of(made, point.kernel.table()), Random(game)
    points = progress = both = 0.0
    for _ in range(60):
        if not point.action_masks().any():
            break
        action = np.int64(dice.choice(np.flatnonzero(point.action_masks())))
        points += point.step(action)[1]
        progress += way.step(action)[1]
        both += many.step(np.array([action, action]))[1].sum()
        assert -1 <= progress <= 1
    assert points == made.score.of(made, point.kernel.table()) - start
    assert both == 2 * points


def test_the_way_to_the_goal_adds_up_to_one() -> None:
    """From a table one step before the end: what is left of the way is what the last step earns."""
    env = PatienceEnv("freecell", reward="progress")
    env.reset(seed=1)
    line = verdict(Session("freecell", deal=1), 30).line
    assert line
    earned = [env.step(np.int64(env.kernel.number(text)))[1:3] for text in line]
    assert earned[-1][1]
    assert sum(reward for reward, _ in earned) == pytest.approx(1.0)


def test_a_score_that_arrays_do_not_keep_is_refused() -> None:
    with pytest.raises(BadOption, match="kept along the way"):
        PatienceEnv("plait", reward="score")


def test_a_vector_cuts_long_games_off() -> None:
    env = PatienceVectorEnv("klondike", 3, max_episode_steps=5)
    seen, _ = env.reset(seed=1)
    cuts = []
    for _ in range(11):
        seen, _, over, cut, _ = env.step(seen["mask"].argmax(axis=1))
        assert not over.any()
        cuts.append(bool(cut.all()))
    assert cuts == [False] * 4 + [True] + [False] * 5 + [True]


# --- the example ---------------------------------------------------------------------------------


def test_the_example_learns_and_beats_simple_play() -> None:
    """In short: weights that a few rounds found win more deals than always the first card that fits."""
    golf = Golf(tables=150)
    assert golf.cleared(learn(golf, rounds=2, players=12)) > golf.cleared(golf.simple)
