"""Dice that nobody can foretell, for decks that must stay secret."""

import secrets
from collections.abc import Sequence

from trapoula.core.cards import Card, Deck

LOT = 16  # bytes


class SecretDice:
    """The dice of the operating system."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely."""
        return secrets.randbelow(n)

    def shuffled(self, cards: Sequence[Card]) -> Deck:
        """The cards in an order of chance: each draws a lot, too long for two to be the same."""
        lots = secrets.token_bytes(LOT * len(cards))
        order = sorted(range(len(cards)), key=lambda at: lots[at * LOT : (at + 1) * LOT])
        return tuple(cards[at] for at in order)


SECRET = SecretDice()
