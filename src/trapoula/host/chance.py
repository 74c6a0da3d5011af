"""Unpredictable dice, for decks that must stay secret."""

import secrets
from collections.abc import Sequence

from trapoula.core.cards import Card, Deck

LOT = 16  # bytes


class SecretDice:
    """Dice from the operating system's random source."""

    def below(self, n: int) -> int:
        """Return a random number from 0 to n - 1."""
        return secrets.randbelow(n)

    def shuffled(self, cards: Sequence[Card]) -> Deck:
        """Shuffle the cards: sort them by random keys, too long to collide."""
        lots = secrets.token_bytes(LOT * len(cards))
        order = sorted(range(len(cards)), key=lambda at: lots[at * LOT : (at + 1) * LOT])
        return tuple(cards[at] for at in order)


SECRET = SecretDice()
