"""What a seat sees of a table for several, as a row of numbers of fixed length."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from trapoula.game import Game, View
from trapoula.tables._view import RowsView, RowView, SheetView

CARDS = 100  # more than any numbered card
SEATS = 5  # the most that any game has
NONE = -1


def look(game: Game[Any, Any], view: View) -> list[int]:
    """A view in numbers: always as many, and each always in its place."""
    seen = next(look for lying, look in LOOKS.items() if lying in view)
    return [*seen(view)]


def _marked(cards: Any) -> list[int]:
    """How often each card is there."""
    found = [0] * CARDS
    for card in cards or ():
        found[card] += 1
    return found


def _filled(numbers: Any, length: int = SEATS) -> list[int]:
    """Some numbers, and nothing behind them."""
    return [*numbers, *[NONE] * length][:length]


def _whose(view: Any) -> list[int]:
    turn = view["turn"]
    return [view["seat"], NONE if turn is None else turn, *_filled(view["hands"])]


def _rows(view: RowsView) -> Iterator[int]:
    yield from _whose(view)
    yield from _marked(view["hand"])
    for name, row in view["rows"].items():
        yield from (row["top"], row["count"], name in view["open"], name in view["fires"])
        yield _word(view["commands"].get(name, ""), [*view["carriers"]])
    yield from (view["pile"], view["left"], view["laid"], view["required"], view["minimum"])
    yield len(view["said"])


def _word(word: str, words: list[str]) -> int:
    return words.index(word) if word in words else NONE


def _row(view: RowView) -> Iterator[int]:
    yield from _whose(view)
    yield from _marked(view["hand"])
    yield from _marked(view["row"])
    yield view["row"][-1] if view["row"] else NONE
    yield from _filled([len(cards) for cards in view["twisted"]])
    yield from _filled(view["taken"])
    yield from _filled(view["totals"])
    yield from (view["pile"], view["dealer"], view["round"], view["of"])


def _sheet(view: SheetView) -> Iterator[int]:
    yield from _whose(view)
    yield from _marked(view["hand"])
    yield from _marked(view["discards"])
    for pile in view["piles"].values():
        yield from (NONE if pile["top"] is None else pile["top"], pile["count"])
    rows = len(view["sheet"])
    for own in _filled(view["crossed"]):
        yield from [NONE] * rows if isinstance(own, int) else own
    yield from view["sheet"]
    yield from (view["turns"], view["limit"])


LOOKS: Mapping[str, Callable[[Any], Iterator[int]]] = {  # by what lies on the table
    "rows": _rows,
    "sheet": _sheet,
    "row": _row,
}
