"""Easthaven: seven columns, dealt on a row at a time once every gap is filled that can be."""

from dataclasses import dataclass

from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _Filled:
    """No cards that lie on others could move to an empty pile, or there are too few to fill all."""

    zones: str

    def met(self, game: Patience, table: Table) -> bool:
        piles, places = table.piles, game.where(self.zones)
        fillings = Carry(self.zones, to=self.zones, onto="spaces").offers(game, table)
        return sum(len(piles[at]) for at in places) < len(places) or not any(
            action.size < len(piles[action.source]) for action in fillings
        )


@game("packers")
def easthaven() -> Patience:
    packed = DOWN & ALTERNATE
    return Patience(
        picture="""
            S . . F F F F
            T T T T T T T
        """,
        zones={
            "S": stock(),
            "F": foundation(lift=None),
            "T": column(packed, start=KINGS, lift=run(packed)),
        },
        deal=(Rows("T", 2, down=True), Rows("T"), Rest("S")),
        moves=(Carry("T", to="F"), Carry("T", to="T"), When(_Filled("T"), Spread("S", to="T"))),
        chores=(Reveal("T"),),
        goal=Home("F"),
        score=Cards("F"),
    )
