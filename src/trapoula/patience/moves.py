"""Moves: each value is one kind of action with cards."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, runtime_checkable

from trapoula.core.cards import face_up
from trapoula.core.errors import Phrase
from trapoula.patience.chores import CloseUp
from trapoula.patience.letters import MaybeZones, OnePile, Zones
from trapoula.patience.lifts import Lift, Limit
from trapoula.patience.picture import ANYWHERE, Near
from trapoula.patience.rules import Join
from trapoula.patience.table import CARRY, PAIR, Action, Table

if TYPE_CHECKING:
    from trapoula.patience.patience import Patience

Ask: TypeAlias = Callable[["Patience", Table, Action], bool]


class Move(Protocol):
    """One kind of action that a player can take."""

    @property
    def verb(self) -> str:
        """The verb in the text of its actions."""

    @property
    def at(self) -> str:
        """The zones whose piles are tapped for it; empty for a carry, a pair or a verb alone."""

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """Yield every way to make the move now."""

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """Return the table after the action."""


@runtime_checkable
class Explaining(Protocol):
    """A move that can explain why it is not allowed now."""

    def why(self, game: "Patience", table: Table) -> Phrase | None:
        """Return a sentence if the rule has one."""


def asking(move: Move) -> Ask:
    """Return a function that checks a single action: the move's own `allows`, or a search of its offers."""
    own: Ask | None = getattr(move, "allows", None)
    return own or (lambda game, table, action: action in move.offers(game, table))


@cache
def carrying(source: int, target: int, size: int) -> Action:
    """Return the carry of so many cards from one pile to another."""
    return Action(CARRY, source, target, size)


@dataclass(frozen=True, slots=True)
class Carry:
    """Lift cards from one zone and lay them on another."""

    source: Zones  # the zones that are carried from
    to: Zones  # the zones that are carried to
    limit: Limit | None = None  # how many cards at most, such as helped says
    onto: Literal["any", "cards", "spaces"] = "any"  # which piles, the filled or the empty ones
    lift: Lift | None = None  # what may be picked up for this, if not what the zones say

    verb = CARRY
    at = ""

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """Yield every lift with every pile that takes it."""
        piles, places = table.piles, game.where(self.to)
        if self.onto != "any":
            places = tuple(to for to in places if (self.onto == "cards") == bool(piles[to]))
        wants, wanted = game.wants(table, places), 0
        for _, mask in wants:
            wanted |= mask
        if not wanted:
            return
        own, lifts, single = self.lift, game.lifts, game.single(self.to)
        for at in game.where(self.source):
            pile, lift = piles[at], own or lifts[at]
            if not pile or lift is None or (single and not wanted >> pile[-1] & 1):
                continue
            for size in lift.sizes(game, table, at):
                card = pile[-size]
                if wanted >> card & 1:
                    for to, mask in wants:
                        if mask >> card & 1 and self._lands(game, table, at, to, size):
                            yield carrying(at, to, size)

    def allows(self, game: "Patience", table: Table, action: Action) -> bool:
        """Return whether exactly these cards can be lifted and the target takes them."""
        return (
            action.verb == CARRY
            and action.source in game.where(self.source)
            and action.target in game.where(self.to)
            and self.fits(game, table, action)
        )

    def fits(self, game: "Patience", table: Table, action: Action) -> bool:
        """Do the same check for piles that are known to belong to the move."""
        _, at, to, size, order = action
        pile, lift = table.piles[at], self.lift or game.lifts[at]
        return (
            lift is not None
            and 0 < size <= len(pile)
            and bool(game.takes(table, to) >> pile[-size] & 1)
            and (self.onto == "any" or (self.onto == "cards") == bool(table.piles[to]))
            and size in lift.sizes(game, table, at)
            and self._lands(game, table, at, to, size)
            and not order
        )

    def _lands(self, game: "Patience", table: Table, at: int, to: int, size: int) -> bool:
        """Return whether a liftable stack can go to a pile that takes its first card."""
        pile, onto, zone = table.piles[at], table.piles[to], game.zone[to]
        if at == to or size not in zone.batch or len(onto) + size > zone.room:
            return False
        if not onto and size == len(pile) and zone.alike and game.letter[at] == game.letter[to]:
            return False  # two equal piles would swap places
        return self.limit is None or size == 1 or size <= self.limit.most(game, table, at, to)

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        _, source, target, size, _ = action
        piles = list(table.piles)
        pile = piles[source]
        piles[source], piles[target] = pile[:-size], piles[target] + pile[-size:]
        return table.laid(piles)


@dataclass(frozen=True, slots=True)
class LayOff:
    """Lift a run from one zone and lay it on another card by card, the top card first."""

    source: Zones  # the zones that are carried from
    to: Zones  # the zones that are carried to

    verb = CARRY
    at = ""

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """Yield the part of each run that a pile takes card by card."""
        wants = game.wants(table, game.where(self.to))
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
        """Move the cards in reversed order."""
        source, target, size = action.source, action.target, action.size
        pile = table.piles[source]
        laid = pile[: -size - 1 : -1]
        return table.put((source, pile[:-size]), (target, table.piles[target] + laid))


@dataclass(frozen=True, slots=True)
class Pair:
    """Take two cards that match out of play together."""

    zones: Zones  # whose piles give their top cards
    match: Join  # which two cards go together
    under: MaybeZones = ""  # zones whose top card may also go with the card beneath it
    near: Near = ANYWHERE  # how they must lie

    verb = PAIR
    at = ""

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """Yield every two piles whose top cards match, each pair once."""
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
        return table.away((action.source, action.target))


@dataclass(frozen=True, slots=True)
class Replace:
    """Carry a card to one that it matches: both leave play, and the stock fills their places.

    The place that the card was carried from is filled first.
    """

    zones: Zones  # places of one card each
    by: OnePile  # the stock
    match: Join
    near: Near = ANYWHERE

    verb = CARRY
    at = ""

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """Yield every two cards that match, in both directions."""
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
        """Both cards leave, and up to two cards from the stock replace them."""
        (stock,) = game.where(self.by)
        cards = table.piles[stock]
        dealt = face_up(cards[:-3:-1])
        return table.away((action.source, action.target)).put(
            (stock, cards[:-2]), (action.source, dealt[:1]), (action.target, dealt[1:])
        )


@dataclass(frozen=True, slots=True)
class Swap:
    """Let any two cards of some zones change places."""

    zones: Zones  # places of one card each

    verb = PAIR
    at = ""

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """Yield every two cards, each pair once."""
        lying = [at for at in game.where(self.zones) if table.piles[at]]
        return (Action(PAIR, one, other) for one, other in combinations(lying, 2))

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        one, other = action.source, action.target
        return table.put((one, table.piles[other]), (other, table.piles[one]))


@dataclass(frozen=True, slots=True)
class Fold:
    """Lay a card on a match some places back in the line: the match leaves, and the line closes up."""

    zones: Zones  # places of one card each
    match: Join
    distances: tuple[int, ...]  # how many places back in the line

    verb = CARRY
    at = ""

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """Yield every card with every match at one of the distances."""
        line = [(at, pile[-1]) for at in game.where(self.zones) if (pile := table.piles[at])]
        for place, (at, card) in enumerate(line):
            for distance in self.distances:
                if distance <= place:
                    target, under = line[place - distance]
                    if self.match(under, card):
                        yield Action(CARRY, at, target)

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        carried = table.piles[action.source]
        table = table.away((action.target,)).put((action.target, carried), (action.source, b""))
        return CloseUp(self.zones).tidy(game, table)
