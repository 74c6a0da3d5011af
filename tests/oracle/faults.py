"""Faults of the recording program, named in its README: the only differences let pass in single games.

Each line is one gesture that the record has and we have not, or the other way round, in one game.
A gesture is ("drag", from, count, to), ("click", at), ("double_click", at) or ("deal",).
"""

from collections.abc import Callable
from dataclasses import dataclass

from trapoula.patience import Patience, Table

Gesture = tuple[str | int, ...]


@dataclass(frozen=True)
class Fault:
    """A gesture that the program has or lacks by mistake."""

    reason: str
    listed: bool  # True: the record lists it wrongly; False: the record lacks it wrongly
    covers: Callable[[Patience, Table, Gesture], bool]


def _double_click(kind: str) -> Callable[[Patience, Table, Gesture], bool]:
    return lambda game, table, gesture: (
        gesture[0] == "double_click" and game.zone[int(gesture[1])].kind == kind
    )


FAULTS: dict[str, tuple[Fault, ...]] = {
    "plait": (
        Fault("a double click on the stock plays its hidden card", True, _double_click("stock")),
    ),
}


def _base_card(game: Patience, table: Table, gesture: Gesture) -> Gesture:
    """A double click plays a base card to the first empty foundation, which no drag can do."""
    empty = [at for at in game.where("F") if not table.piles[at]]
    if gesture[0] == "double_click" and empty:
        return ("drag", gesture[1], 1, empty[0])
    return gesture


# what a gesture that is not the same as any other stands for, where the program lacks the right one
STANDS_FOR: dict[str, Callable[[Patience, Table, Gesture], Gesture]] = {
    "osmosis": _base_card,
    "peek": _base_card,
}


def meant(game_id: str, game: Patience, table: Table, gesture: Gesture) -> Gesture:
    """The gesture that the program should have had for it."""
    return STANDS_FOR[game_id](game, table, gesture) if game_id in STANDS_FOR else gesture


def excused(game_id: str, listed: bool, game: Patience, table: Table, gesture: Gesture) -> bool:
    """Whether a difference is one of the program's faults."""
    return any(
        fault.listed == listed and fault.covers(game, table, gesture)
        for fault in FAULTS.get(game_id, ())
    )
