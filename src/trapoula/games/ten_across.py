"""Ten Across: columns packed down in suit, any face-up card carried with all that lies on it."""

from dataclasses import dataclass

from trapoula.patience import *


@game("open")
def ten_across(spots: bool = True) -> Patience:
    return Patience(
        picture="""
            . C C
            T T T T T T T T T T
        """,
        zones={
            "C": cell(ANY if spots else NONE),
            "T": column(DOWN & SAME_SUIT, start=KINGS, lift=FACE_UP),
        },
        deal=(*_there_and_back(), Rows("C", piles=range(1, -1, -1))),
        moves=(Carry("CT", to="T"), Carry("T", to="C")),
        chores=(Reveal("T"),),
        goal=_Sorted("T", DOWN & SAME_SUIT),
        score=Tally(),
    )


def _there_and_back() -> tuple[Step, ...]:
    """Five rows, from the left and from the right in turn, each with one more card face up at its ends."""
    rows: list[Step] = []
    for shown in range(1, 6):
        row = range(10) if shown % 2 else range(9, -1, -1)
        rows += (
            Rows("T", piles=row[:shown]),
            Rows("T", down=True, piles=row[shown:-shown]),
            Rows("T", piles=row[-shown:]),
        )
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class _Sorted:
    """Every pile of the zones is empty or a run of a whole suit."""

    zones: str
    join: Join

    def met(self, game: Patience, table: Table) -> bool:
        """All of them looked at."""
        piles = [pile for at in game.where(self.zones) if (pile := table.piles[at])]
        full = Suits(self.zones, 1, self.join)
        return full.of(game, table) == len(piles)
