"""Triple Peaks: clear three peaks onto the waste, a rank up or down at a time, in long runs."""

from dataclasses import dataclass

from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _Climb:
    """Each card of a run is worth more than the last; each peak has a bonus, the last one two."""

    doubling: bool

    def of(self, game: Patience, table: Table) -> int:
        run = Cards("W", test=ANY).of(game, table) - 1
        cleared = [not table.piles[at] for at in game.where("P")[:3]]
        peaks = sum(cleared) + all(cleared)
        return 2**run + 25 * peaks if self.doubling else run * (run + 1) // 2 + 15 * peaks


@game("chains")
def triple_peaks(*, rounds: bool = False, multiplier: bool = False) -> Patience:
    turn = Then(Turn("S", to="W"), (Bury("W"),))
    return Patience(
        picture="""
            S W
            .
            .
                P     P     P
               P P   P P   P P
              P P P P P P P P P
             P P P P P P P P P P
        """,
        pitch=1 / 3,
        zones={
            "S": stock(),
            "W": waste(NEXT_ROUND, fan=52),
            "P": reserve(lift=UNCOVERED),
        },
        deal=(Rows("P", down=True), Onto("W"), Rest("S"), Now(Uncover("P"))),
        moves=(
            Earns(Carry("P", to="W"), _Climb(doubling=multiplier)),
            Earns(turn, Cards("S", each=0 if multiplier else 5)),
        ),
        chores=(Uncover("P"), *((NewRound(Bare("P")),) if rounds else ())),
        goal=Bare("P"),
        score=Tally(),
    )
