"""Deal numbers: the same number gives the same deck on every machine, in every version.

For games with one pack, deals 1 to 1,000,000 are Microsoft FreeCell's: deal 617 here is deal 617
everywhere. Games that leave cards out of the pack leave them out of this order too. All other
numbers, and all games with more packs or with jokers, use the generator below.

The generator is SplitMix64. The state starts at the deal number. Each draw adds 0x9E3779B97F4A7C15
to it modulo 2^64 and scrambles the sum s:

    s = (s ^ s >> 30) * 0xBF58476D1CE4E5B9;  s = (s ^ s >> 27) * 0x94D049BB133111EB;  s ^ s >> 31

A number below n is a draw modulo n; draws of 2^64 - 2^64 % n and above are rejected. A shuffle
sorts the pack, then swaps each card at k, from the last down to the second, with the card at a
number below k + 1.

Later random events follow from the deck, so the same moves meet the same luck. A secret deck also
has a secret key for them: otherwise players who know the cards could predict the rest.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from trapoula.core.cards import ONE_DECK, Card, Deck
from trapoula.core.errors import BadDeal

LAST_MICROSOFT = 1_000_000
LAST = 10**12  # the largest deal number
_WORD = 1 << 64
_ONE_OF_EACH = frozenset(ONE_DECK)


@dataclass(frozen=True, slots=True)
class SecretDeck:
    """A deck dealt by chance, and the key that seeds the shuffles after it."""

    cards: Deck
    key: str


class SplitMix:
    """A random generator that gives the same numbers on every machine."""

    def __init__(self, seed: int) -> None:
        self._state = seed % _WORD

    def draw(self) -> int:
        """Return the next 64 bits."""
        self._state = s = (self._state + 0x9E3779B97F4A7C15) % _WORD
        s = (s ^ s >> 30) * 0xBF58476D1CE4E5B9 % _WORD
        s = (s ^ s >> 27) * 0x94D049BB133111EB % _WORD
        return s ^ s >> 31

    def below(self, n: int) -> int:
        """Return a uniform number from 0 to n - 1."""
        fair = _WORD - _WORD % n
        while (number := self.draw()) >= fair:
            pass
        return number % n

    def shuffled(self, cards: Sequence[Card]) -> Deck:
        """Return the cards shuffled; their order on input does not matter."""
        deck = sorted(cards)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)


def check_number(number: int) -> int:
    """Return the deal number if it is in range; raise `BadDeal` otherwise."""
    if not 1 <= number <= LAST:
        raise BadDeal(
            "There is no deal {number}: deals are numbered from 1 to {last:,}.",
            number=number,
            last=LAST,
        )
    return number


def deck(pack: Sequence[Card], number: int) -> Deck:
    """Return the deck of a deal number, first card dealt first."""
    check_number(number)
    if len(pack) <= len(ONE_DECK) and len(held := set(pack)) == len(pack) and held <= _ONE_OF_EACH:
        whole = (
            _microsoft(number) if number <= LAST_MICROSOFT else SplitMix(number).shuffled(ONE_DECK)
        )
        return whole if len(held) == len(whole) else tuple(card for card in whole if card in held)
    return SplitMix(number).shuffled(pack)


class SealedDice(SplitMix):
    """A generator nobody can predict without its key: SHA-256 of the key and two counters."""

    def __init__(self, key: str, count: int) -> None:
        self._key, self._count, self._drawn = key, count, 0

    def draw(self) -> int:
        """Return the next 64 bits."""
        self._drawn += 1
        told = f"{self._key} {self._count} {self._drawn}".encode()
        return int.from_bytes(hashlib.sha256(told).digest()[:8], "big")


def dice(deck: Sequence[Card], count: int, key: str = "") -> SplitMix:
    """Return the dice for random events after `count` actions of a game with this deck.

    With a key, they follow from the key and not from cards that players see.
    """
    if key:
        return SealedDice(key, count)
    seed = SplitMix(count)
    for card in deck:
        seed = SplitMix(seed.draw() ^ card)
    return seed


def _microsoft(number: int) -> Deck:
    """Shuffle as Microsoft FreeCell does: its compiler's rand(), one card at a time from a shrinking pack."""
    pack, seed, dealt = list(ONE_DECK), number, []
    for left in range(len(pack), 0, -1):
        seed = (seed * 214013 + 2531011) % (1 << 31)
        chosen = (seed >> 16) % left
        dealt.append(pack[chosen])
        pack[chosen] = pack[left - 1]
    return tuple(dealt)
