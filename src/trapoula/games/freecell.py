"""FreeCell: all cards in sight, four cells to park in, columns packed in alternating colours."""

from trapoula.patience import *


@game("open")
def freecell(*, autoplay: bool = True, match: Join = ALTERNATE) -> Patience:
    packed = DOWN & match
    return Patience(
        picture="""
            C C C C F F F F
            T T T T T T T T
        """,
        zones={
            "C": cell(),
            "F": foundation(lift=None),
            "T": column(packed, lift=run(packed)),
        },
        deal=(Rows("T", 7),),
        moves=(
            Carry("CT", to="F"),
            Carry("CT", to="T", limit=helped("C", "T")),
            Carry("T", to="C"),
        ),
        chores=(Sweep("CT", to="F", packed=packed),) if autoplay else (),
        goal=Home("F"),
        score=Cards("F"),
    )
