"""Where a game stands: tables that count as the same place, and how much of them is unknown."""

from collections.abc import Set
from functools import lru_cache
from hashlib import blake2b

from trapoula.cards import HIDDEN, Card
from trapoula.patience import Patience, Table
from trapoula.solve.lines.free_stock import Ring

UNKNOWN = 255  # in place of a card that nobody has seen
BACKS = bytes(range(HIDDEN, 2 * HIDDEN))  # every card that lies face down


def place(
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
        ring.closed(piles)
    if cells := [at for at, zone in enumerate(game.zone) if zone.kind == "cell"]:
        for at, pile in zip(cells, sorted(piles[at] for at in cells), strict=True):
            piles[at] = pile
    sizes = bytes(map(len, piles))
    return blake2b(
        b"".join((table.phase.to_bytes(4, "big"), sizes, *piles)), digest_size=8
    ).digest()


def dark(table: Table, seen: frozenset[Card]) -> int:
    """How many cards lie face down unknown."""
    return b"".join(table.piles).translate(_alike(seen)).count(UNKNOWN)


@lru_cache(256)
def _alike(seen: frozenset[Card]) -> bytes:
    """Which byte stands for each: one for all cards that lie face down and were not seen."""
    return bytes(
        UNKNOWN if byte in BACKS and byte - HIDDEN not in seen else byte for byte in range(256)
    )
