"""The table as it lies: everything that undo must restore, and nothing else."""

from collections.abc import Collection, Iterable, Iterator
from itertools import permutations
from typing import NamedTuple

from trapoula.core.cards import Pile

NOWHERE = -1  # in place of a pile, where an action has none
ENDLESS = 999  # more cards than any game has


class Table(NamedTuple):
    """The piles in the picture's reading order, and what cannot be read off them."""

    piles: tuple[Pile, ...]
    gone: Pile = b""  # cards out of play, in the order they left
    loose: Pile = b""  # cards in the hands of chance, waiting to be shuffled
    turned: int = 0  # how often the stock was turned over or dealt again
    phase: int = 0  # which part of the game this is, for games that have parts
    tally: int = 0  # the score that the piles do not tell

    def put(self, *changes: tuple[int, Pile]) -> "Table":
        """The table with some piles replaced; a pile named twice has its last value."""
        piles = list(self.piles)
        for at, pile in changes:
            piles[at] = pile
        return self.laid(piles)

    def laid(self, piles: Iterable[Pile]) -> "Table":
        """The table with all its piles replaced."""
        # the constructor takes half as long again, and so does an unpacked tail
        return tuple.__new__(Table, (tuple(piles),) + self[1:])  # noqa: RUF005

    def away(self, ats: Iterable[int], count: int = 1) -> "Table":
        """The table after the top cards of some piles have left play, one pile after another."""
        piles, gone = list(self.piles), self.gone
        for at in ats:
            gone += piles[at][-count:]
            piles[at] = piles[at][:-count]
        return self._replace(piles=tuple(piles), gone=gone)


class Action(NamedTuple):
    """One thing a player does: carry cards between piles, pair two, tap one, or plainly a verb."""

    verb: str
    source: int = NOWHERE
    target: int = NOWHERE
    size: int = 1  # how many cards
    order: Pile = b""  # the order that chance gave to cards


CARRY, PAIR, SHUFFLE = "carry", "pair", "shuffle"  # the verbs with a text form of their own


class Orders(Collection[Action]):
    """Every order of some cards: what chance may do. Too many to list, quickly recognised."""

    def __init__(self, cards: bytes) -> None:
        self._cards = cards

    def __contains__(self, action: object) -> bool:
        return (
            isinstance(action, Action)
            and action.verb == SHUFFLE
            and sorted(action.order) == sorted(self._cards)
        )

    def __iter__(self) -> Iterator[Action]:
        return (Action(SHUFFLE, order=bytes(order)) for order in permutations(self._cards))

    def __len__(self) -> int:
        return 1  # there is at least one; the true number rarely fits
