"""Pileon: bring the four cards of each rank together, in piles of no more than four."""

from trapoula.patience import *


@game("open")
def pileon() -> Patience:
    done = Close("T", SAME_RANK, 4)
    return Patience(
        picture="""
            T . T . T . T
            T . T . T . T
            T . T . T . T
            T . T . T
        """,
        zones={"T": column(SAME_RANK, lift=run(SAME_RANK), fan="right", room=4)},
        deal=(Stack("T", 4, piles=range(13)), Now(done)),
        moves=(Carry("T", to="T"),),
        chores=(done,),
        goal=Reach(52),
        score=FaceDown("T", each=4),
    )
