"""The table of a patience as text."""

from collections.abc import Mapping, Sequence

from trapoula.patience import Patience
from trapoula.patience.picture import Place
from trapoula.patience.zones import Zone
from trapoula.terminal.paint import WIDTH, face

PITCHES = (
    2 * WIDTH,
    WIDTH + 2,
    WIDTH + 1,
)  # columns per card; the widest that fits is used
EMPTY = " · "


class _Canvas:
    """A grid of text cells, which may contain colour codes."""

    def __init__(self) -> None:
        self._rows: list[dict[int, tuple[str, int]]] = []

    def put(self, row: int, column: int, text: str, width: int) -> None:
        while len(self._rows) <= row:
            self._rows.append({})
        self._rows[row][column] = text, width

    def text(self) -> str:
        lines = []
        for cells in self._rows:
            line, at = "", 0
            for column, (text, width) in sorted(cells.items()):
                line += " " * (column - at) + text
                at = max(at, column) + width
            lines.append(line.rstrip())
        return "\n".join(lines)


def draw(
    game: Patience,
    view: Mapping[str, Mapping[str, Sequence[str]]],
    *,
    colour: bool,
    columns: int | None = None,
) -> str:
    """Draw every pile under its name, as the picture places it, to fit so many columns."""
    pitch = _pitch(game, columns)
    canvas, bottoms = _Canvas(), dict.fromkeys(range(2 * len(game.picture)), 0)
    top = -2
    for line in sorted({place.line for place in game.places}):
        row_of = [(at, place) for at, place in enumerate(game.places) if place.line == line]
        top = max(top + 2, *(bottoms[half] for _, place in row_of for half in _halves(place)))
        for at, place in row_of:
            room = _room(place, [other for _, other in row_of], _edge(game, columns, pitch), pitch)
            height = _pile(
                canvas, game.zone[at], game.names[at], place, top, room, pitch, view, colour
            )
            for half in _halves(place):
                bottoms[half] = top + height
    return canvas.text()


def _halves(place: Place) -> tuple[int, int]:
    return round(place.x * 2), round(place.x * 2) + 1


def _pitch(game: Patience, columns: int | None) -> int:
    """Return the widest pitch at which the last pile fits, or else the narrowest."""
    last = max(place.x for place in game.places)
    fitting = (one for one in PITCHES if columns is None or round(last * one) + WIDTH <= columns)
    return next(fitting, PITCHES[-1])


def _edge(game: Patience, columns: int | None, pitch: int) -> float:
    """Return how far a fan at the end of a row may reach, in cards."""
    edge = max(place.x for place in game.places) + 4
    return edge if columns is None else min(edge, columns / pitch)


def _room(place: Place, row: Sequence[Place], edge: float, pitch: int) -> int:
    """Return how many columns a pile can use before the next one."""
    return int(
        (min([other.x for other in row if other.x > place.x], default=edge) - place.x) * pitch
    )


def _pile(
    canvas: _Canvas,
    zone: Zone,
    name: str,
    place: Place,
    top: int,
    room: int,
    pitch: int,
    view: Mapping[str, Mapping[str, Sequence[str]]],
    colour: bool,
) -> int:
    """Draw one pile, and return its height in rows."""
    cards, column = view["piles"][name], round(place.x * pitch)
    counted = f"{name}:{len(cards)}"
    label = counted if zone.fan == "none" and len(cards) > 1 and len(counted) < pitch else name
    canvas.put(top, column, label, len(label))
    if zone.fan == "down" and cards:
        for row, card in enumerate(cards, 1):
            canvas.put(top + row, column, face(card, colour=colour), WIDTH)
        return len(cards) + 2
    shown = cards[-1:]
    if zone.fan == "right" and cards:
        fits = max(1, room // WIDTH - 1)
        shown = cards[-min(zone.shown or fits, fits) :]
    text = "".join(face(card, colour=colour) for card in shown) if shown else EMPTY
    canvas.put(top + 1, column, text, WIDTH * max(1, len(shown)))
    return 3
