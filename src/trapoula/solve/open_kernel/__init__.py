"""A smaller, faster kernel for games of columns, cells and foundations, with every card in sight.

It has one entrance for all games, which is loaded when it is first entered.
"""

from pathlib import Path

from trapoula.machine.kernels import Enter, Kernel

SOURCES = (
    "../core/cards",
    "kernel/layout",
    "kernel/piles",
    "kernel/hashing",
    "search_kernel/layout",
    "open_kernel/layout",
    "open_kernel/position",
    "open_kernel/legal_moves",
    "open_kernel/room",
    "open_kernel/depth_first",
    "open_kernel/frontier",
    "open_kernel/entrance",
)


def _entrance() -> Enter:
    from trapoula.solve.open_kernel.entrance import enter

    return enter


kernel = Kernel(
    __name__, _entrance, [Path(__file__).parents[1] / f"{name}.py" for name in SOURCES], numbers=1
)
