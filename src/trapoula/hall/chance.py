"""Dice that nobody can foretell, for decks that must stay secret."""

import secrets
from collections.abc import Sequence

from trapoula.cards import Card, Deck


class SecretDice:
    """The dice of the operating system."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely."""
        return secrets.randbelow(n)

    def shuffled(self, cards: Sequence[Card]) -> Deck:
        """The cards in an order of chance."""
        deck = list(cards)
        secrets.SystemRandom().shuffle(deck)
        return tuple(deck)


SECRET = SecretDice()
