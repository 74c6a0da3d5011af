"""Triple Peaks: clear three peaks onto the waste, a rank up or down at a time, in long runs."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.cards import Pile, face_down, face_up
from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _Climb:
    """Each card of a run is worth more than the last; each peak has a bonus, the last one two."""

    doubling: bool

    def of(self, game: Patience, table: Table) -> int:
        """The run on the waste and the peaks cleared so far."""
        (waste,) = game.where("W")
        run = sum(not card & HIDDEN for card in table.piles[waste]) - 1
        cleared = [not table.piles[at] for at in game.where("P")[:3]]
        peaks = sum(cleared) + all(cleared)
        return 2**run + 25 * peaks if self.doubling else run * (run + 1) // 2 + 15 * peaks


@dataclass(frozen=True, slots=True)
class _NewRun:
    """Turn the run on the waste face down, and a card from the stock to begin another."""

    turn: Turn

    verb = "turn"
    at = "S"

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        """While the stock has cards."""
        return self.turn.offers(game, table)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        """The run is turned over as a whole."""
        (waste,) = game.where("W")
        pile = table.piles[waste]
        run = bytes(card for card in pile if not card & HIDDEN)
        heap = pile.removesuffix(run) + face_down(run[::-1])
        return self.turn.play(game, table.put((waste, heap)), action)


@dataclass(frozen=True, slots=True)
class _NewRound:
    """When the peaks are cleared, all cards are shuffled and dealt again."""

    def tidy(self, game: Patience, table: Table) -> Table:
        """The cards are gathered for chance."""
        if not Bare("P").met(game, table):
            return table
        gathered = face_up(b"".join(table.piles))
        return table._replace(piles=(b"",) * len(table.piles), loose=gathered)

    def lay(self, game: Patience, table: Table, order: Pile) -> Table:
        """As at the start."""
        return table._replace(piles=game.start(tuple(order)).piles)


@game("chains")
def triple_peaks(rounds: bool = False, multiplier: bool = False) -> Patience:
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
            Earns(_NewRun(Turn("S", to="W")), Cards("S", each=0 if multiplier else 5)),
        ),
        chores=(Uncover("P"), _NewRound()) if rounds else (Uncover("P"),),
        goal=Bare("P"),
        score=Tally(),
    )
