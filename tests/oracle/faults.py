"""Faults of the recording program, as its README names them: the only differences let pass.

Each line is one gesture that the record has and we have not, or the other way round, in one game.
A gesture is ("drag", from, count, to), ("click", at), ("double_click", at) or ("deal",).
"""

from collections.abc import Callable
from dataclasses import dataclass

from trapoula.patience import KINGS, Patience, Table

Gesture = tuple[str | int, ...]


@dataclass(frozen=True)
class Fault:
    """A gesture that the program has or lacks by mistake."""

    reason: str
    listed: bool  # True: the record lists it wrongly; False: the record lacks it wrongly
    covers: Callable[[Patience, Table, Gesture], bool]
    spoils: bool = False  # once it is done, the rest of a trace cannot be compared


def _double_click(kind: str) -> Callable[[Patience, Table, Gesture], bool]:
    return lambda game, table, gesture: (
        gesture[0] == "double_click" and game.zone[int(gesture[1])].kind == kind
    )


def _last_of_waste(game: Patience, table: Table, gesture: Gesture) -> bool:
    (stock,), (waste,) = game.where("S"), game.where("W")
    playable = any(action.source == waste for action in game.legal(table) if action.verb == "carry")
    return (
        gesture == ("double_click", waste)
        and len(table.piles[waste]) == 1
        and bool(table.piles[stock])
        and playable
    )


def _four_kings(game: Patience, table: Table, gesture: Gesture) -> bool:
    (middle,) = game.where("K")
    return gesture == ("click", middle) and all(card in KINGS for card in table.piles[middle])


def _stock_run_out(game: Patience, table: Table, gesture: Gesture) -> bool:
    (stock,), (waste,) = game.where("S"), game.where("W")
    return (
        gesture == ("click", stock)
        and not table.piles[stock]
        and not table.piles[waste]
        and not all(table.piles[at] for at in game.elsewhere("SW"))
    )


_TAKE_BACK = (
    Fault(
        "a double click on a foundation takes a card back to a cell; it scores again later",
        True,
        _double_click("foundation"),
        spoils=True,
    ),
)

FAULTS: dict[str, tuple[Fault, ...]] = {
    "bakers-game": _TAKE_BACK,
    "freecell": _TAKE_BACK,
    "camelot": (
        Fault("a click on the stock that has run out does nothing", True, _stock_run_out),
    ),
    "clock": (
        Fault("when the clock has stopped, a click turns the four kings round", True, _four_kings),
    ),
    "doublets": (
        Fault(
            "a double click on the last card of the waste does not fill its place, as a drag does",
            True,
            _last_of_waste,
            spoils=True,
        ),
    ),
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


def spoilt(game_id: str, game: Patience, table: Table, gesture: Gesture) -> bool:
    """Whether a gesture that was made is a fault after which nothing can be compared."""
    return any(
        fault.spoils and fault.covers(game, table, gesture) for fault in FAULTS.get(game_id, ())
    )
