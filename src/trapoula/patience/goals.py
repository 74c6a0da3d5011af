"""Goals: when a game is won, and other things that may be so on the table."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from trapoula.patience.letters import MaybeZones, Zones
from trapoula.patience.rules import NONE, Join, Test
from trapoula.patience.table import ENDLESS, Table

if TYPE_CHECKING:
    from trapoula.patience.moves import Move
    from trapoula.patience.patience import Patience


class Goal(Protocol):
    """Something that may be so on the table: when the game is won, or when a move may be made."""

    def met(self, game: "Patience", table: Table) -> bool:
        """Whether it is so now."""


@dataclass(frozen=True, slots=True)
class Home:
    """Every card of the game lies in these zones."""

    zones: Zones

    def met(self, game: "Patience", table: Table) -> bool:
        """No card lies elsewhere."""
        return not any(map(table.piles.__getitem__, game.elsewhere(self.zones)))


@dataclass(frozen=True, slots=True)
class Bare:
    """These zones are empty, but for cards that cannot leave."""

    zones: Zones
    but: Test = NONE

    def met(self, game: "Patience", table: Table) -> bool:
        """No other card lies there."""
        piles, but = table.piles, self.but
        return not any(card not in but for at in game.where(self.zones) for card in piles[at])


@dataclass(frozen=True, slots=True)
class Full:
    """These zones have no empty place."""

    zones: Zones

    def met(self, game: "Patience", table: Table) -> bool:
        """A card lies on each."""
        return all(table.piles[at] for at in game.where(self.zones))


@dataclass(frozen=True, slots=True)
class Left:
    """From so many to so many cards are left in these zones together."""

    zones: Zones
    least: int = 0
    most: int = ENDLESS

    def met(self, game: "Patience", table: Table) -> bool:
        """Neither fewer nor more."""
        count = sum(len(table.piles[at]) for at in game.where(self.zones))
        return self.least <= count <= self.most


@dataclass(frozen=True, slots=True)
class Sorted:
    """Every pile of these zones is empty, or so many cards that join one another."""

    zones: Zones
    join: Join
    cards: int = 13

    def met(self, game: "Patience", table: Table) -> bool:
        """No pile is half done."""
        piles = [pile for at in game.where(self.zones) if (pile := table.piles[at])]
        return all(len(pile) == self.cards and self.join.chains(pile) for pile in piles)


@dataclass(frozen=True, slots=True)
class Reach:
    """The score is so high, once these zones have no empty place."""

    points: int
    filled: MaybeZones = ""

    def met(self, game: "Patience", table: Table) -> bool:
        """All places taken, and enough points."""
        return (
            all(table.piles[at] for at in game.where(self.filled))
            and game.score.of(game, table) >= self.points
        )


@dataclass(frozen=True, slots=True)
class Phase:
    """This part of the game is being played."""

    number: int

    def met(self, game: "Patience", table: Table) -> bool:
        """It and no other."""
        return table.phase == self.number


@dataclass(frozen=True, slots=True)
class Redealt:
    """The stock has been turned over or dealt again."""

    times: int = 1

    def met(self, game: "Patience", table: Table) -> bool:
        """So often at least."""
        return table.turned >= self.times


@dataclass(frozen=True, slots=True)
class Cannot:
    """There is no way to make a move now."""

    move: "Move"

    def met(self, game: "Patience", table: Table) -> bool:
        """It offers nothing."""
        return not any(True for _ in self.move.offers(game, table))


@dataclass(frozen=True, slots=True)
class Undone:
    """Nothing can be done but what a tap would undo."""

    by: "Move"

    def met(self, game: "Patience", table: Table) -> bool:
        """Each other move there is leads back to the same table by the tap."""
        found = False
        for move in game.moves:
            for action in move.offers(game, table) if move != self.by else ():
                found, after = True, move.play(game, table, action)
                if not any(
                    self.by.play(game, after, tap) == table for tap in self.by.offers(game, after)
                ):
                    return False
        return found


@dataclass(frozen=True, slots=True)
class Not:
    """Something is not so."""

    so: Goal

    def met(self, game: "Patience", table: Table) -> bool:
        """The other way round."""
        return not self.so.met(game, table)


@dataclass(frozen=True, slots=True)
class Either:
    """One goal or the other."""

    one: Goal
    other: Goal

    def met(self, game: "Patience", table: Table) -> bool:
        """At least one of them."""
        return self.one.met(game, table) or self.other.met(game, table)


@dataclass(frozen=True, slots=True)
class Both:
    """One goal and the other together."""

    one: Goal
    other: Goal

    def met(self, game: "Patience", table: Table) -> bool:
        """Neither is missing."""
        return self.one.met(game, table) and self.other.met(game, table)
