"""The compiled search over the general kernel.

It has one entrance for all games, which is loaded when it is first entered.
"""

from pathlib import Path

from trapoula.machine.kernels import Enter, Kernel

SOURCES = (
    "../core/cards",
    "kernel/layout",
    "kernel/piles",
    "kernel/hashing",
    "kernel/goals",
    "kernel/legal_moves",
    "kernel/play",
    "search_kernel/layout",
    "search_kernel/dead_ends",
    "search_kernel/evaluation",
    "search_kernel/pruning",
    "search_kernel/tree_search",
    "search_kernel/entrance",
)


def _entrance() -> Enter:
    from trapoula.solve.search_kernel.entrance import enter

    return enter


kernel = Kernel(
    __name__, _entrance, [Path(__file__).parents[1] / f"{name}.py" for name in SOURCES], numbers=1
)
