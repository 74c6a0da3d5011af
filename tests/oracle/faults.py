"""Faults of the recording program, as its README names them: the only differences let pass.

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


def _to_empty_foundation(game: Patience, table: Table, gesture: Gesture) -> bool:
    return (
        gesture[0] == "drag"
        and game.zone[int(gesture[3])].kind == "foundation"
        and not table.piles[int(gesture[3])]
    )


def _double_click(kind: str) -> Callable[[Patience, Table, Gesture], bool]:
    return lambda game, table, gesture: (
        gesture[0] == "double_click" and game.zone[int(gesture[1])].kind == kind
    )


def _double_click_for_empty_foundation(game: Patience, table: Table, gesture: Gesture) -> bool:
    """The double click that stands in for the missing drag: there must be such a drag of ours."""
    return gesture[0] == "double_click" and any(
        action.source == gesture[1]
        and _to_empty_foundation(game, table, ("drag", action.source, 1, action.target))
        for action in game.legal(table)
        if action.verb == "carry"
    )


_BASE_CARD = (
    Fault("a base card cannot be dragged to an empty foundation", False, _to_empty_foundation),
    Fault("only the double click plays a base card", True, _double_click_for_empty_foundation),
)

FAULTS: dict[str, tuple[Fault, ...]] = {
    "osmosis": _BASE_CARD,
    "peek": _BASE_CARD,
    "plait": (
        Fault("a double click on the stock plays its hidden card", True, _double_click("stock")),
    ),
}


def excused(game_id: str, listed: bool, game: Patience, table: Table, gesture: Gesture) -> bool:
    """Whether a difference is one of the program's faults."""
    return any(
        fault.listed == listed and fault.covers(game, table, gesture)
        for fault in FAULTS.get(game_id, ())
    )
