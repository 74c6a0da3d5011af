"""The views of table games, by field: the seat's own hand, and everything in the open."""

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict, cast

from trapoula.core.cards import Card, Pile
from trapoula.core.game import Seat, View


class Common(TypedDict):
    """The common part of every table view."""

    scene: str  # how to draw it
    turn: Seat | None
    phase: str
    hands: list[int]  # number of cards by seat


class Own(TypedDict):
    """The part of a view that differs by seat."""

    seat: Seat | None  # None for a spectator, who sees no hand
    hand: list[Card] | None


class Seen(Common, Own):
    """The fields of every table view."""


class RowSeen(TypedDict):
    """A row, as seen."""

    top: Card
    count: int
    rising: bool
    cards: NotRequired[list[Card]]  # if the rows are spread out


class Laid(TypedDict):
    """A card laid this turn."""

    card: Card
    row: str


class Said(TypedDict):
    """A current wish."""

    seat: Seat
    about: str
    word: str


class RowsCommon(Common):
    """The common view of rising and falling rows."""

    rows: dict[str, RowSeen]
    full: int  # cards in a full hand
    minimum: int
    fire: bool
    pile: int
    left: int
    laid: int
    lays: list[Laid]
    required: int  # cards that this turn still needs
    fires: dict[str, str]  # the burning rows, and when to cover them
    said: list[str]  # answers about beginning
    signals: list[Said]
    open: list[str]  # the rows that accept cards
    commands: dict[str, str]  # the visible commands by row, in editions with commands
    carriers: dict[str, list[Card]]  # the cards of each command


class RowsOwn(Own):
    """A seat's own part of that view."""

    dooms: dict[str, str]  # actions that lose at once, with the broken rule


class RowsView(RowsCommon, RowsOwn):
    """A seat's view of rising and falling rows."""


class Points(TypedDict):
    """A player's points in one round, by part."""

    plus: int
    minus: int
    toads: int
    total: int


class RowCommon(Common):
    """The common view of a single row from which cards are twisted away."""

    row: list[Card]
    pile: int
    twisted: list[list[Card]]
    taken: list[int]
    dealer: Seat
    round: int
    of: int
    professional: bool
    carriers: dict[str, list[Card]]  # the special cards, by kind
    rounds: list[list[Points]]
    totals: list[int]
    standing: list[int]  # the points so far that everybody can count; taken toads are face down


class RowView(RowCommon, Own):
    """A seat's view of a single row from which cards are twisted away."""


class PileSeen(TypedDict):
    """A pile, as seen."""

    count: int
    top: Card | None  # None if no card shows


class SheetCommon(Common):
    """The common view of score sheets."""

    piles: dict[str, PileSeen]
    discards: list[Card]
    gone: list[Card]
    leaving: list[Card]
    sheet: list[int]
    crossed: list[list[int]]
    turns: int
    limit: int


class SheetView(SheetCommon, Own):
    """A seat's view of score sheets."""


class PlaceSeen(TypedDict):
    """A place; a game may add facts for its words."""

    kind: str  # one of those in `_places.py`
    count: int
    cards: NotRequired[list[Card]]  # the visible ones
    seen: NotRequired[list[Card]]  # those that everybody has seen there
    seat: NotRequired[Seat]  # the owner
    seats: NotRequired[list[Seat]]  # the seat that played each card of a trick
    bid: NotRequired[int | str]


class PlacesCommon(Common):
    """The common view of a table made of places, for any game without its own picture."""

    places: dict[str, PlaceSeen]
    scores: NotRequired[list[int]]  # by seat


class PlacesView(PlacesCommon, Own):
    """A seat's view of a table made of places."""


SCENES: dict[str, frozenset[str]] = {  # the fields that each scene draws, by its name
    "rows": RowsView.__required_keys__,
    "strip": RowView.__required_keys__,
    "sheet": SheetView.__required_keys__,
    "places": PlacesView.__required_keys__,
}


def seen_by_all(scene: str, hands: Sequence[Pile], turn: Seat | None, phase: str) -> Common:
    """Return the common view of hands and turns."""
    return {"scene": scene, "turn": turn, "phase": phase, "hands": [len(hand) for hand in hands]}


def seen_from(seat: Seat | None, hands: Sequence[Pile]) -> Own:
    """Return a seat's own view of its hand; a spectator sees none."""
    own = seat if seat is not None and seat in range(len(hands)) else None
    return {"seat": own, "hand": None if own is None else list(hands[own])}


def sent(view: Mapping[str, Any], **secrets: Sequence[Pile] | Pile) -> View:
    """Return a view as plain data; `secrets` are for those who may see every card."""
    plain = cast(View, dict(view))  # a TypedDict holds only JSON values
    if secrets:
        plain["secret"] = {name: spread(cards) for name, cards in secrets.items()}
    return plain


def spread(piles: Sequence[Pile] | Pile) -> list[Any]:
    """Return piles as lists of cards, or one pile as a list."""
    return [pile if isinstance(pile, int) else list(pile) for pile in piles]
