"""Penguin: the first card dealt sets the base, and its three mates lie on the foundations."""

from dataclasses import dataclass

from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class Mates:
    """The other cards of the first card's rank are taken out of the hand and laid one a pile."""

    to: Zones

    def deal(self, game: Patience, hand: Hand) -> None:
        base = rank(hand.cards[-1])
        beak = hand.cards.pop()
        for at, card in zip(game.where(self.to), hand.take_out(only(base)), strict=False):
            hand.piles[at].append(card)
        hand.cards.append(beak)
        hand.phase = base + 1  # what Settled reads


@game("open")
def penguin() -> Patience:
    packed = DOWN_ROUND & SAME_SUIT
    return Patience(
        picture="""
            C C C C C C C F
            T T T T T T T F
            . . . . . . . F
            . . . . . . . F
        """,
        zones={
            "C": cell(),
            "F": foundation(Settled(), UP_ROUND & SAME_SUIT, lift=None),
            "T": column(packed, start=Settled(-1), lift=run(packed)),
        },
        deal=(Mates("F"), Rows("T", 7)),
        moves=(Carry("CT", to="F"), Carry("CT", to="T"), Carry("T", to="C")),
        goal=Home("F"),
        score=Cards("F", start=-3),
    )
