"""Valentine: four piles built down in suit, dealt and gathered until every suit is whole."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.cards import face_down
from trapoula.patience import *


@game("foundations")
def valentine() -> Patience:
    return Patience(
        picture="""
            S W
            T T T T
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "T": column(DOWN & SAME_SUIT, start=NONE, fan="none"),
        },
        deal=(Rows("T"), Rest("S")),
        moves=(Carry("WT", to="T"), _Deal()),
        goal=Bare("SW"),
        score=Tally(),
    )


@dataclass(frozen=True, slots=True)
class _Deal:
    """Fill the gaps; if there are none, turn a card; if one is there, gather all and deal anew."""

    verb = "deal"
    at = "S"

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        yield Action(self.verb, game.where("S")[0])

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        (stock,), (waste,), columns = game.where("S"), game.where("W"), game.where("T")
        piles = table.piles
        if all(piles[at] for at in columns):
            if not piles[waste]:
                return Refill("W", "S").tidy(game, table)
            under = face_down(b"".join(piles[at][::-1] for at in columns))
            table = table.put((stock, under + piles[stock]), *((at, b"") for at in columns))
        return Refill("T", "WS").tidy(game, table)
