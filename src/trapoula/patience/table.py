"""The state of a patience: everything that undo must restore, and nothing else."""

from collections.abc import Collection, Iterable, Iterator
from itertools import permutations
from typing import NamedTuple

from trapoula.core.cards import Pile

NOWHERE = -1  # stands for no pile in an action
ENDLESS = 999  # more cards than any game has


class Table(NamedTuple):
    """The piles in the picture's reading order, and what the piles do not show."""

    piles: tuple[Pile, ...]
    gone: Pile = b""  # cards out of play, in the order they left
    loose: Pile = b""  # cards waiting for chance to shuffle them
    turned: int = 0  # how often the stock was turned over or dealt again
    phase: int = 0  # the part of the game, if it has several
    tally: int = 0  # the part of the score that the piles do not show

    def put(self, *changes: tuple[int, Pile]) -> "Table":
        """Return the table with some piles replaced; for a pile named twice, the last value counts."""
        piles = list(self.piles)
        for at, pile in changes:
            piles[at] = pile
        return self.laid(piles)

    def laid(self, piles: Iterable[Pile]) -> "Table":
        """Return the table with all its piles replaced."""
        # the constructor and tail unpacking are each half as slow again
        return tuple.__new__(Table, (tuple(piles),) + self[1:])  # noqa: RUF005

    def away(self, ats: Iterable[int], count: int = 1) -> "Table":
        """Return the table after the top cards of some piles leave play, one pile after another."""
        piles, gone = list(self.piles), self.gone
        for at in ats:
            gone += piles[at][-count:]
            piles[at] = piles[at][:-count]
        return self._replace(piles=tuple(piles), gone=gone)


class Action(NamedTuple):
    """One action: carry cards between piles, pair two, tap one, or a verb alone."""

    verb: str
    source: int = NOWHERE
    target: int = NOWHERE
    size: int = 1  # how many cards
    order: Pile = b""  # the order of the shuffled cards


CARRY, PAIR, SHUFFLE = "carry", "pair", "shuffle"  # the verbs with a text form of their own


class Orders(Collection[Action]):
    """Every order of some cards, the legal actions of chance: too many to list, quick to test."""

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
        return 1  # there is at least one; the true number is often too large for len()
