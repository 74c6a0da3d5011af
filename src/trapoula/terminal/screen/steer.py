"""Cursor movement: find the nearest card in the direction of an arrow."""

from collections.abc import Iterable

from trapoula.terminal.screen.spread import Spot

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
ASIDE = 3  # one column aside counts as much as three ahead
TALL = 2  # a row is about twice as high as a column is wide


def beyond(spots: Iterable[Spot], here: Spot, arrow: str) -> Spot:
    """Return the card that an arrow leads to, or the current one if there is none."""
    dx, dy = ARROWS[arrow]
    ways: list[tuple[int, Spot]] = []
    for spot in spots:
        across, down = spot.column - here.column, TALL * (spot.row - here.row)
        straight, aside = (across * dx, abs(down)) if dx else (down * dy, abs(across))
        if straight > 0:
            ways.append((straight + ASIDE * aside, spot))
    return min(ways, key=lambda way: way[0])[1] if ways else here
