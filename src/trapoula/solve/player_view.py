"""Where a game stands and what is known of it: tables that count as the same place, unseen cards dealt anew,
and the ring of a stock that costs nothing to turn.
"""

from collections.abc import Set
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Self

from trapoula.core.cards import HIDDEN, Card
from trapoula.core.deals import SplitMix
from trapoula.patience import Action, Patience, Table, Turn
from trapoula.solve.proofs.declaration import turn_of
from trapoula.solve.proofs.turning import Turning


@dataclass(frozen=True, slots=True)
class Ring:
    """The move that turns it, and its two piles; what lies in them keeps its order."""

    turning: Turn
    stock: int
    waste: int

    @classmethod
    def of(cls, game: Patience) -> Self | None:
        """The ring of a game, where it is proved that turning loses nothing and comes to no end."""
        if Turning.claim.unmet(game) is not None or not Turning.of(game).free:
            return None
        turn = turn_of(game)
        (stock,), (waste,) = game.where(turn.at), game.where(turn.to)
        return cls(turn, stock, waste)

    def turn(self, game: Patience, table: Table) -> Action | None:
        """The turn as it can be made on a table."""
        return next(self.turning.offers(game, table), None)

    def put_back(self, piles: list[bytes]) -> None:
        """Lay the waste under the stock, as if nothing had been turned: all turns lie alike then."""
        turned = bytes(card | HIDDEN for card in reversed(piles[self.waste]))
        piles[self.stock], piles[self.waste] = piles[self.stock] + turned, b""

    def shows_unseen(self, table: Table, seen: frozenset[Card]) -> bool:
        """Whether the next turn shows a card that nobody has seen."""
        cards = table.piles[self.stock][-self.turning.by :]
        return any(card & ~HIDDEN not in seen for card in cards)


UNKNOWN = 255  # in place of a card that nobody has seen
BACKS = bytes(range(HIDDEN, 2 * HIDDEN))  # every card that lies face down


def table_key(
    game: Patience, table: Table, seen: Set[Card] | None = None, ring: Ring | None = None
) -> bytes:
    """How a table lies, in few bytes, however it came to; cells are as good as each other.

    With what a player has `seen` by then, cards that lie face down unknown are all alike: the same table is
    another place once more of it is known. With the `ring` of the stock it is one place however far that is
    turned.
    """
    piles = list(table.piles)
    if seen is not None:
        alike = _alike(frozenset(seen))
        piles = [pile.translate(alike) for pile in piles]
    if ring is not None:
        ring.put_back(piles)
    if cells := [at for at, zone in enumerate(game.zone) if zone.kind == "cell"]:
        for at, pile in zip(cells, sorted(piles[at] for at in cells), strict=True):
            piles[at] = pile
    sizes = bytes(map(len, piles))
    return blake2b(
        b"".join((table.phase.to_bytes(4, "big"), sizes, *piles)), digest_size=8
    ).digest()


def count_unseen(table: Table, seen: frozenset[Card]) -> int:
    """How many cards lie face down unknown."""
    return b"".join(table.piles).translate(_alike(seen)).count(UNKNOWN)


@lru_cache(256)
def _alike(seen: frozenset[Card]) -> bytes:
    """Which byte stands for each: one for all cards that lie face down and were not seen."""
    return bytes(
        UNKNOWN if byte in BACKS and byte - HIDDEN not in seen else byte for byte in range(256)
    )


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
