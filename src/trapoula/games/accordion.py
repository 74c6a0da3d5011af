"""Accordion: fold a long line of cards together until a single one is left."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _Fold:
    """Cover a match at one of some distances to the left; it leaves, and the line closes up."""

    zone: str
    match: Join
    distances: tuple[int, ...]

    verb = CARRY
    at = ""

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        """Every card with every match to its left."""
        line = [(at, table.piles[at][-1]) for at in game.where(self.zone) if table.piles[at]]
        for place, (at, card) in enumerate(line):
            for distance in self.distances:
                if distance <= place:
                    target, under = line[place - distance]
                    if self.match(under, card):
                        yield Action(CARRY, at, target)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        """The card takes the place of the one it covers, and the cards behind it move up."""
        carried = table.piles[action.source]
        table = table.away((action.target,)).put((action.target, carried), (action.source, b""))
        return CloseUp(self.zone).tidy(game, table)


@game("grids")
def accordion() -> Patience:
    return Patience(
        picture="""
            L L L L L L L L L
            L L L L L L L L L
            L L L L L L L L L
            L L L L L L L L L
            L L L L L L L L L
            L L L L L L L
        """,
        zones={"L": square()},
        deal=(Rows("L"),),
        moves=(_Fold("L", SAME_SUIT | SAME_RANK, distances=(1, 3)),),
        goal=Reach(51),
        score=Gone(),
    )
