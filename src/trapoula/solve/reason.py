"""What a move does for the player, told by the cards that lie face up before it."""

from typing import TypeAlias

from trapoula.cards import HIDDEN, Card
from trapoula.patience import CARRY, PAIR, Action, Patience, Table

MESSAGES = {  # in the order of preference
    "home": "brings {card:the} home",
    "away": "takes {card:the} away",
    "turns": "turns a card up",
    "frees": "frees {card:the}",
    "waste": "plays {card:the}",
    "empties": "empties a pile",
    "packs": "packs {card:the} in order",
    "stock": "brings new cards",
    "parks": "parks {card:the}",
    "only": "is what can be done",
}
RANK = {code: rank for rank, code in enumerate(MESSAGES)}

Reason: TypeAlias = tuple[str, Card]  # a code of the messages, and the card it is told of


def reason(game: Patience, state: Table, action: Action) -> Reason:
    """Why one might do an action."""
    if action.verb not in (CARRY, PAIR):
        pile = state.piles[action.source] if action.source >= 0 else b""
        if pile and not pile[-1] & HIDDEN and game.zone[action.source].kind != "stock":
            return "away", pile[-1]
        return "stock", 0
    source, size = state.piles[action.source], action.size
    card, left = source[-size], source[:-size]
    kinds = game.zone[action.source].kind, game.zone[action.target].kind
    if action.verb == PAIR:
        return "away", card
    if kinds[0] == "foundation":
        return "only", card
    if kinds[1] == "foundation" or kinds[1] == "waste":
        return "home" if kinds[1] == "foundation" else "away", card
    if left and left[-1] & HIDDEN:
        return "turns", card
    if left and _goes_home(game, state, left[-1]):
        return "frees", left[-1]
    if kinds[0] in ("waste", "reserve", "cell") and kinds[1] == "column":
        return "waste", card
    if kinds[1] == "cell":
        return "parks", card
    if not left and state.piles[action.target]:
        return "empties", card
    if left and state.piles[action.target]:
        onto = state.piles[action.target][-1]
        if not _joins(game, state, action.source, card) and not onto & HIDDEN:
            return "packs", card
    return "only", card


def _joins(game: Patience, state: Table, at: int, card: Card) -> bool:
    """Whether a card lies in order already."""
    lower = state.put((at, state.piles[at][: state.piles[at].index(card)]))
    return bool(lower.piles[at]) and bool(game.takes(lower, at) >> card & 1)


def _goes_home(game: Patience, state: Table, card: Card) -> bool:
    return not card & HIDDEN and any(
        zone.kind == "foundation" and game.takes(state, at) >> card & 1
        for at, zone in enumerate(game.zone)
    )
