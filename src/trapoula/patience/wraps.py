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
    """Passes every method on to the move inside; wraps override what they change."""

    __slots__ = ()

    move: Move

    @property
    def verb(self) -> str:
        return self.move.verb

    @property
    def at(self) -> str:
        return self.move.at

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        return self.move.offers(game, table)

    def why(self, game: "Patience", table: Table) -> Phrase | None:
        return self.move.why(game, table) if isinstance(self.move, Explaining) else None

    def allows(self, game: "Patience", table: Table, action: Action) -> bool:
        return asking(self.move)(game, table, action)

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        return self.move.play(game, table, action)


def unwrap(move: Move) -> Move:
    """Return the move inside all wraps."""
    return unwrap(move.move) if isinstance(move, _Wrap) else move


@dataclass(frozen=True, slots=True)
class When(_Wrap):
    """A move that is allowed only while a condition holds."""

    so: Goal
    move: Move
    otherwise: str = ""  # the message if you try it while the condition fails

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        return self.move.offers(game, table) if self.so.met(game, table) else iter(())

    def why(self, game: "Patience", table: Table) -> Phrase | None:
        """Return this wrap's sentence if the condition fails; otherwise ask the move."""
        if self.so.met(game, table):
            return _Wrap.why(self, game, table)
        return Phrase(self.otherwise) if self.otherwise else None

    def allows(self, game: "Patience", table: Table, action: Action) -> bool:
        return self.so.met(game, table) and asking(self.move)(game, table, action)


@dataclass(frozen=True, slots=True)
class During(_Wrap):
    """A move that belongs to some phases only, and can start another phase."""

    phases: tuple[int, ...]  # in which it may be made; a game begins in phase 0
    move: Move
    then: int | None = None  # the phase afterwards; None: the same
    otherwise: str = ""  # the message if you try it in another phase

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        return self.move.offers(game, table) if table.phase in self.phases else iter(())

    def why(self, game: "Patience", table: Table) -> Phrase | None:
        """Return this wrap's sentence in another phase; otherwise ask the move."""
        if table.phase in self.phases:
            return _Wrap.why(self, game, table)
        return Phrase(self.otherwise) if self.otherwise else None

    def allows(self, game: "Patience", table: Table, action: Action) -> bool:
        return table.phase in self.phases and asking(self.move)(game, table, action)

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        table = self.move.play(game, table, action)
        return table if self.then is None else table._replace(phase=self.then)


@dataclass(frozen=True, slots=True)
class Then(_Wrap):
    """A move that is followed by its own chores."""

    move: Move
    chores: tuple[Chore, ...]

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
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
        """Make the move, then fill the place it came from if that is empty now."""
        table = self.move.play(game, table, action)
        (source,) = game.where(self.by)
        pile = table.piles[source]
        if table.piles[action.source]:
            return table
        return table.put((source, pile[:-1]), (action.source, face_up(pile[-1:])))


@dataclass(frozen=True, slots=True)
class TakeAlong(_Wrap):
    """A carry of one card that may also take any number of the cards beneath it."""

    move: Move

    def offers(self, game: "Patience", table: Table) -> Iterator[Action]:
        """Offer the move's actions with none, one, and so on to all of the cards beneath."""
        for action in self.move.offers(game, table):
            for beneath in range(len(table.piles[action.source])):
                yield action._replace(size=1 + beneath)

    def allows(self, game: "Patience", table: Table, action: Action) -> bool:
        least = action._replace(size=1)
        held = table.piles[action.source] if action.source >= 0 else b""
        return 0 < action.size <= len(held) and asking(self.move)(game, table, least)


@dataclass(frozen=True, slots=True)
class Earns(_Wrap):
    """A move that changes the tally by as much as it changes a score."""

    move: Move
    score: Score
    debt: bool = False  # whether the tally may fall below zero

    def play(self, game: "Patience", table: Table, action: Action) -> Table:
        after = self.move.play(game, table, action)
        tally = after.tally + self.score.of(game, after) - self.score.of(game, table)
        return after._replace(tally=tally if self.debt else max(0, tally))
