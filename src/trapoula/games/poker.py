"""Poker: fill a square so that its rows, columns and diagonals make good hands."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from trapoula.games._hands import Hands
from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _Swap:
    """Two cards change places."""

    zones: str

    verb = PAIR
    at = ""

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        """Any two."""
        filled = [at for at in game.where(self.zones) if table.piles[at]]
        return (Action(PAIR, one, other) for one, other in combinations(filled, 2))

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        """Each goes where the other was."""
        one, other = action.source, action.target
        return table.put((one, table.piles[other]), (other, table.piles[one]))


@dataclass(frozen=True, slots=True)
class _Next:
    """The next card is turned up as long as there is a place for it."""

    def tidy(self, game: Patience, table: Table) -> Table:
        """From the stock to the waste."""
        full = all(table.piles[at] for at in game.where("P"))
        return table if full else Refill("W", "S").tidy(game, table)


@game("grids")
def poker(swaps: bool = False) -> Patience:
    return Patience(
        picture="""
            S W . P P P P P
            . . . P P P P P
            . . . P P P P P
            . . . P P P P P
            . . . P P P P P
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "P": square(ANY, lift=TOP if swaps else None),
        },
        deal=(Onto("W"), Rest("S")),
        moves=(Carry("WP", to="P"), _Swap("P")) if swaps else (Carry("W", to="P"),),
        chores=(_Next(),),
        goal=Reach(120 if swaps else 75, filled="P"),
        score=Hands("P"),
    )
