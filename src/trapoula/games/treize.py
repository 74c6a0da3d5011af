"""Treize: an open pyramid taken apart by thirteens, with both ends of the waste in play."""

from trapoula.patience import *

PICTURE = """
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
def treize(*, picture: str = PICTURE, pitch: float = 1 / 3) -> Patience:
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
        chores=(FromUnder("B", "W"),),
        goal=Bare("SBWP"),
        score=Gone(),
    )
