"""The compiled kernel: one entrance, compiled once for all games."""

from pathlib import Path

from trapoula.kernels import Enter, kernel

SOURCES = (
    "../cards",
    "search_status",
    "layout",
    "moves",
    "piles",
    "keys",
    "goals",
    "chores",
    "offer",
    "steps",
    "dead_ends",
    "worth",
    "choices",
    "seek",
    "search_layout",
    "tasks",
    "book",
    "entrance",
)


def _entrance() -> Enter:
    from trapoula.solve.entrance import enter

    return enter


enter = kernel(_entrance, [Path(__file__).parent / f"{name}.py" for name in SOURCES], numbers=1)
