"""First Law: equal cards move together to the left, and four in a row leave; the rest come back."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.cards import face_down
from trapoula.patience import *


def _alike(game: Patience, table: Table, at: int) -> list[int]:
    """The columns whose top cards are of one rank with that of a column."""
    tops = [(other, pile[-1]) for other in game.where("T") if (pile := table.piles[other])]
    return [other for other, card in tops if SAME_RANK(table.piles[at][-1], card)]


@dataclass(frozen=True, slots=True)
class _Slide:
    """Lay a card on the first column whose top card is of its rank."""

    verb = "slide"
    at = "T"

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        for at in game.where("T"):
            if table.piles[at] and len(alike := _alike(game, table, at)) < 4 and alike[0] < at:
                yield Action(self.verb, at)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        source, target = action.source, _alike(game, table, action.source)[0]
        pile = table.piles[source]
        return table.put((source, pile[:-1]), (target, table.piles[target] + pile[-1:]))


@dataclass(frozen=True, slots=True)
class _Four:
    """Take four cards of one rank out of play."""

    verb = "drop"
    at = ""

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        first, *_ = columns = game.where("T")
        if table.piles[first] and len(_alike(game, table, first)) == len(columns):
            yield Action(self.verb)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        return table.away(game.where("T"))


@dataclass(frozen=True, slots=True)
class _Gather:
    """Gather the columns into a new stock, so that the first card dealt comes first again."""

    verb = "gather"
    at = "S"

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        (stock,) = game.where("S")
        if not table.piles[stock]:
            yield Action(self.verb, stock)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        columns = game.where("T")
        cards = face_down(b"".join(table.piles[at] for at in columns)[::-1])
        return table.put((action.source, cards), *((at, b"") for at in columns))


@game("grids")
def first_law() -> Patience:
    return Patience(
        picture="S . T T T T",
        zones={"S": stock(), "T": column(start=NONE, fan="none", lift=None)},
        deal=(Rest("S"),),
        moves=(Spread("S", to="T"), _Gather(), _Slide(), _Four()),
        goal=Bare("ST"),
        score=Gone(per=4),
    )
