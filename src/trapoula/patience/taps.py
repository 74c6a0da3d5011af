"""Taps: moves made by tapping one pile, or by a verb alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, runtime_checkable

from trapoula.core.cards import Pile, face_down, face_up
from trapoula.core.errors import Phrase
from trapoula.patience.chores import Chore
from trapoula.patience.letters import MaybePile, OnePile, Zones
from trapoula.patience.rules import Join, Test
from trapoula.patience.table import NOWHERE, Action, Table

if TYPE_CHECKING:
    from trapoula.patience.patience import Patience


Redeals: TypeAlias = int | Literal["unlimited"]  # how often a waste may become the stock again


def _used_up(redeals: Redeals) -> Phrase:
    """Explain why no redeal is left."""
    if not redeals:
        return Phrase("The stock is empty, and this game has no redeal.")
    return Phrase("The stock is empty, and every redeal has been used.")


@runtime_checkable
class Redealing(Protocol):
    """A move that redeals, a limited number of times per game."""

    @property
    def redeals(self) -> Redeals:
        """How often."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn cards from the stock to the waste; turn the waste over when the stock is out."""

    at: OnePile  # the stock
    to: OnePile  # the waste
    by: int = 1  # how many cards at a time
    redeals: Redeals = 0  # how often the waste becomes the stock again

    verb = "turn"

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """Offer the turn while it can change something and redeals are left."""
        (stock,), (waste,) = game.where(self.at), game.where(self.to)
        if table.piles[stock]:
            possible = len(table.piles[waste]) < game.zone[waste].room
        else:
            again = self.redeals == "unlimited" or table.turned < self.redeals
            possible = again and bool(table.piles[waste])
        if possible:
            yield Action(self.verb, stock)

    def why(self, game: "Patience", table: Table) -> Phrase | None:
        """Explain: the waste is full, nothing is left to turn, or the redeals are used up."""
        (stock,), (waste,) = game.where(self.at), game.where(self.to)
        if table.piles[stock]:
            return Phrase("Play the card on the waste first.")
        if not table.piles[waste]:
            return Phrase("The stock and the waste are empty.")
        return _used_up(self.redeals)

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """Turn the next cards face up, or turn the whole waste over as the new stock."""
        (stock,), (waste,) = game.where(self.at), game.where(self.to)
        cards, turned = table.piles[stock], table.piles[waste]
        if cards:
            return table.put(
                (stock, cards[: -self.by]), (waste, turned + face_up(cards[: -self.by - 1 : -1]))
            )
        return table.put((stock, face_down(turned[::-1])), (waste, b""))._replace(
            turned=table.turned + 1
        )


@dataclass(frozen=True, slots=True)
class Spread:
    """Deal one card from the stock on each pile of some zones, face up."""

    at: OnePile  # the stock
    to: Zones  # the piles that get a card each
    filled: bool = False  # only when none of the piles is empty
    full: bool = False  # only while there is a card for every pile

    verb = "deal"

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        (stock,), places = game.where(self.at), game.where(self.to)
        if len(table.piles[stock]) >= (len(places) if self.full else 1) and not (
            self.filled and any(not table.piles[at] for at in places)
        ):
            yield Action(self.verb, stock)

    def why(self, game: "Patience", table: Table) -> Phrase | None:
        """Explain: the stock is empty or too small, or gaps must be filled first."""
        (stock,), places = game.where(self.at), game.where(self.to)
        if not table.piles[stock]:
            return Phrase("The stock is empty.")
        if self.full and len(table.piles[stock]) < len(places):
            return Phrase("The stock has too few cards left for a whole row.")
        gaps = sum(not table.piles[at] for at in places)
        return Phrase("Fill the gap first.") if gaps == 1 else Phrase("Fill the gaps first.")

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """Deal in reading order, as far as the stock goes."""
        (stock,) = game.where(self.at)
        cards, places = table.piles[stock], game.where(self.to)
        dealt = face_up(cards[::-1])[: len(places)]
        grown = [
            (at, table.piles[at] + bytes([card])) for at, card in zip(places, dealt, strict=False)
        ]
        return table.put((stock, cards[: -len(dealt)]), *grown)


@dataclass(frozen=True, slots=True)
class Drop:
    """Take a single card of a test out of play."""

    at: Zones
    test: Test

    verb = "drop"

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        for at in game.where(self.at):
            if game.liftable(table, at) and table.piles[at][-1] in self.test:
                yield Action(self.verb, at)

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        return table.away((action.source,))


@dataclass(frozen=True, slots=True)
class Beat:
    """Take out of play a top card that the top card of another pile beats."""

    at: Zones
    by: Join  # which cards beat the one beneath

    verb = "drop"

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        tops = [(at, pile[-1]) for at in game.where(self.at) if (pile := table.piles[at])]
        masks, lying = self.by.masks, sum({1 << card for _, card in tops})
        return (Action(self.verb, at) for at, card in tops if masks[card] & lying)

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        return table.away((action.source,))


@dataclass(frozen=True, slots=True)
class Tap:
    """Run some chores at a tap, if they change anything; the number of times can be limited."""

    verb: str  # the word for it, in small letters
    at: MaybePile  # the pile to tap; empty: the verb alone
    chores: tuple[Chore, ...]
    times: Redeals = "unlimited"  # how often in a game

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """Offer the tap while it changes something."""
        (place,) = game.where(self.at) or (NOWHERE,)
        again = self.times == "unlimited" or table.turned < self.times
        if again and self._done(game, table) != table:
            yield Action(self.verb, place)

    def why(self, game: "Patience", table: Table) -> Phrase | None:
        """Explain: it was done often enough, or it would change nothing."""
        if self.times != "unlimited" and table.turned >= self.times:
            return Phrase("That has been done as often as it may be.")
        return Phrase("That would change nothing now.")

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        table = self._done(game, table)
        return table if self.times == "unlimited" else table._replace(turned=table.turned + 1)

    def _done(self, game: "Patience", table: Table) -> Table:
        for chore in self.chores:
            table = chore.tidy(game, table)
        return table


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """When the stock is out, shuffle the cards of some zones and make them the stock again."""

    at: OnePile  # the stock
    zones: Zones  # whose cards are shuffled
    redeals: Redeals  # how often in a game

    verb = "gather"

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """Offer it when the stock is empty and redeals are left."""
        (stock,) = game.where(self.at)
        again = self.redeals == "unlimited" or table.turned < self.redeals
        if again and not table.piles[stock]:
            yield Action(self.verb, stock)

    def why(self, game: "Patience", table: Table) -> Phrase | None:
        """Explain: the stock is not empty, or the redeals are used up."""
        (stock,) = game.where(self.at)
        return Phrase("Deal the stock out first.") if table.piles[stock] else _used_up(self.redeals)

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """Gather the cards for chance to shuffle."""
        places = game.where(self.zones)
        return table.put(*((at, b"") for at in places))._replace(
            loose=b"".join(table.piles[at] for at in places), turned=table.turned + 1
        )

    def lay(self, game: "Patience", table: Table, order: Pile) -> Table:
        """Lay them face down, the first in order on top."""
        (stock,) = game.where(self.at)
        return table.put((stock, face_down(order[::-1])))
