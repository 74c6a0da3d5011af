"""Deal numbers: the same number gives the same deck on every machine, for ever.

Numbers 1 to 1,000,000 of a game dealt from one pack are Microsoft FreeCell's, so deal 617 here is deal
617 everywhere. A game that leaves cards out of the pack leaves them out of the order too. All other
numbers, and all games with more packs or with jokers, use the generator below.

The generator is SplitMix64. The state starts at the deal number; each draw adds 0x9E3779B97F4A7C15 to
it modulo 2^64 and scrambles the sum s:

    s = (s ^ s >> 30) * 0xBF58476D1CE4E5B9;  s = (s ^ s >> 27) * 0x94D049BB133111EB;  s ^ s >> 31

A number below n is a draw modulo n, where draws of 2^64 - 2^64 % n and above are drawn again. A shuffle
takes the sorted pack and, for k from the last place down to the second, exchanges the card at k with
the one at a number below k + 1.

What chance does later in a game follows from the deck, so that the same play meets the same chance. A secret
deck comes with a key for it, since players who have seen the cards could foretell the rest.
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
    """Cards that nobody chose, and the key that the shuffles after them follow from."""

    cards: Deck
    key: str


class SplitMix:
    """Dice that fall the same way on every machine."""

    def __init__(self, seed: int) -> None:
        self._state = seed % _WORD

    def draw(self) -> int:
        """The next 64 bits."""
        self._state = s = (self._state + 0x9E3779B97F4A7C15) % _WORD
        s = (s ^ s >> 30) * 0xBF58476D1CE4E5B9 % _WORD
        s = (s ^ s >> 27) * 0x94D049BB133111EB % _WORD
        return s ^ s >> 31

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely."""
        fair = _WORD - _WORD % n
        while (number := self.draw()) >= fair:
            pass
        return number % n

    def shuffled(self, cards: Sequence[Card]) -> Deck:
        """The cards in an order of chance, whatever order they came in."""
        deck = sorted(cards)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)


def check_number(number: int) -> int:
    """The deal number itself, when there is such a deal."""
    if not 1 <= number <= LAST:
        raise BadDeal(
            "There is no deal {number}: deals are numbered from 1 to {last:,}.",
            number=number,
            last=LAST,
        )
    return number


def deck(pack: Sequence[Card], number: int) -> Deck:
    """The deck of a deal number, first card dealt first."""
    check_number(number)
    if len(pack) <= len(ONE_DECK) and len(held := set(pack)) == len(pack) and held <= _ONE_OF_EACH:
        whole = (
            _microsoft(number) if number <= LAST_MICROSOFT else SplitMix(number).shuffled(ONE_DECK)
        )
        return whole if len(held) == len(whole) else tuple(card for card in whole if card in held)
    return SplitMix(number).shuffled(pack)


class SealedDice(SplitMix):
    """Dice that nobody can foretell without their key: SHA-256 of the key, and of numbers that count on."""

    def __init__(self, key: str, count: int) -> None:
        self._key, self._count, self._drawn = key, count, 0

    def draw(self) -> int:
        """The next 64 bits."""
        self._drawn += 1
        told = f"{self._key} {self._count} {self._drawn}".encode()
        return int.from_bytes(hashlib.sha256(told).digest()[:8], "big")


def dice(deck: Sequence[Card], count: int, key: str = "") -> SplitMix:
    """The dice for what chance does after so many actions of a game with this deck.

    With a key they follow from that, and not from cards that players get to know."""
    if key:
        return SealedDice(key, count)
    seed = SplitMix(count)
    for card in deck:
        seed = SplitMix(seed.draw() ^ card)
    return seed


def _microsoft(number: int) -> Deck:
    """Microsoft FreeCell's shuffle: its compiler's rand(), one card at a time from a shrinking pack."""
    pack, seed, dealt = list(ONE_DECK), number, []
    for left in range(len(pack), 0, -1):
        seed = (seed * 214013 + 2531011) % (1 << 31)
        chosen = (seed >> 16) % left
        dealt.append(pack[chosen])
        pack[chosen] = pack[left - 1]
    return tuple(dealt)
