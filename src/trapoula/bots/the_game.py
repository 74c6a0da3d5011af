"""The bots of The Game."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from trapoula.bots import Chooser
from trapoula.bots._anyone import Anyone
from trapoula.bots._rows import Rows, Rules, ask
from trapoula.bots._team import Nearest, Planner, Prices
from trapoula.tables._rows import RISING, ROWS
from trapoula.tables._view import RowsView
from trapoula.tables.the_game import BURNING, PACK, Table, TheGame

ALONE = Prices((12.8, 3, 1.2, 0.4), 0.0066, 0.625, 0.6, (0, 0, 0), reach=12, glance=20)
TOGETHER = Prices((13.3, 3, 1.03, 0.42), 0.0075, 0.5, 1, (2.3, 0.24, -0.48))


def lays(rows: tuple[bytes, ...], hand: bytes) -> Iterable[tuple[int, int]]:
    """Return the legal lays of a hand."""
    return ((lay.card, lay.row) for lay in TheGame().lays(Table(rows, (hand,), b"")))


@cache
def rules() -> Rules:
    """Return the rules as arrays."""
    return Rules(ROWS, PACK, ask(lays, RISING, PACK), BURNING)


CHANCES = {  # by player count; python -m bench.calibration fit the-game
    1: (3.03, 1.17, -1.44, -2.46, -1.39, -0.86),
    2: (3.16, 0.59, -0.78, -1.87, -0.64, 1.18),
    3: (2.98, 2.5, -0.72, -0.32, -0.34, -1.6),
    4: (3.95, 2.08, -0.18, 0.82, 0.08, 0.49),
    5: (3.05, 2.07, 0.08, -2.16, -0.28, -0.8),
}

remember = Rows
LEVELS: Mapping[str, Callable[[], Chooser[RowsView]]] = {
    "random": Anyone,
    "greedy": lambda: Nearest(rules()),
    "strong": lambda: Planner(rules(), ALONE, TOGETHER, chances=CHANCES),
}
