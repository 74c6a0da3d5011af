"""Which moves start at a card, and where they end."""

from collections.abc import Iterable, Sequence

from trapoula.patience import CARRY, PAIR, Action, Patience
from trapoula.terminal.screen.spread import Spot


def lifting(game: Patience, offers: Iterable[Action], spot: Spot) -> dict[int, Action]:
    """Return the moves that pick up this card, by target pile."""
    found: dict[int, Action] = {}
    squared = game.zone[spot.pile].fan == "none"
    for action in offers:
        if action.verb == PAIR and spot.pile in (action.source, action.target):
            found[action.source + action.target - spot.pile] = action
        elif (
            action.verb == CARRY
            and action.source == spot.pile
            and (action.size == spot.size or (squared and action.target not in found))
        ):
            found[action.target] = action
    return found


def tapping(game: Patience, offers: Iterable[Action], spot: Spot) -> Action | None:
    """Return the move of a tap on this pile."""
    for action in offers:
        taps = game.taps.get(action.verb, ())
        if spot.pile in taps and (len(taps) == 1 or action.source == spot.pile) and spot.size < 2:
            return action
    return None


def dealing(game: Patience, offers: Sequence[Action]) -> Action | None:
    """Return the move that deals: a tap on the stock, or one without a pile."""
    taps = [action for action in offers if action.verb in game.taps]
    stocks = [at for at, zone in enumerate(game.zone) if zone.kind == "stock"]
    for action in taps:
        own = game.taps[action.verb]
        if any(at in own for at in stocks) and (len(own) == 1 or action.source in stocks):
            return action
    return next((action for action in taps if not game.taps[action.verb]), None)
