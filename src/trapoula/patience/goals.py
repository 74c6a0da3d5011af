"""Goals: conditions on the table, such as when the game is won."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from trapoula.patience.letters import MaybeZones, Zones
from trapoula.patience.rules import NONE, Join, Test
from trapoula.patience.table import ENDLESS, Table

if TYPE_CHECKING:
    from trapoula.patience.moves import Move
    from trapoula.patience.patience import Patience


class Goal(Protocol):
    """A condition on the table: when the game is won, or when a move is allowed."""

    def met(self, game: "Patience", table: Table) -> bool:
        """Return whether the condition holds now."""


@dataclass(frozen=True, slots=True)
class Home:
    """Every card of the game lies in these zones."""

    zones: Zones

    def met(self, game: "Patience", table: Table) -> bool:
        return not any(map(table.piles.__getitem__, game.elsewhere(self.zones)))


@dataclass(frozen=True, slots=True)
class Bare:
    """These zones are empty, except for cards that cannot leave."""

    zones: Zones
    but: Test = NONE

    def met(self, game: "Patience", table: Table) -> bool:
        piles, but = table.piles, self.but
        return not any(card not in but for at in game.where(self.zones) for card in piles[at])


@dataclass(frozen=True, slots=True)
class Full:
    """These zones have no empty place."""

    zones: Zones

    def met(self, game: "Patience", table: Table) -> bool:
        return all(table.piles[at] for at in game.where(self.zones))


@dataclass(frozen=True, slots=True)
class Left:
    """These zones together hold at least and at most so many cards."""

    zones: Zones
    least: int = 0
    most: int = ENDLESS

    def met(self, game: "Patience", table: Table) -> bool:
        count = sum(len(table.piles[at]) for at in game.where(self.zones))
        return self.least <= count <= self.most


@dataclass(frozen=True, slots=True)
class Sorted:
    """Every pile of these zones is empty, or holds so many cards that join one another."""

    zones: Zones
    join: Join
    cards: int = 13

    def met(self, game: "Patience", table: Table) -> bool:
        piles = [pile for at in game.where(self.zones) if (pile := table.piles[at])]
        return all(len(pile) == self.cards and self.join.chains(pile) for pile in piles)


@dataclass(frozen=True, slots=True)
class Reach:
    """The score is high enough, and these zones have no empty place."""

    points: int
    filled: MaybeZones = ""

    def met(self, game: "Patience", table: Table) -> bool:
        return (
            all(table.piles[at] for at in game.where(self.filled))
            and game.score.of(game, table) >= self.points
        )


@dataclass(frozen=True, slots=True)
class Phase:
    """This phase of the game is being played."""

    number: int

    def met(self, game: "Patience", table: Table) -> bool:
        return table.phase == self.number


@dataclass(frozen=True, slots=True)
class Redealt:
    """The stock has been turned over or dealt again."""

    times: int = 1

    def met(self, game: "Patience", table: Table) -> bool:
        return table.turned >= self.times


@dataclass(frozen=True, slots=True)
class Cannot:
    """The move is not possible now."""

    move: "Move"

    def met(self, game: "Patience", table: Table) -> bool:
        return not any(True for _ in self.move.offers(game, table))


@dataclass(frozen=True, slots=True)
class Undone:
    """The only moves left are those that a tap would undo."""

    by: "Move"

    def met(self, game: "Patience", table: Table) -> bool:
        """Try every other move, and see whether the tap leads back."""
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
    """The condition does not hold."""

    so: Goal

    def met(self, game: "Patience", table: Table) -> bool:
        return not self.so.met(game, table)


@dataclass(frozen=True, slots=True)
class Either:
    """One goal or the other."""

    one: Goal
    other: Goal

    def met(self, game: "Patience", table: Table) -> bool:
        return self.one.met(game, table) or self.other.met(game, table)


@dataclass(frozen=True, slots=True)
class Both:
    """One goal and the other together."""

    one: Goal
    other: Goal

    def met(self, game: "Patience", table: Table) -> bool:
        return self.one.met(game, table) and self.other.met(game, table)
