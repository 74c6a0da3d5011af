"""Triple Peaks: clear three peaks onto the waste, a rank up or down at a time, in long runs."""

from dataclasses import dataclass

from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _Climb:
    """Each card of a run is worth more than the last; each peak has a bonus, the last one two."""

    doubling: bool

    def of(self, game: Patience, table: Table) -> int:
        cleared = [not table.piles[at] for at in game.where("P")[:3]]
        run = Cards("W", test=ANY).of(game, table) - 1
        return self.points(run, sum(cleared) + all(cleared))

    def points(self, run: int, bonuses: int) -> int:
        """For so many cards in a run, and so many bonuses."""
        return 2**run - 1 + 25 * bonuses if self.doubling else run * (run + 1) // 2 + 15 * bonuses


@game("chains", before={"debt": False})
def triple_peaks(*, rounds: bool = False, multiplier: bool = False, debt: bool = True) -> Patience:
    turn = Then(Turn("S", to="W"), (Bury("W"),))
    climb = _Climb(doubling=multiplier)
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
            Earns(Carry("P", to="W"), climb, debt=debt),
            Earns(turn, Cards("S", each=0 if multiplier else 5), debt=debt),
        ),
        chores=(Uncover("P"), *((NewRound(Bare("P")),) if rounds else ())),
        goal=Bare("P"),
        score=Tally(),
        highest=None if rounds else climb.points(28, 4),
    )
