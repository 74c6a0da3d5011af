"""What a player cannot see, dealt anew: a table to reason with that tells no secret."""

from collections.abc import Set

from trapoula.cards import HIDDEN, Card
from trapoula.deals import SplitMix
from trapoula.patience import Action, Patience, Table


def unseen(state: Table, seen: Set[Card] = frozenset()) -> list[Card]:
    """The cards of which a player knows no place: those face down, but for what was seen before."""
    return sorted(
        card & ~HIDDEN
        for pile in state.piles
        for card in pile
        if card & HIDDEN and card & ~HIDDEN not in seen
    )


def redealt(state: Table, seed: int, seen: Set[Card] = frozenset()) -> Table:
    """A table that looks the same: the cards of which no place is known are dealt anew in their places."""
    cards = unseen(state, seen)
    if not cards:
        return state
    dealt = iter(SplitMix(seed * 1009 + len(cards)).shuffled(cards))
    piles = (
        bytes(
            next(dealt) | HIDDEN if card & HIDDEN and card & ~HIDDEN not in seen else card
            for card in pile
        )
        for pile in state.piles
    )
    return state._replace(piles=tuple(piles))


def outlook(game: Patience, state: Table, action: Action) -> Table | None:
    """What an action comes to on a table that looks the same; None when a hidden card decides even that."""
    table = redealt(state, 1)
    return game.play(table, action) if game.allows(table, action) else None
