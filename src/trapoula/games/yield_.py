"""Yield: a pyramid on its tip, taken apart by thirteens, with both ends of the waste in play."""

from trapoula.games.treize import treize
from trapoula.patience import *


@game("pairs")
def yield_() -> Patience:
    return treize(
        picture="""
            S BW
            .
            P P P P P P P
             P P P P P P
              P P P P P
               P P P P
                P P P
                 P P
                  P
        """,
        pitch=1 / 2,
    )
