"""King's Audience: kings and queens take their thrones, and each jack brings its suit with it."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.patience import *

PARTNERS = SAME_SUIT & (total(25) | total(12) & on(ACES | only(JACK)))


@dataclass(frozen=True, slots=True)
class _Enter:
    """King and queen take a throne together; a jack begins a foundation on its ace."""

    ace: str

    verb, at = PAIR, ""

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        return Pair("AZW", PARTNERS).offers(game, table)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        after = table.away((action.source, action.target))
        low, high = sorted(after.gone[-2:])
        zone, pair = ("K", (high, low)) if high in KINGS else ("F", (low, high))
        (at, *_) = (at for at in game.where(zone) if not table.piles[at])
        if low in ACES and self.ace == "leaves":
            return after.put((at, bytes([high])))._replace(gone=table.gone + bytes([low]))
        return after.put((at, bytes(pair)))._replace(gone=table.gone)


@game("foundations", before={"ace": "leaves"})
def kings_audience(ace: Literal["stays", "leaves"] = "stays") -> Patience:
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
            "Z": reserve(),  # the last corner: dealt and filled after all the others
            "K": Zone("foundation", fan="right"),
            "S": stock(),
            "W": waste(),
            "F": foundation(NONE, DOWN & SAME_SUIT, lift=None),
        },
        deal=(Rows("AZ"), Rest("S")),
        moves=(_Enter(ace), Carry("AZW", to="F"), Turn("S", to="W")),
        chores=(Refill("AZ", "WS"),),
        goal=Home("KF"),
        score=Cards("AZSW", each=-1, start=52),
    )
