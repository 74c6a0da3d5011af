"""What a move does for the player, told by what can be seen before it."""

from typing import TypeAlias

from trapoula.core.cards import HIDDEN, Card
from trapoula.patience import CARRY, PAIR, Action, Patience, Table
from trapoula.solve.player_view import outlook

MESSAGES = {  # in the order of preference
    "home": "brings {card:the} home",
    "away": "takes {card:the} away",
    "turns": "turns a card up",
    "frees": "frees {card:the}",
    "waste": "plays {card:the}",
    "empties": "empties a pile",
    "packs": "packs {card:the} in order",
    "place": "puts {card:the} in its place",
    "stock": "brings new cards",
    "parks": "parks {card:the}",
    "uncovers": "uncovers {card:the}",
    "again": "goes through the cards again",
    "shuffles": "shuffles what is left",
    "back": "takes {card:the} back into play",
    "only": "is what can be done",
}
RANK = {code: rank for rank, code in enumerate(MESSAGES)}
IDLE = frozenset({"uncovers", "back", "only"})  # by themselves these lead nowhere
# what brings a card home or away, or new ones to light
GAINFUL = frozenset({"home", "away", "turns", "frees", "stock", "place", "shuffles"})
FEW = 8  # cards that a place takes, when it is the place of those

Reason: TypeAlias = tuple[str, Card]  # a code of the messages, and the card it is told of


def reason(game: Patience, state: Table, action: Action) -> Reason:
    """Why one might do an action."""
    if action.verb == CARRY:
        return _of_carry(game, state, action)
    top = state.piles[action.source][-1:] if action.source >= 0 else b""
    if action.verb == PAIR:
        return "away", top[0]
    return _of_tap(game, state, action, top[0] if top and not top[0] & HIDDEN else None)


def _of_carry(game: Patience, state: Table, action: Action) -> Reason:
    source, onto = state.piles[action.source], state.piles[action.target]
    card, left = source[-action.size], source[: -action.size]
    here, there = game.zone[action.source].kind, game.zone[action.target].kind
    if here == "foundation":
        return "back", card
    if there == "foundation":
        return "home", card
    if there == "waste":
        return "away", card
    if left and left[-1] & HIDDEN:
        return "turns", card
    if left and _goes_home(game, state, left[-1]):
        return "frees", left[-1]
    if here in ("waste", "reserve", "cell") and there == "column":
        return "waste", card
    if there == "cell":
        return "parks", card
    if onto and not left:
        return "empties", card
    if onto and not onto[-1] & HIDDEN and not _joins(game, state, action.source, card):
        return "packs", card
    if not onto and game.takes(state, action.target).bit_count() <= FEW:
        return ("place", card) if left or not _alike(game, action) else ("only", card)
    return ("uncovers", left[-1]) if left else ("only", card)


def _of_tap(game: Patience, state: Table, action: Action, top: Card | None) -> Reason:
    """By what it comes to on a table that looks the same."""
    after = outlook(game, state, action)
    if after is None:
        return "stock", 0
    if after.loose:
        return "shuffles", 0
    if top is not None and len(after.gone) > len(state.gone):
        return "away", top
    if _in_stock(game, after) < _in_stock(game, state):
        return "stock", 0
    changed = sum(old != new for old, new in zip(state.piles, after.piles, strict=True))
    return ("again" if changed > 1 else "only"), 0


def _in_stock(game: Patience, state: Table) -> int:
    return sum(
        len(pile) for zone, pile in zip(game.zone, state.piles, strict=True) if zone.kind == "stock"
    )


def _alike(game: Patience, action: Action) -> bool:
    """Whether an action goes from a pile to one of the same sort, in no certain place of the picture."""
    zone = game.zone[action.source]
    return zone == game.zone[action.target] and zone.room > 1


def _joins(game: Patience, state: Table, at: int, card: Card) -> bool:
    """Whether a card lies in order already."""
    lower = state.put((at, state.piles[at][: state.piles[at].index(card)]))
    return bool(lower.piles[at]) and bool(game.takes(lower, at) >> card & 1)


def _goes_home(game: Patience, state: Table, card: Card) -> bool:
    """Whether a card may go home by itself; where whole suits go, none does."""
    return not card & HIDDEN and any(
        zone.kind == "foundation" and 1 in zone.batch and game.takes(state, at) >> card & 1
        for at, zone in enumerate(game.zone)
    )
