"""Thieves: play the columns onto the waste, a rank up or down at a time, with two wild jokers."""

from dataclasses import dataclass

from trapoula.cards import rank
from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _Worth:
    """So many points for each card in some zones, by its rank: aces first, jokers last."""

    zones: str
    points: tuple[int, ...]

    def of(self, game: Patience, table: Table) -> int:
        """All cards there counted."""
        return sum(
            self.points[rank(card)] for at in game.where(self.zones) for card in table.piles[at]
        )


@game("chains")
def thieves() -> Patience:
    jokers = only(JOKER)
    points = (8, 6, 6, 4, 4, 2, 2, 2, 4, 4, 6, 6, 8, 0)
    return Patience(
        picture="""
            T T T T T T T
            .
            S W
        """,
        zones={
            "T": column(),
            "S": stock(),
            "W": waste(NEXT | on(jokers) | laying(jokers)),
        },
        pack=WITH_JOKERS,
        deal=(Rows("T", 5), Onto("W"), Rest("S")),
        moves=(Earns(Carry("T", to="W"), _Worth("W", points)), Turn("S", to="W")),
        goal=Bare("T"),
        score=Tally(),
    )
