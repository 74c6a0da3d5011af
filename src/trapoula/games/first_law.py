"""First Law: equal cards meet on the left, four equal ones leave, and the others come back."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _Match:
    """Lay a card on the first pile with an equal one, or take all four away if they are equal."""

    verb, at = "match", "T"

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        for at in game.where("T"):
            if len(equal := _equal(game, table, at)) == 4 or min(equal, default=at) < at:
                yield Action(self.verb, at)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        equal = _equal(game, table, action.source)
        if len(equal) == 4:
            return table.away(equal)
        return Carry("T", to="T").play(game, table, action._replace(target=equal[0]))


def _equal(game: Patience, table: Table, at: int) -> list[int]:
    """The piles whose top cards are of one rank with that of a pile."""
    tops = {to: SAME_RANK.masks[pile[-1]] for to in game.where("T") if (pile := table.piles[to])}
    return [to for to in tops if tops[to] == tops.get(at)]


@game("grids")
def first_law() -> Patience:
    return Patience(
        picture="S . T T T T",
        zones={"S": stock(), "T": column(lift=None, fan="none")},
        deal=(Rest("S"),),
        moves=(
            Spread("S", to="T"),
            When(Bare("S"), Tap("gather", "S", (Gather("T", to="S", lowest="last"),))),
            _Match(),
        ),
        goal=Bare("ST"),
        score=Gone(per=4),
    )
