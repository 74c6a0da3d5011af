"""Scuffle: Auld Lang Syne, where what is left over may be shuffled and dealt again twice."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.cards import Pile, face_down
from trapoula.games.auld_lang_syne import auld_lang_syne
from trapoula.patience import *


@game("foundations")
def scuffle() -> Patience:
    return auld_lang_syne(also=(_Gather("S", "R", redeals=2),))


@dataclass(frozen=True, slots=True)
class _Gather:
    """When the stock is out, gather some zones and shuffle them, and make them the stock."""

    at: str  # the stock
    zones: str
    redeals: int

    verb = "gather"

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        (stock,) = game.where(self.at)
        if not table.piles[stock] and table.turned < self.redeals:
            yield Action(self.verb, stock)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        places = game.where(self.zones)
        return table.put(*((at, b"") for at in places))._replace(
            loose=b"".join(table.piles[at] for at in places), turned=table.turned + 1
        )

    def lay(self, game: Patience, table: Table, order: Pile) -> Table:
        (stock,) = game.where(self.at)
        return table.put((stock, face_down(order[::-1])))
