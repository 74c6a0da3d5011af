"""Isabel: thirteen piles with only the top card in sight, cleared two of a rank at a time."""

from trapoula.patience import *


@game("pairs")
def isabel() -> Patience:
    return Patience(
        picture="""
            T   T   T
              U   U
            T   T   T
              U   U
            T   T   T
        """,
        pitch=1 / 2,
        zones={"T": reserve(), "U": reserve()},
        deal=(Rows("TU", 3, down=True), Rows("TU")),
        moves=(Pair("TU", SAME_RANK),),
        chores=(Reveal("TU"),),
        goal=Bare("TU"),
        score=Gone(),
    )
