"""Players that are not people. They see what a seat sees, and choose among what it may do."""

from collections.abc import Sequence
from typing import Protocol

from trapoula.game import Dice, View


class Player(Protocol):
    """One who chooses: given a seat's view and its legal actions as text, never a state."""

    def choose(self, view: View, legal: Sequence[str], dice: Dice) -> str:
        """One of the legal actions."""
