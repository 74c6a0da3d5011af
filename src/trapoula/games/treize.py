"""Treize: an open pyramid taken apart by thirteens, with both ends of the waste in play."""

from dataclasses import dataclass

from trapoula.patience import *


@dataclass(frozen=True, slots=True)
class _Bottom:
    """The bottom card of a pile lies apart: when its place is empty, the next one takes it."""

    zone: str
    of: str

    def tidy(self, game: Patience, table: Table) -> Table:
        """One card, if there is one."""
        (apart,), (pile,) = game.where(self.zone), game.where(self.of)
        cards = table.piles[pile]
        if table.piles[apart] or not cards:
            return table
        return table.put((apart, cards[:1]), (pile, cards[1:]))


_PYRAMID = """
    S BW
    .
    .
          P
         P P
        P P P
       P P P P
      P P P P P
     P P P P P P
    P P P P P P P
"""


@game("pairs")
def treize(picture: str = _PYRAMID, pitch: float = 1 / 3) -> Patience:
    return Patience(
        picture=picture,
        pitch=pitch,
        zones={
            "S": stock(),
            "B": waste(),
            "W": waste(),
            "P": reserve(lift=UNCOVERED),
        },
        deal=(Rows("P"), Rest("S")),
        moves=(Pair("PBW", total(13), under="W"), Drop("PBW", KINGS), Turn("S", to="W")),
        chores=(_Bottom("B", of="W"),),
        goal=Bare("SBWP"),
        score=Gone(),
    )
