"""The layout of a patience's cards on a character screen."""

from collections.abc import Sequence
from typing import NamedTuple

from trapoula.patience import Patience
from trapoula.patience.lifts import TOP
from trapoula.patience.picture import Place
from trapoula.patience.zones import Zone

TEXT = 3  # columns for rank and suit: the visible part of a covered card
SPREAD = TEXT + 1  # columns between the cards of a fan to the right


class Size(NamedTuple):
    """The size of a card. With the gap beside it, half a card is a whole number of columns."""

    width: int
    height: int
    gap: int  # rows between two lines of the picture

    @property
    def pitch(self) -> int:
        """Columns from one card to the next."""
        return self.width + 1


SIZES = (
    Size(7, 4, 1),
    Size(5, 3, 1),
    Size(5, 3, 0),
    Size(3, 2, 0),
)  # the largest that fits is used


class Spot(NamedTuple):
    """A card on the screen, or the place of an empty pile."""

    pile: int
    size: int  # how many cards from this one to the top; 0 for an empty pile
    face: str  # the card's text in the view; empty for an empty pile
    column: int
    row: int
    width: int
    height: int
    heap: int = 1  # how many squared-up cards are here

    def holds(self, column: int, row: int) -> bool:
        """Return whether a point of the screen is inside."""
        across = self.column <= column < self.column + self.width
        return across and self.row <= row < self.row + self.height


class Spread(NamedTuple):
    """All visible cards, covered ones first."""

    spots: tuple[Spot, ...]
    columns: int
    rows: int

    def at(self, column: int, row: int) -> Spot | None:
        """Return the card visible at a point."""
        return next((spot for spot in reversed(self.spots) if spot.holds(column, row)), None)

    def top(self, pile: int) -> Spot:
        """Return the top card of a pile, or its empty place."""
        return next(spot for spot in reversed(self.spots) if spot.pile == pile)


def fitted(
    game: Patience, piles: Sequence[Sequence[str]], columns: int, rows: int
) -> tuple[Spread, Size]:
    """Lay out the table in the largest size that fits, or else the smallest."""
    for size in SIZES[:-1]:
        spread = laid(game, piles, size)
        if spread.columns <= columns and spread.rows <= rows:
            return spread, size
    return laid(game, piles, SIZES[-1]), SIZES[-1]


def laid(game: Patience, piles: Sequence[Sequence[str]], size: Size) -> Spread:
    """Lay out every pile as in the picture; what is below a long column moves down."""
    spots: list[Spot] = []
    bottoms = dict.fromkeys(range(2 * len(game.picture)), 0)
    apart = game.pitch >= 1
    step = size.height + size.gap if apart else max(1, round(game.pitch * size.height))
    top = -step
    for line in sorted({place.line for place in game.places}):
        row_of = [(at, place) for at, place in enumerate(game.places) if place.line == line]
        top = max(top + step, *(bottoms[half] for _, place in row_of for half in _halves(place)))
        for at, place in row_of:
            room = _room(place, [other for _, other in row_of], size)
            own = _pile(
                at, game.zone[at], piles[at], (round(place.x * size.pitch), top), size, room
            )
            spots += own
            bottom = max(spot.row + spot.height for spot in own)
            for half in _halves(place):
                bottoms[half] = bottom + size.gap if len(own) > 1 else top + step
    right = max(spot.column + spot.width for spot in spots)
    return Spread(tuple(spots), right, max(spot.row + spot.height for spot in spots))


def _halves(place: Place) -> tuple[int, int]:
    return round(place.x * 2), round(place.x * 2) + 1


def _room(place: Place, row: Sequence[Place], size: Size) -> int:
    """Return how many columns a pile can use before the next one."""
    beyond = [other.x for other in row if other.x > place.x]
    return int((min(beyond, default=place.x + 8) - place.x) * size.pitch)


def _pile(
    pile: int, zone: Zone, cards: Sequence[str], corner: tuple[int, int], size: Size, room: int
) -> list[Spot]:
    column, row = corner
    if not cards:
        return [Spot(pile, 0, "", column, row, size.width, size.height)]
    if zone.fan == "none":
        return [Spot(pile, 1, cards[-1], column, row, size.width, size.height, len(cards))]
    shown = min(zone.shown or len(cards), len(cards))
    fits = max(1, (room - size.width) // SPREAD + 1)
    down, right = (1, 0) if zone.fan == "down" else (0, SPREAD)
    if right and shown > fits and zone.lift not in (None, TOP):
        down, right = 1, 0  # all cards must be visible if some can be lifted from the middle
    elif right:
        shown = min(shown, fits)
    beneath = len(cards) - shown
    return [
        Spot(
            pile,
            shown - at,
            card,
            column + right * at,
            row + down * at,
            size.width,
            size.height,
            1 + beneath * (not at),
        )
        for at, card in enumerate(cards[beneath:])
    ]
