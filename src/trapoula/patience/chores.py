"""Chores: what the table does by itself after every action."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from trapoula.cards import HIDDEN
from trapoula.patience.table import Table

if TYPE_CHECKING:
    from trapoula.patience.patience import Patience


class Chore(Protocol):
    """Something the table does by itself."""

    def tidy(self, game: "Patience", table: Table) -> Table:
        """The table after it; the same table when there was nothing to do."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """A face-down card on top of a pile turns face up."""

    zones: str

    def tidy(self, game: "Patience", table: Table) -> Table:
        """Every such card."""
        turned = [
            (at, pile[:-1] + bytes([pile[-1] & ~HIDDEN]))
            for at in game.where(self.zones)
            if (pile := table.piles[at]) and pile[-1] & HIDDEN
        ]
        return table.put(*turned) if turned else table


@dataclass(frozen=True, slots=True)
class Uncover:
    """A face-down card turns face up when nothing in the picture lies over its place."""

    zones: str

    def tidy(self, game: "Patience", table: Table) -> Table:
        """Every such card."""
        piles = table.piles
        turned = [
            (at, pile[:-1] + bytes([pile[-1] & ~HIDDEN]))
            for at in game.where(self.zones)
            if (pile := piles[at])
            and pile[-1] & HIDDEN
            and not any(piles[over] for over in game.covers[at])
        ]
        return table.put(*turned) if turned else table


@dataclass(frozen=True, slots=True)
class Refill:
    """An empty place gets the top card of the first of some zones that has one, face up."""

    zones: str
    sources: str

    def tidy(self, game: "Patience", table: Table) -> Table:
        """Every such place, in reading order."""
        for at in game.where(self.zones):
            if not table.piles[at]:
                for source in game.where(self.sources):
                    if pile := table.piles[source]:
                        table = table.put((source, pile[:-1]), (at, bytes([pile[-1] & ~HIDDEN])))
                        break
        return table


@dataclass(frozen=True, slots=True)
class Sweep:
    """Cards go to the foundations by themselves when no card still in play could want to lie on them.

    A card is safe there when every card one rank lower of the other colour is already home.
    """

    zones: str
    to: str

    def tidy(self, game: "Patience", table: Table) -> Table:
        """One card after another, until none is safe."""
        while (move := self._next(game, table)) is not None:
            source, target = move
            pile = table.piles[source]
            table = table.put((source, pile[:-1]), (target, table.piles[target] + pile[-1:]))
        return table

    def _next(self, game: "Patience", table: Table) -> tuple[int, int] | None:
        piles = table.piles
        raise NotImplementedError  # the family's author writes this, as the record has it
