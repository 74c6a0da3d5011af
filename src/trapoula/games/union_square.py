"""Union Square: two packs, sixteen heaps in suit one way each, suits built to the king and back."""

from dataclasses import dataclass

from trapoula.cards import suit
from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _NewSuit:
    """A card of a suit that no pile of the zones has begun."""

    zones: str

    def takes(self, game: Patience, table: Table, at: int) -> Mask:
        begun = {suit(pile[0]) for home in game.where(self.zones) if (pile := table.piles[home])}
        return ~of_suit(*begun).mask & EVERY_CARD


@dataclass(frozen=True, slots=True)
class _ThereAndBack:
    """Up to the king in suit, then the other king, then down again."""

    def takes(self, game: Patience, table: Table, at: int) -> Mask:
        pile = table.piles[at]
        way = UP if len(pile) < 13 else SAME_RANK if len(pile) == 13 else DOWN
        return way.masks[pile[-1]] & SAME_SUIT.masks[pile[-1]]


@dataclass(frozen=True, slots=True)
class _OneWay:
    """Up or down in suit, and on in the same direction once there are two cards."""

    def takes(self, game: Patience, table: Table, at: int) -> Mask:
        *_, under, top = -1, *table.piles[at]
        way = NEXT if under < 0 else UP if UP(under, top) else DOWN
        return way.masks[top] & SAME_SUIT.masks[top]


@game("packers")
def union_square() -> Patience:
    return Patience(
        picture="""
            S W . T T T T . F
            . . . T T T T . F
            . . . T T T T . F
            . . . T T T T . F
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "F": foundation(Every((ACES, _NewSuit("F"))), _ThereAndBack(), lift=None, room=26),
            "T": Zone("column", start=ANY, build=_OneWay(), lift=TOP, fan="right", shown=2),
        },
        deal=(Rows("T"), Rest("S")),
        moves=(Carry("WT", to="F"), Carry("WT", to="T"), Turn("S", to="W")),
        goal=Home("F"),
        score=Cards("F"),
        pack=TWO_DECKS,
    )
