"""Wraps: a move with a condition before it or a consequence after it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trapoula.core.cards import face_up
from trapoula.core.errors import Phrase
from trapoula.patience.chores import Chore
from trapoula.patience.goals import Goal
from trapoula.patience.letters import OnePile
from trapoula.patience.moves import Explaining, Move, asking
from trapoula.patience.scores import Score
from trapoula.patience.table import Action, Table

if TYPE_CHECKING:
    from trapoula.patience.patience import Patience


class _Wrap:
    """What a wrap has from the move inside it, unless it says otherwise."""

    __slots__ = ()

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
        """The move's own."""
        return self.move.offers(game, table)

    def why(self, game: "Patience", table: Table) -> Phrase | None:
        """The move's own."""
        return self.move.why(game, table) if isinstance(self.move, Explaining) else None

    def allows(self, game: "Patience", table: Table, action: Action) -> bool:
        """The move's own."""
        return asking(self.move)(game, table, action)

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """The move's own."""
        return self.move.play(game, table, action)


def unwrap(move: Move) -> Move:
    """The move inside, however often it is wrapped."""
    return unwrap(move.move) if isinstance(move, _Wrap) else move


@dataclass(frozen=True, slots=True)
class When(_Wrap):
    """A move that may be made only while the table is so."""

    so: Goal
    move: Move
    otherwise: str = ""  # what is said to one who tries it while it is not so

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """The move's own, while it is so."""
        return self.move.offers(game, table) if self.so.met(game, table) else iter(())

    def why(self, game: "Patience", table: Table) -> Phrase | None:
        """Because it is not so; else the move's own."""
        if self.so.met(game, table):
            return _Wrap.why(self, game, table)
        return Phrase(self.otherwise) if self.otherwise else None

    def allows(self, game: "Patience", table: Table, action: Action) -> bool:
        """The move's own, while it is so."""
        return self.so.met(game, table) and asking(self.move)(game, table, action)


@dataclass(frozen=True, slots=True)
class During(_Wrap):
    """A move that belongs to some phases only, and may lead to another."""

    phases: tuple[int, ...]  # in which it may be made; a game begins in phase 0
    move: Move
    then: int | None = None  # the phase afterwards; None: the same
    otherwise: str = ""  # what is said to one who tries it in another phase

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """The move's own, in its phases."""
        return self.move.offers(game, table) if table.phase in self.phases else iter(())

    def why(self, game: "Patience", table: Table) -> Phrase | None:
        """Because this is another phase; else the move's own."""
        if table.phase in self.phases:
            return _Wrap.why(self, game, table)
        return Phrase(self.otherwise) if self.otherwise else None

    def allows(self, game: "Patience", table: Table, action: Action) -> bool:
        """The move's own, in its phases."""
        return table.phase in self.phases and asking(self.move)(game, table, action)

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """The move, and then perhaps a new phase."""
        table = self.move.play(game, table, action)
        return table if self.then is None else table._replace(phase=self.then)


@dataclass(frozen=True, slots=True)
class Then(_Wrap):
    """A move that has chores of its own to follow it."""

    move: Move
    chores: tuple[Chore, ...]

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """The move, and the chores in their order."""
        table = self.move.play(game, table, action)
        for chore in self.chores:
            table = chore.tidy(game, table)
        return table


@dataclass(frozen=True, slots=True)
class Backfill(_Wrap):
    """A move that leaves a gap, which the top card of another zone fills at once."""

    move: Move
    by: OnePile  # the pile that fills the gap

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """The move, and a card in the place it was made from, if that is empty now."""
        table = self.move.play(game, table, action)
        (source,) = game.where(self.by)
        pile = table.piles[source]
        if table.piles[action.source]:
            return table
        return table.put((source, pile[:-1]), (action.source, face_up(pile[-1:])))


@dataclass(frozen=True, slots=True)
class TakeAlong(_Wrap):
    """A carry of one card that may take along as many of the cards beneath it as one likes."""

    move: Move

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """The move's own, with none, one, and so on to all of those cards."""
        for action in self.move.offers(game, table):
            for beneath in range(len(table.piles[action.source])):
                yield action._replace(size=1 + beneath)

    def allows(self, game: "Patience", table: Table, action: Action) -> bool:
        """The move's own, with no more cards than there are."""
        least = action._replace(size=1)
        held = table.piles[action.source] if action.source >= 0 else b""
        return 0 < action.size <= len(held) and asking(self.move)(game, table, least)


@dataclass(frozen=True, slots=True)
class Earns(_Wrap):
    """A move that adds to the tally as much as it raises a score, or takes as much from it."""

    move: Move
    score: Score
    debt: bool = False  # whether the tally may fall below nought

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        """The move, and the points for it."""
        after = self.move.play(game, table, action)
        tally = after.tally + self.score.of(game, after) - self.score.of(game, table)
        return after._replace(tally=tally if self.debt else max(0, tally))
