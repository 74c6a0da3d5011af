"""Moves: each value is one kind of thing that a player may do."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from trapoula.cards import face_down, face_up
from trapoula.patience.chores import Chore
from trapoula.patience.goals import Goal, Score
from trapoula.patience.lifts import Lift, Limit
from trapoula.patience.picture import ANYWHERE, Near
from trapoula.patience.rules import Join, Test
from trapoula.patience.table import CARRY, PAIR, Action, Table

if TYPE_CHECKING:
    from trapoula.patience.patience import Patience


Redeals: TypeAlias = int | Literal["unlimited"]  # how often a waste may become the stock again


class Move(Protocol):
    """One kind of thing a player may do."""

    @property
    def verb(self) -> str:
        """The word for it in the text of an action."""

    @property
    def at(self) -> str:
        """The zones whose piles are tapped for it; empty for a carry, a pair and a bare verb."""

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """Every way to do it now."""

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """The table afterwards."""


@dataclass(frozen=True, slots=True)
class Carry:
    """Lift cards from one zone and lay them on another."""

    source: str
    to: str
    limit: Limit | None = None
    onto: Literal["any", "cards", "spaces"] = "any"  # which piles, the filled or the empty ones
    lift: Lift | None = None  # what may be picked up for this, if not what the zones say

    verb = CARRY
    at = ""

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """Every lift with every pile that takes it."""
        piles = table.piles
        wants = [
            (to, mask)
            for to in game.where(self.to)
            if self.onto == "any" or (self.onto == "cards") == bool(piles[to])
            if (mask := game.takes(table, to))
        ]
        if not wants:
            return
        for at in game.where(self.source):
            pile = piles[at]
            lift = self.lift or game.zone[at].lift
            if not pile or lift is None:
                continue
            for size in lift.sizes(game, table, at):
                card = pile[-size]
                for to, mask in wants:
                    if mask >> card & 1 and at != to:
                        zone = game.zone[to]
                        if (
                            zone.alike
                            and size == len(pile)
                            and not piles[to]
                            and game.letter[at] == game.letter[to]
                        ):
                            continue  # two equal piles would change places
                        if (
                            size in zone.batch
                            and len(piles[to]) + size <= zone.room
                            and (self.limit is None or size <= self.limit.most(game, table, at, to))
                        ):
                            yield Action(CARRY, at, to, size)

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """The cards change piles together."""
        source, target, size = action.source, action.target, action.size
        pile = table.piles[source]
        return table.put((source, pile[:-size]), (target, table.piles[target] + pile[-size:]))


@dataclass(frozen=True, slots=True)
class LayOff:
    """Lift a run from one zone and lay it on another card by card, the top card first."""

    source: str
    to: str

    verb = CARRY
    at = ""

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """As much of each run as a pile takes, one card after another."""
        wants = [(to, mask) for to in game.where(self.to) if (mask := game.takes(table, to))]
        for at in game.where(self.source):
            pile, lift = table.piles[at], game.zone[at].lift
            if not pile or lift is None:
                continue
            for to, mask in wants:
                laid, takes = table, mask
                for size in lift.sizes(game, table, at):
                    if not takes >> pile[-size] & 1:
                        break
                    yield Action(CARRY, at, to, size)
                    laid = laid.put((to, laid.piles[to] + bytes([pile[-size]])))
                    takes = game.takes(laid, to)

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """The cards change piles and lie the other way round."""
        source, target, size = action.source, action.target, action.size
        pile = table.piles[source]
        laid = pile[: -size - 1 : -1]
        return table.put((source, pile[:-size]), (target, table.piles[target] + laid))


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn cards from the stock to the waste; turn the waste over when the stock is out."""

    at: str  # the stock
    to: str
    by: int = 1
    redeals: Redeals = 0

    verb = "turn"

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """While the stock has cards and the waste room, or the waste may become the stock again."""
        (stock,), (waste,) = game.where(self.at), game.where(self.to)
        if table.piles[stock]:
            possible = len(table.piles[waste]) < game.zone[waste].room
        else:
            again = self.redeals == "unlimited" or table.turned < self.redeals
            possible = again and bool(table.piles[waste])
        if possible:
            yield Action(self.verb, stock)

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """The next cards face up on the waste, or the whole waste face down as the new stock."""
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

    at: str  # the stock
    to: str
    filled: bool = False  # only when none of the piles is empty
    full: bool = False  # only while there is a card for every pile

    verb = "deal"

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """While the stock has cards."""
        (stock,), places = game.where(self.at), game.where(self.to)
        if len(table.piles[stock]) >= (len(places) if self.full else 1) and not (
            self.filled and any(not table.piles[at] for at in places)
        ):
            yield Action(self.verb, stock)

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """In reading order, as far as the stock goes."""
        (stock,) = game.where(self.at)
        cards, places = table.piles[stock], game.where(self.to)
        dealt = face_up(cards[::-1])[: len(places)]
        grown = [
            (at, table.piles[at] + bytes([card])) for at, card in zip(places, dealt, strict=False)
        ]
        return table.put((stock, cards[: -len(dealt)]), *grown)


@dataclass(frozen=True, slots=True)
class Pair:
    """Take two cards that match out of play together."""

    zones: str
    match: Join
    under: str = ""  # zones whose top card may also go with the card beneath it
    near: Near = ANYWHERE

    verb = PAIR
    at = ""

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """Every two piles whose top cards match, each pair once."""
        free = [
            (at, table.piles[at][-1]) for at in game.where(self.zones) if game.liftable(table, at)
        ]
        masks = self.match.masks
        for index, (at, card) in enumerate(free):
            mask = masks[card]
            for other, beside in free[index + 1 :]:
                if mask >> beside & 1 and self.near.holds(game.places[at], game.places[other]):
                    yield Action(PAIR, at, other)
        for at in game.where(self.under):
            pile = table.piles[at]
            if len(pile) > 1 and masks[pile[-2]] >> pile[-1] & 1:
                yield Action(PAIR, at, at)

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """Both leave."""
        return table.away((action.source, action.target))


@dataclass(frozen=True, slots=True)
class Replace:
    """Carry a card to one that it matches: both leave play, and the stock fills their places.

    The place that the card was carried from is filled first.
    """

    zones: str  # places of one card each
    by: str  # the stock
    match: Join
    near: Near = ANYWHERE

    verb = CARRY
    at = ""

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """Every two cards that match, either way round."""
        masks, places = self.match.masks, game.places
        lying = [(at, pile[-1]) for at in game.where(self.zones) if (pile := table.piles[at])]
        for at, card in lying:
            mask = masks[card]
            for other, beside in lying:
                if (
                    mask >> beside & 1
                    and at != other
                    and self.near.holds(places[at], places[other])
                ):
                    yield Action(CARRY, at, other)

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """Both leave, and up to two cards are dealt in their places."""
        (stock,) = game.where(self.by)
        cards = table.piles[stock]
        dealt = face_up(cards[:-3:-1])
        return table.away((action.source, action.target)).put(
            (stock, cards[:-2]), (action.source, dealt[:1]), (action.target, dealt[1:])
        )


@dataclass(frozen=True, slots=True)
class Drop:
    """Take a single card of some sort out of play."""

    at: str
    test: Test

    verb = "drop"

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """Every such card that can be lifted."""
        for at in game.where(self.at):
            if game.liftable(table, at) and table.piles[at][-1] in self.test:
                yield Action(self.verb, at)

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """It leaves."""
        return table.away((action.source,))


@dataclass(frozen=True, slots=True)
class During:
    """A move that belongs to some phases only, and may lead to another."""

    phases: tuple[int, ...]
    move: Move
    then: int | None = None

    @property
    def verb(self) -> str:
        """The move's own."""
        return self.move.verb

    @property
    def at(self) -> str:
        """The move's own."""
        return self.move.at

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """The move's own, in its phases."""
        return self.move.offers(game, table) if table.phase in self.phases else iter(())

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """The move, and then perhaps a new phase."""
        table = self.move.play(game, table, action)
        return table if self.then is None else table._replace(phase=self.then)


@dataclass(frozen=True, slots=True)
class When:
    """A move that may be made only while the table is so."""

    so: Goal
    move: Move

    @property
    def verb(self) -> str:
        """The move's own."""
        return self.move.verb

    @property
    def at(self) -> str:
        """The move's own."""
        return self.move.at

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """The move's own, while it is so."""
        return self.move.offers(game, table) if self.so.met(game, table) else iter(())

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """The move's own."""
        return self.move.play(game, table, action)


@dataclass(frozen=True, slots=True)
class Then:
    """A move that has chores of its own to follow it."""

    move: Move
    chores: tuple[Chore, ...]

    @property
    def verb(self) -> str:
        """The move's own."""
        return self.move.verb

    @property
    def at(self) -> str:
        """The move's own."""
        return self.move.at

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """The move's own."""
        return self.move.offers(game, table)

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """The move, and the chores in their order."""
        table = self.move.play(game, table, action)
        for chore in self.chores:
            table = chore.tidy(game, table)
        return table


@dataclass(frozen=True, slots=True)
class Earns:
    """A move that adds to the tally as much as it raises a score, or takes as much from it."""

    move: Move
    score: Score

    @property
    def verb(self) -> str:
        """The move's own."""
        return self.move.verb

    @property
    def at(self) -> str:
        """The move's own."""
        return self.move.at

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """The move's own."""
        return self.move.offers(game, table)

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """The move, and the points for it; the tally never falls below nought."""
        after = self.move.play(game, table, action)
        earned = self.score.of(game, after) - self.score.of(game, table)
        return after._replace(tally=max(0, after.tally + earned))
