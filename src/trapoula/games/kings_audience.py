"""King's Audience: kings and queens come to their thrones, and each jack brings its suit with it."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.patience import *

COUPLES = SAME_SUIT & total(25)  # king and queen
CALLERS = SAME_SUIT & total(12) & (on(ACES | only(JACK)))  # jack and ace


@dataclass(frozen=True, slots=True)
class _Enter:
    """King and queen take a throne together; a jack begins a foundation when its ace leaves."""

    zones: str

    verb = PAIR
    at = ""

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        return Pair(self.zones, COUPLES | CALLERS).offers(game, table)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        after = table.away((action.source, action.target))
        queen, king = sorted(after.gone[-2:])
        throned = king in KINGS
        at = next(at for at in game.where("K" if throned else "F") if not after.piles[at])
        if throned:
            return after.put((at, bytes([king, queen])))._replace(gone=table.gone)
        return after.put((at, bytes([king])))._replace(gone=table.gone + bytes([queen]))


@game("foundations")
def kings_audience() -> Patience:
    return Patience(
        picture="""
            . A A A A
            A . . . . A
            . K K K K
            A . . . . A
            . . S W
            A . . . . A
            . F F F F
            A . . . . Z
            . A A A A
        """,
        pitch=1 / 2,
        zones={
            "A": reserve(),
            "Z": reserve(),  # the last corner, dealt and filled after all the others
            "K": Zone("foundation", fan="right"),
            "S": stock(),
            "W": waste(),
            "F": foundation(NONE, DOWN & SAME_SUIT, lift=None),
        },
        deal=(Rows("AZ"), Rest("S")),
        moves=(_Enter("AZW"), Carry("AZW", to="F"), Turn("S", to="W")),
        chores=(Refill("AZ", "WS"),),
        goal=Home("KF"),
        score=Cards("AZSW", each=-1, start=52),
    )
