"""Chores: what the table does by itself after every action."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, Protocol

from trapoula.cards import HIDDEN, Card, Pile, face_down, face_up, rank
from trapoula.patience.goals import Goal
from trapoula.patience.letters import MaybeZones, OnePile, Zones
from trapoula.patience.rules import Join, Mask
from trapoula.patience.table import Table

if TYPE_CHECKING:
    from trapoula.patience.moves import Move
    from trapoula.patience.patience import Patience


class Chore(Protocol):
    """Something the table does by itself."""

    def tidy(self, game: "Patience", table: Table) -> Table:
        """The table after it; the same table when there was nothing to do."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """A face-down card on top of a pile turns face up."""

    zones: Zones

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

    zones: Zones

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

    zones: Zones  # the places that are filled
    sources: MaybeZones  # where the cards come from, the first that has one

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
class FromUnder:
    """An empty place gets the bottom card of the pile of the same number in another zone."""

    zones: Zones
    sources: Zones

    def tidy(self, game: "Patience", table: Table) -> Table:
        """Every such place."""
        pairs = zip(game.where(self.zones), game.where(self.sources), strict=True)
        for at, source in pairs:
            if (pile := table.piles[source]) and not table.piles[at]:
                table = table.put((at, pile[:1]), (source, pile[1:]))
        return table


@dataclass(frozen=True, slots=True)
class Clear:
    """All the cards of some zones leave play."""

    zones: Zones

    def tidy(self, game: "Patience", table: Table) -> Table:
        """Pile after pile."""
        places = game.where(self.zones)
        gone = table.gone + b"".join(table.piles[at] for at in places)
        return table.put(*((at, b"") for at in places))._replace(gone=gone)


@dataclass(frozen=True, slots=True)
class Gather:
    """Piles are turned over and go under the stock, the first of them lowest or the last."""

    zones: Zones
    to: OnePile  # the stock
    lowest: Literal["first", "last"] = "first"

    def tidy(self, game: "Patience", table: Table) -> Table:
        """One pile on another."""
        (stock,), places = game.where(self.to), game.where(self.zones)
        order = places if self.lowest == "first" else places[::-1]
        under = b"".join(face_down(table.piles[at][::-1]) for at in order)
        return table.put((stock, under + table.piles[stock]), *((at, b"") for at in places))


@dataclass(frozen=True, slots=True)
class DealAgain:
    """Piles are gathered in their order and dealt again unshuffled, so many cards on each."""

    zones: Zones
    cards: int

    def tidy(self, game: "Patience", table: Table) -> Table:
        """Pile after pile."""
        places, size = game.where(self.zones), self.cards
        order = b"".join(table.piles[at] for at in places)
        return table.put(*((at, order[n * size : (n + 1) * size]) for n, at in enumerate(places)))


@dataclass(frozen=True, slots=True)
class Close:
    """A pile of so many cards that join one another is done: its top card turns face down."""

    zones: Zones
    join: Join
    cards: int

    def tidy(self, game: "Patience", table: Table) -> Table:
        """Every such pile."""
        done = [
            (at, pile[:-1] + face_down(pile[-1:]))
            for at in game.where(self.zones)
            if len(pile := table.piles[at]) == self.cards and self.join.chains(pile)
        ]
        return table.put(*done) if done else table


@dataclass(frozen=True, slots=True)
class Bury:
    """The open cards beneath the top card of a pile turn over together."""

    zones: Zones

    def tidy(self, game: "Patience", table: Table) -> Table:
        """What is buried already stays as it lies."""
        for at in game.where(self.zones):
            under, top = table.piles[at][:-1], table.piles[at][-1:]
            shown = bytes(card for card in under if card < HIDDEN)
            table = table.put((at, under.removesuffix(shown) + face_down(shown[::-1]) + top))
        return table


@dataclass(frozen=True, slots=True)
class NewRound:
    """As soon as something is so, all cards are shuffled and dealt as at the start."""

    so: Goal

    def tidy(self, game: "Patience", table: Table) -> Table:
        """The cards are gathered for chance."""
        if not self.so.met(game, table):
            return table
        gathered = face_up(b"".join(table.piles))
        return table._replace(piles=(b"",) * len(table.piles), loose=gathered)

    def lay(self, game: "Patience", table: Table, order: Pile) -> Table:
        """By the deal of the game."""
        return table._replace(piles=game.start(tuple(order)).piles)


@dataclass(frozen=True, slots=True)
class If:
    """A chore that is done only while something is so."""

    so: Goal
    chore: Chore

    def tidy(self, game: "Patience", table: Table) -> Table:
        """The chore's own."""
        return self.chore.tidy(game, table) if self.so.met(game, table) else table


@dataclass(frozen=True, slots=True)
class Begin:
    """A part of the game begins."""

    phase: int

    def tidy(self, game: "Patience", table: Table) -> Table:
        """Whichever was being played."""
        return table._replace(phase=self.phase)


@dataclass(frozen=True, slots=True)
class Skip:
    """The game goes so many parts on, or back."""

    parts: int

    def tidy(self, game: "Patience", table: Table) -> Table:
        """From the part that was being played."""
        return table._replace(phase=table.phase + self.parts)


@dataclass(frozen=True, slots=True)
class Auto:
    """A move is made by itself, if it can be."""

    move: "Move"

    def tidy(self, game: "Patience", table: Table) -> Table:
        """The first way to make it."""
        for action in self.move.offers(game, table):
            return self.move.play(game, table, action)
        return table


@dataclass(frozen=True, slots=True)
class Settle:
    """The first card on the foundations settles the base, even should it leave them again."""

    zones: Zones

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

    zones: Zones

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

    zones: Zones
    to: Zones  # the foundations
    packed: Join  # how the columns are packed

    def tidy(self, game: "Patience", table: Table) -> Table:
        """One card after another, each time the first that is safe."""
        places, sources = game.where(self.to), game.where(self.zones)
        homes, lying = dict(game.wants(table, places)), 0
        while True:
            wanted, piles = 0, table.piles
            for mask in homes.values():
                wanted |= mask
            for source in sources:
                pile = piles[source]
                if pile and wanted >> pile[-1] & 1:
                    card = pile[-1]
                    for at in places if not lying else ():
                        lying |= _cards(piles[at])
                    if self._safe(card, wanted | lying):
                        break
            else:
                return table
            target = next(at for at, mask in homes.items() if mask >> card & 1)
            table = table.put((source, pile[:-1]), (target, piles[target] + pile[-1:]))
            lying |= 1 << card
            if game.plain(self.to):
                homes[target] = game.takes(table, target)
            else:
                homes = dict(game.wants(table, places))

    def _safe(self, card: Card, ready: Mask) -> bool:
        masks = self.packed.masks
        over = masks[card]
        if over & ~ready:
            return False
        while over:
            other = over.bit_length() - 1
            if masks[other] & ~ready:
                return False
            over ^= 1 << other
        return True


@lru_cache(1 << 10)
def _cards(pile: Pile) -> Mask:
    """The set of the cards of a pile."""
    return sum(1 << card for card in set(pile))
