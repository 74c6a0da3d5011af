"""Neighbor: neighbours of thirteen pips, or a king, leave a square whose rows then close up."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.core.cards import face_up
from trapoula.core.errors import Phrase
from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _Blind:
    """A king may leave unseen from the top of the stock; the square then turns one place on."""

    at: str
    to: str

    verb = "drop"

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        (stock,) = game.where(self.at)
        if (pile := table.piles[stock]) and pile[-1] & ~HIDDEN in KINGS:
            yield Action(self.verb, stock)

    def why(self, game: Patience, table: Table) -> Phrase | None:
        return Phrase("The top card of the stock is no king.")

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        first, *others = game.where(self.to)
        king = table.piles[action.source][-1:]
        turned = zip((first, *others), (*others, first), strict=True)
        table = table.put(
            (action.source, table.piles[action.source][:-1]),
            *((at, table.piles[other]) for at, other in turned),
        )
        return table._replace(gone=table.gone + face_up(king))


@game("pairs", before={"kings": "stock"})
def neighbor(kings: Literal["seen", "stock"] = "seen") -> Patience:
    unseen = (_Blind("S", to="T"),) if kings == "stock" else ()
    return Patience(
        picture="""
            S . T T T T T
            . . T T T T T
            . . T T T T T
            . . T T T T T
            . . T T T T T
        """,
        zones={"S": stock(), "T": reserve()},
        deal=(Rows("T"), Rest("S")),
        moves=(Pair("T", total(13), near=TOUCHING), Drop("T", KINGS), *unseen),
        chores=(CloseUp("T"), Refill("T", "S")),
        goal=Bare("ST"),
        score=Gone(),
    )
