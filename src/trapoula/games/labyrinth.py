"""Labyrinth: a row kept full until the first deal, then columns to be played from both ends."""

from dataclasses import dataclass

from trapoula.patience import *

ROW, COLUMNS = range(2)


@game("packers")
def labyrinth() -> Patience:
    return Patience(
        picture="""
            S . F F F F
            .
            .
            U U U U U U U U
            T T T T T T T T
        """,
        pitch=1 / 3,
        zones={
            "S": stock(),
            "F": foundation(lift=None),
            "U": square(),
            "T": column(),
        },
        pack=without(ACES),
        deal=(Lay("F", without(~ACES)), Rows("U"), Rest("S")),
        moves=(
            Carry("UT", to="F"),
            During((ROW, COLUMNS), Spread("S", to="T"), then=COLUMNS),
        ),
        chores=(_Fill("U", Refill("U", "S")),),
        goal=Home("F"),
        score=Cards("F", start=-4),
    )


@dataclass(frozen=True, slots=True)
class _Fill:
    """A gap in the row is filled from the stock at first, later from the column below it."""

    row: str
    at_first: Refill

    def tidy(self, game: Patience, table: Table) -> Table:
        if table.phase == ROW:
            return self.at_first.tidy(game, table)
        for at in game.where(self.row):
            below = game.beside(at, 0, 1)
            if below is not None and not table.piles[at]:
                pile = table.piles[below]
                table = table.put((at, pile[:1]), (below, pile[1:]))
        return table
