"""What a player cannot see, dealt anew: a table to reason with that tells no secret."""

from trapoula.cards import HIDDEN
from trapoula.deals import SplitMix
from trapoula.patience import Table


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
