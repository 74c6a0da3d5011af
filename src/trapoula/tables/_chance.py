"""Chance at a table: it shuffles cards."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations

from trapoula.core.cards import Card, Pile


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The shuffled cards, the first on top."""

    order: Pile


class Orders(Collection[Shuffle]):
    """Every order of some cards, the legal actions of chance: too many to list, quick to test."""

    def __init__(self, cards: Pile) -> None:
        self._cards = cards

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Shuffle) and sorted(action.order) == sorted(self._cards)

    def __iter__(self) -> Iterator[Shuffle]:
        return (Shuffle(bytes(order)) for order in permutations(self._cards))

    def __len__(self) -> int:
        return 1  # there is at least one; the true number is often too large for len()


def write_order(verb: str, order: Pile) -> str:
    """Write a verb with the cards in order."""
    return " ".join((verb, *map(str, order)))


def read_order(verb: str, text: str, faces: Mapping[str, Card]) -> Shuffle | None:
    """Read the shuffled cards after a verb; None if the text is something else."""
    head, *words = text.split(" ")
    if head == verb and words and all(word in faces for word in words):
        return Shuffle(bytes(faces[word] for word in words))
    return None
