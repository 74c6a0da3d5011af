"""Hands of poker laid out in a picture, and what they are worth by the British table of points."""

from collections import Counter
from dataclasses import dataclass
from functools import cache

from trapoula.core.cards import ACE, KING, TEN, Pile, rank, suit
from trapoula.core.errors import Phrase
from trapoula.core.game import Line
from trapoula.patience import Patience, Table
from trapoula.patience.picture import read_picture

_STRAIGHT_FLUSH, _STRAIGHT, _FLUSH = 30, 12, 5
_GROUPS = {  # by how many cards are of one rank, of the next, and so on
    (4, 1): 16,
    (3, 2): 10,
    (3, 1, 1): 6,
    (2, 2, 1): 3,
    (2, 1, 1, 1): 1,
    (1, 1, 1, 1, 1): 0,
}
_NAMES = {  # by the points, for no two hands are worth the same
    _STRAIGHT_FLUSH: Phrase("Straight flush"),
    16: Phrase("Four of a kind"),
    _STRAIGHT: Phrase("Straight"),
    10: Phrase("Full house"),
    6: Phrase("Three of a kind"),
    _FLUSH: Phrase("Flush"),
    3: Phrase("Two pairs"),
    1: Phrase("Pair"),
    0: Phrase("Nothing"),
}
_RUNS = [{*range(low, low + 5)} for low in range(ACE, TEN)] + [{ACE, *range(TEN, KING + 1)}]
_LUCK = 0.4  # that a card which a hand wants comes in time


def worth(hand: Pile) -> int:
    """The points for five cards."""
    flush = len(set(map(suit, hand))) == 1
    if _straight(hand):
        return _STRAIGHT_FLUSH if flush else _STRAIGHT
    if flush:
        return _FLUSH
    groups = Counter(map(rank, hand)).most_common()
    return _GROUPS[tuple(cards for _, cards in groups)]


def _straight(hand: Pile) -> bool:
    """Whether the ranks follow one another; an ace goes below a two or above a king."""
    ranks = sorted(map(rank, hand))
    if ranks[:2] == [ACE, TEN]:
        ranks = [*ranks[1:], KING + 1]
    return ranks == list(range(ranks[0], ranks[0] + 5))


def promise(hand: Pile) -> float:
    """What a hand that is not full may come to: the best its cards allow, each one missing a risk."""
    ranks, missing = Counter(map(rank, hand)), 5 - len(hand)
    groups = [*sorted(ranks.values(), reverse=True), *[1] * missing]
    made = float(_GROUPS[tuple(groups)])
    if max(ranks.values(), default=1) == 1 and any(ranks.keys() <= run for run in _RUNS):
        made = max(made, _STRAIGHT * _LUCK**missing)
    if len(set(map(suit, hand))) == 1:
        made += _FLUSH * _LUCK**missing
    return made


@cache
def _lines(picture: str, letter: str) -> tuple[tuple[int, ...], ...]:
    """Every five places of a zone that lie in line: along, down, or slanting either way."""
    places = {
        (place.x, place.line): at
        for at, place in enumerate(read_picture(picture))
        if place.letter == letter
    }
    lines = (
        [(x + dx * n, y + dy * n) for n in range(5)]
        for x, y in places
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
    )
    return tuple(tuple(places[at] for at in line) for line in lines if places.keys() >= set(line))


@dataclass(frozen=True, slots=True)
class Hands:
    """What the lines of five that are full are worth together."""

    zone: str

    def of(self, game: Patience, table: Table) -> int:
        """Each line as a hand of poker."""
        return sum(worth(hand) for hand in self._hands(game, table) if len(hand) == 5)

    def promise(self, game: Patience, table: Table) -> float:
        """Each line as the hand that it may become."""
        return sum(map(promise, self._hands(game, table)))

    def lines(self, game: Patience, table: Table) -> list[Line]:
        """The hands that are full: their names, where they lie, and their points."""
        found = []
        for line, hand in zip(
            _lines(game.picture, self.zone), self._hands(game, table), strict=True
        ):
            if len(hand) == 5:
                ends = {"first": game.names[line[0]], "last": game.names[line[-1]]}
                found.append(Line(Phrase(_NAMES[worth(hand)].message, **ends), (worth(hand),)))
        return found

    def _hands(self, game: Patience, table: Table) -> list[Pile]:
        lines = _lines(game.picture, self.zone)
        return [b"".join(table.piles[at] for at in line) for line in lines]
