"""La Belle Lucie: eighteen fans packed down in suit, gathered, shuffled and dealt in threes twice."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.patience import *

BEFORE, AFTER = range(2)  # phases: whether merci has been asked


@dataclass(frozen=True, slots=True)
class Packets:
    """The cards of some zones are gathered, shuffled and dealt again, so many on each pile."""

    zones: Zones
    cards: int
    redeals: Redeals

    verb, at = "redeal", ""

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        if self.redeals == "unlimited" or table.turned < self.redeals:
            yield Action(self.verb)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        places = game.where(self.zones)
        gathered = b"".join(table.piles[at] for at in places)
        table = table.put(*((at, b"") for at in places))
        return table._replace(loose=gathered, turned=table.turned + 1)

    def lay(self, game: Patience, table: Table, order: bytes) -> Table:
        packets = (order[at : at + self.cards] for at in range(0, len(order), self.cards))
        return table.put(*zip(game.where(self.zones), packets, strict=False))


@dataclass(frozen=True, slots=True)
class Merci:
    """A card that lies under others is drawn out and played where it fits."""

    source: Zones
    to: Zones

    verb, at = CARRY, ""

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        for at in game.where(self.source):
            for depth in range(2, len(table.piles[at]) + 1):
                for to in game.where(self.to):
                    if to != at and game.takes(table, to) >> table.piles[at][-depth] & 1:
                        yield Action(CARRY, at, to, depth)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        pile, place = table.piles[action.source], len(table.piles[action.source]) - action.size
        return table.put(
            (action.source, pile[:place] + pile[place + 1 :]),
            (action.target, table.piles[action.target] + pile[place : place + 1]),
        )


@game("open")
def la_belle_lucie(redeals: Literal[0, 1, 2] = 2, merci: bool = True) -> Patience:
    drawn = (During((BEFORE,), Merci("T", to="FT"), then=AFTER),) if merci else ()
    return Patience(
        picture="""
            . . . . F . F . F . F
            T . . T . . T . . T . . T . . T
            T . . T . . T . . T . . T . . T
            T . . T . . T . . T . . T . . T
        """,
        zones={
            "F": foundation(lift=None),
            "T": column(DOWN & SAME_SUIT, start=NONE, fan="right"),
        },
        deal=(Stack("T", 3, piles=range(17)), Rows("T", piles=range(17, 18))),
        moves=(Carry("T", to="FT"), Packets("T", 3, redeals), *drawn),
        goal=Home("F"),
        score=Cards("F"),
    )
