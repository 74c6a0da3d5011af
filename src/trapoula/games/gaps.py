"""Gaps: by way of four gaps, bring each row into order from two to king of a suit."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.core.cards import Pile
from trapoula.core.errors import Phrase
from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _Redeal:
    """When no gap can be filled, the cards out of order are shuffled and dealt again, twice."""

    aces: Test  # cards that are dealt as well, to leave gaps where they fall

    verb, at, redeals = "redeal", "", 2

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        if table.turned < self.redeals and Cannot(Carry("G", to="G")).met(game, table):
            yield Action(self.verb)

    def why(self, game: Patience, table: Table) -> Phrase | None:
        if table.turned < self.redeals:
            return Phrase("A gap can still be filled.")
        return Phrase("Every redeal has been used.")

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        astray = [at for at in game.where("G") if game.liftable(table, at)]
        aces = bytes(card for card in table.gone if card in self.aces)
        loose = b"".join(table.piles[at] for at in astray) + aces
        table = table.put(*((at, b"") for at in astray))
        gone = table.gone.removesuffix(aces)
        return table._replace(gone=gone, loose=loose, turned=table.turned + 1)

    def lay(self, game: Patience, table: Table, order: Pile) -> Table:
        """In reading order; without the aces, the first free place of each row is the gap."""
        free = [at for at in game.where("G") if not table.piles[at]]
        places = free if self.aces.mask else [at for at in free if game.beside(at, -1) in free]
        laid = dict(zip(places, order, strict=True))
        table = table.put(*((at, bytes([card])) for at, card in laid.items()))
        return table.away(at for at, card in laid.items() if card in ACES)


@game("grids")
def gaps(gaps: Literal["first", "anywhere"] = "first") -> Patience:
    return Patience(
        picture="""
            G G G G G G G G G G G G G
            G G G G G G G G G G G G G
            G G G G G G G G G G G G G
            G G G G G G G G G G G G G
        """,
        zones={"G": square(Beside(UP & SAME_SUIT, dx=-1, edge=only(TWO)), lift=astray())},
        deal=(Rows("G"), Away(ACES, "G")),
        moves=(Carry("G", to="G"), _Redeal(ACES if gaps == "anywhere" else NONE)),
        goal=Reach(48),
        score=Fixed("G"),
    )
