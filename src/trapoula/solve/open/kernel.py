"""The compiled kernel of open games: one entrance, compiled once for all of them."""

from pathlib import Path

from trapoula.kernels import Enter, kernel
from trapoula.solve.open.book import ARRAYS as ARRAYS

SOURCES = (
    "../cards",
    "search_status",
    "layout",
    "piles",
    "open/layout",
    "open/cards",
    "open/offer",
    "open/room",
    "open/seek",
    "open/rows",
    "open/beam",
    "open/front",
    "open/suitless",
    "open/tasks",
    "open/book",
    "open/entrance",
)


def _entrance() -> Enter:
    from trapoula.solve.open.entrance import enter

    return enter


enter = kernel(_entrance, [Path(__file__).parents[1] / f"{name}.py" for name in SOURCES], numbers=1)
