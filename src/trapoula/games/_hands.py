"""What five cards are worth as a hand of poker, by the British table of points."""

from collections import Counter

from trapoula.cards import ACE, KING, TEN, Pile, rank, suit

_GROUPS = {  # how many cards of equal rank there are, the most first
    (4, 1): 16,
    (3, 2): 10,
    (3, 1, 1): 6,
    (2, 2, 1): 3,
    (2, 1, 1, 1): 1,
    (1, 1, 1, 1, 1): 0,
}
_STRAIGHT_FLUSH, _STRAIGHT, _FLUSH = 30, 12, 5


def worth(hand: Pile) -> int:
    """The points of the best thing that the hand is."""
    straight, flush = _straight(hand), len(set(map(suit, hand))) == 1
    if straight and flush:
        return _STRAIGHT_FLUSH
    if straight:
        return _STRAIGHT
    if flush:
        return _FLUSH
    groups = Counter(map(rank, hand)).most_common()
    return _GROUPS[tuple(count for _, count in groups)]


def _straight(hand: Pile) -> bool:
    """Whether the ranks follow one another; an ace is below a two or above a king."""
    ranks = sorted(map(rank, hand))
    if ranks[0] == ACE and ranks[1] == TEN:
        ranks = [*ranks[1:], KING + 1]
    return all(rank - ranks[0] == steps for steps, rank in enumerate(ranks))
