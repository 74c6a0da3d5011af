"""Cards that go to cells, and leave them."""

from dataclasses import dataclass
from typing import ClassVar

from trapoula.errors import Phrase
from trapoula.patience import ANY, DOWN, NONE, SAME_SUIT, Carry, Patience, helped, run
from trapoula.solve.proofs.claim import Claim, Condition, Proof
from trapoula.solve.proofs.conditions import ALL_IN_SIGHT, ONE_PACK, SINGLY, ZONE_LIFTS
from trapoula.solve.proofs.declared import cards_of, carries_of, column_of, of_kind
from trapoula.solve.proofs.safe import Safe


def _in_suit(game: Patience) -> bool:
    if len(of_kind(game, "column")) != 1:
        return False
    zone = column_of(game)
    return (
        zone.build == DOWN & SAME_SUIT
        and isinstance(zone.lift, run)
        and zone.lift.ends == NONE
        and zone.lift.join == zone.build
        and zone.room > len(cards_of(game))
    )


def _to_and_fro(game: Patience) -> bool:
    column, cell = of_kind(game, "column"), of_kind(game, "cell")
    if len(cell) != 1 or game.zones[cell].start != ANY:
        return False
    ways = {
        (source, to)
        for move in carries_of(game)
        if isinstance(move, Carry) and move.onto == "any"
        for source in move.source
        for to in move.to
    }
    return ways >= {(column, column), (column, cell), (cell, column)}


def _helped_by_cells(game: Patience) -> bool:
    column, cell = of_kind(game, "column"), of_kind(game, "cell")
    return all(
        move.limit is None or (isinstance(move.limit, helped) and cell in move.limit.cells)
        for move in carries_of(game)
        if isinstance(move, Carry) and column in move.source and column in move.to
    )


@dataclass(frozen=True, slots=True)
class Parked(Proof):
    """Cards in cells, where one card alone takes each."""

    claim: ClassVar[Claim] = Claim(
        Phrase("Parked cards"),
        Phrase(
            "Where one card alone takes each, a card leaves its cell for that one as soon as it is on "
            "top. Whatever can be done before can be done then: a run that has grown by such cards is "
            "carried by way of the cells that they left, or goes back to cells with them. So cells "
            "take the whole run that ends a column, card by card, or nothing of it: of a part, the "
            "last card would leave its cell at once. For let all such cards be packed before and "
            "after a move: then it is made together with the cards that are packed on those it "
            "moves, or changes nothing."
        ),
        (
            Safe.claim,
            ONE_PACK,
            SINGLY,
            ZONE_LIFTS,
            ALL_IN_SIGHT,
            Condition(
                Phrase("There is one sort of column, packed down in suit and lifted as packed."),
                _in_suit,
            ),
            Condition(
                Phrase("Columns send any card to the cells, and cells send theirs to columns."),
                _to_and_fro,
            ),
            Condition(
                Phrase(
                    "A free cell lets one more card be carried with others, unless any number may be."
                ),
                _helped_by_cells,
            ),
        ),
    )
