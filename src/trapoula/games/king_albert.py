"""King Albert: nine columns packed down in alternating colours, and seven cards in reserve."""

from trapoula.patience import *


@game("open")
def king_albert() -> Patience:
    packed = DOWN & ALTERNATE
    return Patience(
        picture="""
            . F . F . F . F
            .
            T T T T T T T T T . R
            . . . . . . . . . R
            . . . . . . . . . . R
            . . . . . . . . . R
            . . . . . . . . . . R
            . . . . . . . . . R
            . . . . . . . . . . R
        """,
        pitch=1 / 2,
        zones={
            "F": foundation(),
            "T": column(packed, lift=run(packed)),
            "R": reserve(),
        },
        deal=(
            *(Rows("T", down=True, piles=range(size)) for size in range(9, 0, -1)),
            Now(Reveal("T")),
            Rows("R", piles=range(1, 7, 2)),
            Rows("R", piles=range(0, 7, 2)),
        ),
        moves=(Carry("TR", to="F"), Carry("TRF", to="T")),
        chores=(Reveal("T"),),
        goal=Home("F"),
        score=Cards("F"),
    )
