"""What is seen at tables, by its names: the hand of the seat that looks, and whatever lies open."""

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict, cast

from trapoula.core.cards import Card, Pile
from trapoula.core.game import Seat, View


class Common(TypedDict):
    """What everybody sees at any table game."""

    scene: str  # how it is drawn
    turn: Seat | None
    phase: str
    hands: list[int]  # how many cards each seat holds


class Own(TypedDict):
    """What one seat sees and the others do not."""

    seat: Seat | None  # None: one who has no seat, and sees no hand
    hand: list[Card] | None


class Seen(Common, Own):
    """The part of a view that no table game does without."""


class RowSeen(TypedDict):
    """What is seen of a row."""

    top: Card
    count: int
    rising: bool
    cards: NotRequired[list[Card]]  # where rows are spread out


class Laid(TypedDict):
    """A card of this turn."""

    card: Card
    row: str


class Said(TypedDict):
    """What stands of what was said."""

    seat: Seat
    about: str
    word: str


class RowsCommon(Common):
    """A table of rows that rise and fall, as everybody sees it."""

    rows: dict[str, RowSeen]
    full: int  # cards in a full hand
    minimum: int
    fire: bool
    pile: int
    left: int
    laid: int
    lays: list[Laid]
    required: int  # cards that this turn still needs
    fires: dict[str, str]  # the burning rows, and when they are to be covered
    said: list[str]  # about beginning
    signals: list[Said]
    open: list[str]  # the rows that may be laid on
    commands: dict[str, str]  # that are visible, by row, in editions that have them
    carriers: dict[str, list[Card]]  # the cards of each command


class RowsOwn(Own):
    """What one seat sees at such a table."""

    dooms: dict[str, str]  # actions that lose at once, with the rule that they break


class RowsView(RowsCommon, RowsOwn):
    """A table of rows that rise and fall, as one seat sees it."""


class Points(TypedDict):
    """The points of one player in one round, with their parts."""

    plus: int
    minus: int
    toads: int
    total: int


class RowCommon(Common):
    """A table with one row that is twisted away, as everybody sees it."""

    row: list[Card]
    pile: int
    twisted: list[list[Card]]
    taken: list[int]
    dealer: Seat
    round: int
    of: int
    professional: bool
    carriers: dict[str, list[Card]]  # the cards that are worth a word
    rounds: list[list[Points]]
    totals: list[int]
    standing: list[int]  # the points so far, as everybody can count them: taken toads lie face down


class RowView(RowCommon, Own):
    """A table with one row that is twisted away, as one seat sees it."""


class PileSeen(TypedDict):
    """What is seen of a pile."""

    count: int
    top: Card | None  # of an open pile


class SheetCommon(Common):
    """A table with a sheet of boxes for each seat, as everybody sees it."""

    piles: dict[str, PileSeen]
    discards: list[Card]
    gone: list[Card]
    leaving: list[Card]
    sheet: list[int]
    crossed: list[list[int]]
    turns: int
    limit: int


class SheetView(SheetCommon, Own):
    """A table with a sheet of boxes for each seat, as one seat sees it."""


class PlaceSeen(TypedDict):
    """What lies at a place; a game may add what its words need."""

    kind: str  # one of those that `_places.py` lists
    count: int
    cards: NotRequired[list[Card]]  # that are shown
    seen: NotRequired[list[Card]]  # that everybody has seen there
    seat: NotRequired[Seat]  # whose it is
    seats: NotRequired[list[Seat]]  # who played each card of a trick
    bid: NotRequired[int | str]


class PlacesCommon(Common):
    """A table made of places, as everybody sees it: enough for any game that needs no picture of its own."""

    places: dict[str, PlaceSeen]
    scores: NotRequired[list[int]]  # by seat


class PlacesView(PlacesCommon, Own):
    """A table made of places, as games of one's own are, as one seat sees it."""


SCENES: dict[str, frozenset[str]] = {  # what each scene draws, by its name
    "rows": RowsView.__required_keys__,
    "strip": RowView.__required_keys__,
    "sheet": SheetView.__required_keys__,
    "places": PlacesView.__required_keys__,
}


def seen_by_all(scene: str, hands: Sequence[Pile], turn: Seat | None, phase: str) -> Common:
    """What everybody sees of hands and turns."""
    return {"scene": scene, "turn": turn, "phase": phase, "hands": [len(hand) for hand in hands]}


def seen_from(seat: Seat | None, hands: Sequence[Pile]) -> Own:
    """What a seat sees of hands; one who has no seat sees none."""
    own = seat if seat is not None and seat in range(len(hands)) else None
    return {"seat": own, "hand": None if own is None else list(hands[own])}


def sent(view: Mapping[str, Any], **secrets: Sequence[Pile] | Pile) -> View:
    """A view as it is sent: plain values, with the secrets of the table for one who studies it."""
    plain = cast(View, dict(view))  # a typed dictionary holds nothing but what can be sent
    if secrets:
        plain["secret"] = {name: spread(cards) for name, cards in secrets.items()}
    return plain


def spread(piles: Sequence[Pile] | Pile) -> list[Any]:
    """Piles with all their cards, or the cards of one."""
    return [pile if isinstance(pile, int) else list(pile) for pile in piles]
