"""Cruel: twelve piles packed down in suit, gathered and dealt again in fours at will."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.patience import *

DEALT, MOVED = range(2)  # phases: whether a card has moved since the last deal


@dataclass(frozen=True, slots=True)
class _DealAgain:
    """Gather the piles in their order and deal them out again, so many cards a pile, unshuffled."""

    at: str
    zones: str
    cards: int

    verb = "redeal"

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        (stock,) = game.where(self.at)
        yield Action(self.verb, stock)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        places, size = game.where(self.zones), self.cards
        order = b"".join(table.piles[at] for at in places)
        return table.put(*((at, order[n * size : (n + 1) * size]) for n, at in enumerate(places)))


@game("open")
def cruel() -> Patience:
    return Patience(
        picture="""
            S . F F F F
            T T T T T T
            T T T T T T
        """,
        zones={
            "S": stock(),
            "F": foundation(lift=None),
            "T": column(DOWN & SAME_SUIT, start=NONE, fan="none"),
        },
        deal=(Out(ACES, "F"), Stack("T", 4)),
        moves=(
            During((DEALT, MOVED), Carry("T", to="FT"), then=MOVED),
            During((MOVED,), _DealAgain("S", "T", 4), then=DEALT),
        ),
        goal=Home("F"),
        score=Cards("F", start=-4),
    )
