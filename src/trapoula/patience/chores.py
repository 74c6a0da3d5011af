"""Chores: what the table does by itself after every action."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from trapoula.cards import HIDDEN, KINDS, Card, rank
from trapoula.patience.rules import Join, Mask
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
class Settle:
    """The first card on the foundations settles the base, even should it leave them again."""

    zones: str

    def tidy(self, game: "Patience", table: Table) -> Table:
        """Its rank, counted from one, is the phase from then on."""
        if not table.phase:
            for at in game.where(self.zones):
                if pile := table.piles[at]:
                    return table._replace(phase=rank(pile[0]) + 1)
        return table


@dataclass(frozen=True, slots=True)
class CloseUp:
    """The piles move up to fill the gaps before them, so that all empty places are at the end."""

    zones: str

    def tidy(self, game: "Patience", table: Table) -> Table:
        """In reading order."""
        places = game.where(self.zones)
        lying = [pile for at in places if (pile := table.piles[at])]
        lying += [b""] * (len(places) - len(lying))
        return table.put(*zip(places, lying, strict=True))


@dataclass(frozen=True, slots=True)
class Sweep:
    """Cards go to the foundations by themselves when no card in play will need to lie on them.

    A card is safe there when every card that could be packed on it, and every card that could be
    packed on those, is home already or the next to go.
    """

    zones: str
    to: str
    packed: Join  # how the columns are packed

    def tidy(self, game: "Patience", table: Table) -> Table:
        """One card after another, each time the first that is safe."""
        while (move := self._next(game, table)) is not None:
            source, target = move
            pile = table.piles[source]
            table = table.put((source, pile[:-1]), (target, table.piles[target] + pile[-1:]))
        return table

    def _next(self, game: "Patience", table: Table) -> tuple[int, int] | None:
        piles = table.piles
        homes = [(at, game.takes(table, at)) for at in game.where(self.to)]
        wanted = 0
        for _, mask in homes:
            wanted |= mask
        for source in game.where(self.zones):
            if piles[source] and wanted >> piles[source][-1] & 1:
                card = piles[source][-1]
                ready = wanted | sum({1 << home for at, _ in homes for home in piles[at]})
                if self._safe(card, ready):
                    return source, next(at for at, mask in homes if mask >> card & 1)
        return None

    def _safe(self, card: Card, ready: Mask) -> bool:
        masks = self.packed.masks
        over = masks[card]
        return not over & ~ready and all(
            not masks[other] & ~ready for other in range(KINDS) if over >> other & 1
        )
