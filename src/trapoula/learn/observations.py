"""A seat's view of a table game as a fixed-length row of numbers."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from trapoula.core.deals import SplitMix
from trapoula.core.game import CHANCE, ByGame, Game, View
from trapoula.tables._view import RowsView, RowView, SheetView

CARDS = 100  # more than the highest card number
SEATS = 5  # the most seats of any game
NONE = -1
GAMES, LONGEST = 4, 400  # games played to collect the names of places, and their actions


def look(game: Game[Any, Any], view: View) -> list[int]:
    """Return a view as numbers: always the same length and order."""
    for lying, seen in LOOKS.items():
        if lying in view:
            return [*seen(view)]
    return [*_any(game, view)]


def _any(game: Game[Any, Any], view: Any) -> Iterator[int]:
    """Encode any other table: the hand, the scores, and each place's count and visible cards."""
    kinds = {card: at for at, card in enumerate(sorted(set(game.pack)))}
    yield from _whose(view)
    yield from _counted(kinds, view["hand"])
    yield from _filled(view.get("scores") or ())
    lying = _lying(view)
    for name in _names.of(game):
        place = lying.get(name) or {}
        cards = place.get("cards") or [place[key] for key in ("top",) if place.get(key) is not None]
        yield place.get("count", NONE)
        yield kinds[cards[-1]] if cards else NONE
        yield from _counted(kinds, cards)


def _counted(kinds: Mapping[int, int], cards: Any) -> list[int]:
    """Count the cards of each kind."""
    found = [0] * len(kinds)
    for card in cards or ():
        found[kinds[card]] += 1
    return found


def _lying(view: Any) -> dict[str, Any]:
    found: dict[str, Any] = view.get("places") or view.get("piles") or {}
    return found


def _places(game: Game[Any, Any]) -> list[str]:
    """Collect the names of all places in some random games, with few and with many players."""
    names: dict[str, None] = {}
    for seats in dict.fromkeys((game.seats[0], game.seats[-1])):
        for seed in range(GAMES):
            dice = SplitMix(seed)
            state = game.start(dice.shuffled(game.pack), seats)
            for _ in range(LONGEST):
                names |= dict.fromkeys(_lying(game.view(state, None)))
                turn = game.turn(state)
                if turn is None:
                    break
                if turn == CHANCE:
                    state = game.play(state, game.draw(state, dice))
                else:
                    legal = [*game.legal(state, turn)]
                    state = game.play(state, legal[dice.below(len(legal))])
    return sorted(names)


_names = ByGame(_places)


def _marked(cards: Any) -> list[int]:
    """Count each card."""
    found = [0] * CARDS
    for card in cards or ():
        found[card] += 1
    return found


def _filled(numbers: Any, length: int = SEATS) -> list[int]:
    """Pad numbers to a length."""
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


LOOKS: Mapping[str, Callable[[Any], Iterator[int]]] = {  # by a field of the view
    "rows": _rows,
    "sheet": _sheet,
    "row": _row,
}
