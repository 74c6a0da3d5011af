"""What a player cannot see, dealt anew: a table to reason with that tells no secret."""

from trapoula.cards import HIDDEN
from trapoula.deals import SplitMix
from trapoula.patience import Action, Patience, Table


def redealt(state: Table, seed: int) -> Table:
    """A table that looks the same: the cards that lie face down are dealt anew in their places."""
    unseen = sorted(card & ~HIDDEN for pile in state.piles for card in pile if card & HIDDEN)
    if not unseen:
        return state
    dealt = iter(SplitMix(seed * 1009 + len(unseen)).shuffled(unseen))
    piles = (
        bytes(next(dealt) | HIDDEN if card & HIDDEN else card for card in pile)
        for pile in state.piles
    )
    return state._replace(piles=tuple(piles))


def outlook(game: Patience, state: Table, action: Action) -> Table | None:
    """What an action comes to on a table that looks the same; None when a hidden card decides even that."""
    table = redealt(state, 1)
    return game.play(table, action) if game.allows(table, action) else None
