"""The bots of The Game Extreme."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache

from trapoula.bots import Chooser
from trapoula.bots._anyone import Anyone
from trapoula.bots._rows import Rows, Rules, ask
from trapoula.bots._team import Nearest, Planner, Prices
from trapoula.tables._commands import NAMES
from trapoula.tables._rows import RISING, ROWS
from trapoula.tables._view import RowsView
from trapoula.tables.extreme import Extreme
from trapoula.tables.the_game import BURNING, PACK, Table

ALONE = Prices(
    (14.5, 2.7, 1.2, 0.4),
    0.0063,
    0.48,
    0.7,
    (0, 0, 0),
    left_open=(6, 0.7, 1, 2, 5, 36),
    reach=19,
    held=(2, 1.5, 1.9),
    glance=20,
)
TOGETHER = Prices(
    (16.5, 3.75, 1.4, 0.54),
    0.0075,
    0.64,
    1,
    (2.15, 0.37, -0.3),
    left_open=(6, 0.45, 1, 1.8, 4, 13),
    held=(3.6, 2.6, 1.9),
    glance=24,
    caring=0.2,
    jump=10,
    eager=(-2.2, -0.7),
)
THREE = replace(  # with three players, a bot knows neither of two other hands
    TOGETHER, stranded=4, apart=2 / 3, guesses=24, frank=True, hopeful=True
)


def lays(rows: tuple[bytes, ...], hand: bytes) -> Iterable[tuple[int, int]]:
    """Return the legal lays of a hand while no command is visible."""
    return ((lay.card, lay.row) for lay in Extreme().lays(Table(rows, (hand,), b"")))


@cache
def rules() -> Rules:
    """Return the rules as arrays."""
    return Rules(ROWS, PACK, ask(lays, RISING, PACK), BURNING, NAMES)


CHANCES = {  # by player count; python -m bench.calibration fit extreme
    1: (1.03, 0.84, -0.83, -2.29, 0.07, -0.45),
    2: (2.34, 0.66, -4.42, -1.42, -1.48, -0.66),
    3: (1.43, 0.37, -5.04, 0.3, 0.0, 0.0),
    4: (4.19, 1.63, -2.02, -2.41, -1.29, -0.89),
    5: (1.7, 1.24, 2.18, -1.41, 0.76, -0.4),
}

remember = Rows
LEVELS: Mapping[str, Callable[[], Chooser[RowsView]]] = {
    "random": Anyone,
    "greedy": lambda: Nearest(rules()),
    "strong": lambda: Planner(rules(), ALONE, TOGETHER, {3: THREE}, chances=CHANCES),
}
