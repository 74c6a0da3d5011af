"""Pileon: bring the four cards of each rank together, in piles of no more than four."""

from dataclasses import dataclass

from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _Close:
    """Four cards of one rank are done: the top one turns face down."""

    zones: str

    def tidy(self, game: Patience, table: Table) -> Table:
        done = [
            (at, pile[:-1] + bytes([pile[-1] | HIDDEN]))
            for at in game.where(self.zones)
            if len(pile := table.piles[at]) == 4
            and all(SAME_RANK(pile[0], card) for card in pile[1:])
        ]
        return table.put(*done) if done else table


@dataclass(frozen=True, slots=True)
class _Closed:
    """So many points for each pile that is done."""

    zones: str
    each: int

    def of(self, game: Patience, table: Table) -> int:
        return self.each * sum(
            pile[-1] >= HIDDEN for at in game.where(self.zones) if (pile := table.piles[at])
        )


@game("open")
def pileon() -> Patience:
    return Patience(
        picture="""
            T . T . T . T
            T . T . T . T
            T . T . T . T
            T . T . T
        """,
        zones={"T": column(SAME_RANK, lift=run(SAME_RANK), fan="right", room=4)},
        deal=(Stack("T", 4, piles=range(13)), Now(_Close("T"))),
        moves=(Carry("T", to="T"),),
        chores=(_Close("T"),),
        goal=Reach(52),
        score=_Closed("T", 4),
    )
