"""Baker's Dozen: thirteen columns with the kings at the bottom, packed down in any suit."""

from dataclasses import dataclass

from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _Sink:
    """The cards of a test are put under the others of their piles, the last one lowest."""

    test: Test
    zones: str

    def deal(self, game: Patience, hand: Hand) -> None:
        for at in game.where(self.zones):
            pile = hand.piles[at]
            sunk = bytes(card for card in reversed(pile) if card in self.test)
            pile[:] = sunk + bytes(card for card in pile if card not in self.test)


@game("open")
def bakers_dozen() -> Patience:
    return Patience(
        picture="""
            . . . F . F . F . F
            T T T T T T T T T T T T T
        """,
        zones={
            "F": foundation(),
            "T": column(DOWN, start=NONE),
        },
        deal=(Rows("T", 4), _Sink(KINGS, "T")),
        moves=(Carry("T", to="F"), Carry("TF", to="T")),
        goal=Home("F"),
        score=Cards("F"),
    )
