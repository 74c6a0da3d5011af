"""The Game's players."""

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
    """What the rules let a hand lay."""
    return ((lay.card, lay.row) for lay in TheGame().lays(Table(rows, (hand,), b"")))


@cache
def rules() -> Rules:
    """The rules as arrays."""
    return Rules(ROWS, PACK, ask(lays, RISING, PACK), BURNING)


remember = Rows
LEVELS: Mapping[str, Callable[[], Chooser[RowsView]]] = {
    "random": Anyone,
    "greedy": lambda: Nearest(rules()),
    "strong": lambda: Planner(rules(), ALONE, TOGETHER),
}
