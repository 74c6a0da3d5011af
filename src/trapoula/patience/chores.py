"""Chores: what happens automatically after every action."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Literal, Protocol

from trapoula.core.cards import HIDDEN, Pile, face_down, face_up, rank
from trapoula.patience.goals import Goal
from trapoula.patience.letters import MaybeZones, OnePile, Zones
from trapoula.patience.rules import Join, Mask
from trapoula.patience.table import Action, Table

if TYPE_CHECKING:
    from trapoula.patience.moves import Move
    from trapoula.patience.patience import Patience


MOST_SEEN = 1 << 12  # foundations that a sweep caches


class Chore(Protocol):
    """Something that happens automatically."""

    def tidy(self, game: "Patience", table: Table) -> Table:
        """Return the table after the chore; the same object if it changed nothing."""


class Tidy(Protocol):
    """A chore bound to a game. After a plain carry, it also gets the table before and the action."""

    def __call__(
        self, table: Table, before: Table | None = None, carry: Action | None = None, /
    ) -> Table:
        """Return the table after the chore."""


def prepared(chore: Chore, game: "Patience") -> Tidy:
    """Bind a chore to a game, using its own `prepared` if it has one."""
    own: Callable[[Patience], Tidy] | None = getattr(chore, "prepared", None)
    if own is not None:
        return own(game)
    return lambda table, before=None, carry=None: chore.tidy(game, table)


def one_by_one(tidies: Sequence[Tidy]) -> Tidy:
    """Combine several chores into one that runs them in order."""
    if len(tidies) == 1:
        return tidies[0]

    def tidy(table: Table, before: Table | None = None, carry: Action | None = None) -> Table:
        for one in tidies:
            tidied = one(table, before, carry)
            if tidied is not table:
                table, before, carry = tidied, None, None
        return table

    return tidy


@dataclass(frozen=True, slots=True)
class Reveal:
    """A face-down card on top of a pile turns face up."""

    zones: Zones

    def tidy(self, game: "Patience", table: Table) -> Table:
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
        places, size = game.where(self.zones), self.cards
        order = b"".join(table.piles[at] for at in places)
        return table.put(*((at, order[n * size : (n + 1) * size]) for n, at in enumerate(places)))


@dataclass(frozen=True, slots=True)
class Close:
    """A complete pile of cards that join one another is closed: its top card turns face down."""

    zones: Zones
    join: Join
    cards: int

    def tidy(self, game: "Patience", table: Table) -> Table:
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
        for at in game.where(self.zones):
            under, top = table.piles[at][:-1], table.piles[at][-1:]
            shown = bytes(card for card in under if card < HIDDEN)
            table = table.put((at, under.removesuffix(shown) + face_down(shown[::-1]) + top))
        return table


@dataclass(frozen=True, slots=True)
class NewRound:
    """As soon as a condition holds, all cards are shuffled and dealt as at the start."""

    so: Goal

    def tidy(self, game: "Patience", table: Table) -> Table:
        """Gather the cards for chance to shuffle."""
        if not self.so.met(game, table):
            return table
        gathered = face_up(b"".join(table.piles))
        return table._replace(piles=(b"",) * len(table.piles), loose=gathered)

    def lay(self, game: "Patience", table: Table, order: Pile) -> Table:
        """Deal them as at the start."""
        return table._replace(piles=game.start(tuple(order)).piles)


@dataclass(frozen=True, slots=True)
class If:
    """A chore that runs only while a condition holds."""

    so: Goal
    chore: Chore

    def tidy(self, game: "Patience", table: Table) -> Table:
        return self.chore.tidy(game, table) if self.so.met(game, table) else table


@dataclass(frozen=True, slots=True)
class Begin:
    """A phase of the game begins."""

    phase: int

    def tidy(self, game: "Patience", table: Table) -> Table:
        return table._replace(phase=self.phase)


@dataclass(frozen=True, slots=True)
class Skip:
    """The game moves some phases forward, or back."""

    parts: int

    def tidy(self, game: "Patience", table: Table) -> Table:
        return table._replace(phase=table.phase + self.parts)


@dataclass(frozen=True, slots=True)
class Auto:
    """A move is made automatically, if it is possible."""

    move: "Move"

    def tidy(self, game: "Patience", table: Table) -> Table:
        """Play the first action that the move offers."""
        for action in self.move.offers(game, table):
            return self.move.play(game, table, action)
        return table


@dataclass(frozen=True, slots=True)
class Settle:
    """The first card on the foundations sets the base for good, even if it leaves them again."""

    zones: Zones

    def tidy(self, game: "Patience", table: Table) -> Table:
        """Store the first card's rank plus one as the phase."""
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
        places = game.where(self.zones)
        lying = [pile for at in places if (pile := table.piles[at])]
        lying += [b""] * (len(places) - len(lying))
        return table.put(*zip(places, lying, strict=True))


@dataclass(frozen=True)
class Sweep:
    """Cards go to the foundations by themselves when no card in play will need to lie on them.

    A card is safe there when every card that could be packed on it, and every card that could be
    packed on those, is home already or the next to go.
    """

    zones: Zones
    to: Zones  # the foundations
    packed: Join  # how the columns are packed

    def tidy(self, game: "Patience", table: Table) -> Table:
        """Move one card after another, each time the first safe one."""
        return self.prepared(game)(table)

    def prepared(self, game: "Patience") -> Tidy:
        """Bind to a game, and cache what each foundation takes."""
        sources, needed = game.where(self.zones), self.needed.masks
        known: dict[str, dict[Pile, tuple[Mask, Mask]]] = {letter: {} for letter in self.to}
        homes = [(at, known[game.letter[at]]) for at in game.where(self.to)]
        between = self._between(game)
        at_rest: tuple[Table | None, Mask, Mask] = None, 0, 0  # the last table, with its two masks

        def at_home(piles: Sequence[Pile], table: Table, at: int) -> tuple[Mask, Mask]:
            """Return the cards a foundation takes, and those plus the cards on it."""
            takes = game.takes(table.laid(piles), at)
            found = takes, takes | sum(1 << card for card in set(piles[at]))
            seen = known[game.letter[at]]
            if game.plain[at] and len(seen) < MOST_SEEN:
                seen[piles[at]] = found
            return found

        def tidy(table: Table, before: Table | None = None, carry: Action | None = None) -> Table:
            nonlocal at_rest
            piles: Sequence[Pile] = table.piles
            last, wanted, ready = at_rest
            if before is last and carry is not None and carry[1:3] in between:
                # every other top card was there before, and was not safe
                pile = piles[carry.source]
                if not pile or not wanted >> pile[-1] & 1 or needed[pile[-1]] & ~ready:
                    at_rest = table, wanted, ready
                    return table
            swept: list[Pile] = []
            while True:
                wanted = ready = 0
                for at, seen in homes:
                    mask, cards = seen.get(piles[at]) or at_home(piles, table, at)
                    wanted |= mask
                    ready |= cards
                for source in sources:
                    if (
                        (pile := piles[source])
                        and wanted >> (card := pile[-1]) & 1
                        and not needed[card] & ~ready
                    ):
                        break
                else:
                    table = table.laid(swept) if swept else table
                    at_rest = table, wanted, ready
                    return table
                piles = swept = swept or list(piles)
                for at, seen in homes:
                    if (seen.get(piles[at]) or at_home(piles, table, at))[0] >> card & 1:
                        swept[source], swept[at] = pile[:-1], piles[at] + pile[-1:]
                        break

        return tidy

    def _between(self, game: "Patience") -> frozenset[tuple[int, ...]]:
        """Return the pairs of piles where a carry uncovers a card and changes nothing else."""
        if not all(game.plain[at] for at in game.where(self.to)):
            return frozenset()
        return frozenset(product(game.where(self.zones), game.elsewhere(self.to)))

    @cached_property
    def needed(self) -> Join:
        """For each card: everything that can be packed on it, and on those cards."""
        masks = self.packed.masks
        found = list(masks)
        for card, over in enumerate(masks):
            for other in range(over.bit_length()):
                if over >> other & 1:
                    found[card] |= masks[other]
        return Join(tuple(found), f"needed({self.packed})")
