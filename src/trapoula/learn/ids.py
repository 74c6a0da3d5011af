"""Gymnasium ids of patiences: `trapoula/Klondike-v0` for klondike."""

from typing import Any, cast

import gymnasium
from gymnasium.envs.registration import EnvCreator, VectorEnvCreator

from trapoula.catalogue.discovery import declaration, game_files
from trapoula.learn.patience import PatienceEnv, PatienceVectorEnv

NAMESPACE = "trapoula"
VERSION = 0


def name_of(game: str) -> str:
    """Return the Gymnasium id of a game."""
    words = "".join(word[:1].upper() + word[1:] for word in game.split("-"))
    return f"{NAMESPACE}/{words}-v{VERSION}"


def register_all() -> None:
    """Register every patience known now; a game is loaded when it is first made."""
    for game, game_file in game_files().items():
        found = declaration(game_file)
        if (
            found is not None
            and found.family != "table"
            and name_of(game) not in gymnasium.registry
        ):
            one, many = cast(EnvCreator, make), cast(VectorEnvCreator, make_vector)
            gymnasium.register(name_of(game), one, vector_entry_point=many, kwargs={"game": game})


def make(
    game: str,
    *,
    reward: str = "win",
    cheat: bool = False,
    render_mode: str | None = None,
    **options: Any,
) -> PatienceEnv:
    """Make one table; the game's options are keywords too."""
    return PatienceEnv(game, options, reward=reward, cheat=cheat, render_mode=render_mode)


def make_vector(game: str, num_envs: int = 1, **given: Any) -> PatienceVectorEnv:
    """Make many tables; other keywords are options of the game."""
    own = ("reward", "max_episode_steps", "threads", "cheat")
    ours = {name: given.pop(name) for name in own if name in given}
    return PatienceVectorEnv(game, num_envs, given, **ours)
