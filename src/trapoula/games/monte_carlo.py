"""Monte Carlo: neighbours of a rank leave a square together; its rows close up at a tap."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _Gather:
    """Close up the rows and fill the places at the end from the stock."""

    at: str  # the stock
    to: str

    verb = "gather"

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        """While there is a gap to close or a place to fill."""
        (stock,) = game.where(self.at)
        action = Action(self.verb, stock)
        if self.play(game, table, action) != table:
            yield action

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        """First the one, then the other."""
        return Refill(self.to, self.at).tidy(game, CloseUp(self.to).tidy(game, table))


@game("pairs")
def monte_carlo() -> Patience:
    return Patience(
        picture="""
            S . T T T T T
            . . T T T T T
            . . T T T T T
            . . T T T T T
            . . T T T T T
        """,
        zones={"S": stock(), "T": reserve()},
        deal=(Rows("T"), Rest("S")),
        moves=(Pair("T", SAME_RANK, near=TOUCHING), _Gather("S", to="T")),
        goal=Bare("ST"),
        score=Gone(),
    )
