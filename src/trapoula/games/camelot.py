"""Camelot: fill the table, clear away the tens, and leave the court in its places."""

from dataclasses import dataclass

from trapoula.patience import *

LAYING, FULL, CLEARING = range(3)


@dataclass(frozen=True, slots=True)
class _Turnabout:
    """Clearing begins when the table is full, or when no card is left to lay."""

    table: str

    def tidy(self, game: Patience, table: Table) -> Table:
        if all(table.piles[at] for at in game.where(self.table)):
            return table._replace(phase=FULL)
        return table._replace(phase=CLEARING) if Home(self.table).met(game, table) else table


@game("grids")
def camelot() -> Patience:
    pips = ~COURT
    return Patience(
        picture="""
            S W  K Q Q K
                 J M M J
                 J M M J
                 K Q Q K
        """,
        zones={
            "S": stock(),
            "W": waste(room=1),
            "K": square(pips | KINGS),
            "Q": square(pips | only(QUEEN)),
            "J": square(pips | only(JACK)),
            "M": square(pips),
        },
        deal=(Rest("S"),),
        moves=(
            Carry("W", to="KQJM"),
            During((FULL, CLEARING), Pair("KQJM", total(10)), then=CLEARING),
            During((FULL, CLEARING), Drop("KQJM", only(TEN)), then=CLEARING),
            During((LAYING, CLEARING), Turn("S", to="W"), then=LAYING),
        ),
        chores=(_Turnabout("KQJM"),),
        goal=Both(Bare("SW"), Bare("KQJM", but=COURT)),
        score=Tally(),
    )
