"""Diamond Mine: dig out the diamonds, and put the other suits in order in the columns."""

from dataclasses import dataclass

from trapoula.cards import rank
from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _Pips:
    """A point for each pip on the cards of some zones, ace 1 to king 13."""

    zones: str

    def of(self, game: Patience, table: Table) -> int:
        return sum(rank(card) + 1 for at in game.where(self.zones) for card in table.piles[at])


@game("open")
def diamond_mine() -> Patience:
    diamonds = of_suit(DIAMONDS)
    packed = DOWN & on(~diamonds) & laying(~diamonds)
    return Patience(
        picture="""
            . . . . . . F
            T T T T T T T T T T T T T
        """,
        zones={
            "F": foundation(diamonds, UP_ROUND & SAME_SUIT, lift=None),
            "T": column(packed, start=~diamonds, lift=run(packed)),
        },
        deal=(Rows("T", 3, down=True), Rows("T")),
        moves=(Carry("T", to="F"), Carry("T", to="T")),
        chores=(Reveal("T"),),
        goal=Reach(100),
        score=Sum((_Pips("F"), Suits("T", 3, DOWN & SAME_SUIT))),
    )
