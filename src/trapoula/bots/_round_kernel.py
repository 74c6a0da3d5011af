"""The compiled round of twisting, as others ask for it."""

from pathlib import Path
from typing import Any

from trapoula.bots import _round as to
from trapoula.machine.kernels import Enter, kernel, written

OWN = ("round", "dice", "twists")


def _entrance() -> Enter:
    from trapoula.bots._twists import enter

    return enter


_enter = kernel(_entrance, [Path(__file__).with_name(f"_{name}.py") for name in OWN])


def expect(told: dict[int, Any]) -> None:
    """Play on from each first action on each deal of the hidden cards, as the book tells."""
    _enter(0, written(to.BOOK, told))
