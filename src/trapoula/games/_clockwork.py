"""What a clock does: hours that call up the next card, kings that stay, and the hand that stops."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.core.cards import face_up
from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class Call:
    """The hour that a card has come to gives its bottom card to the middle."""

    hours: str
    middle: str

    def tidy(self, game: Patience, table: Table) -> Table:
        """One hour at the most has a card too many."""
        (middle,) = game.where(self.middle)
        for at in game.where(self.hours):
            if len(hour := table.piles[at]) > 4:
                called = table.piles[middle] + face_up(hour[:1])
                return table.put((middle, called), (at, hour[1:]))
        return table


@dataclass(frozen=True, slots=True)
class Stay:
    """A king stays in the middle, and the bottom card there comes up."""

    at: str  # the middle

    verb = "stay"

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        """When a king lies on top."""
        (at,) = game.where(self.at)
        if table.piles[at][-1] in KINGS:
            yield Action(self.verb, at)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        """The others lie as they lay."""
        middle = table.piles[action.source]
        return table.put((action.source, middle[1:] + face_up(middle[:1])))


@dataclass(frozen=True, slots=True)
class Show:
    """Every card is turned up."""

    def tidy(self, game: Patience, table: Table) -> Table:
        """To see what the hidden ones are."""
        return table._replace(piles=tuple(map(face_up, table.piles)))
