"""Yukon: columns packed in alternating colours; an open card moves with all that lies on it."""

from trapoula.patience import *

PICTURE = """
    F . T T T T T T T
    F
    F
    F
"""
AT_HOME = Cards("F")


@game("open")
def yukon(
    *,
    match: Join = ALTERNATE,
    picture: str = PICTURE,
    deal: tuple[Step, ...] = (Triangle("T"), Rows("T", 4, piles=range(1, 7))),
    moves: tuple[Move, ...] = (Carry("T", to="F"), Carry("T", to="T")),
    score: Score = AT_HOME,
    highest: int | None = None,
) -> Patience:
    return Patience(
        picture=picture,
        zones={
            "F": foundation(lift=None),
            "T": column(DOWN & match, start=KINGS, lift=FACE_UP),
        },
        deal=deal,
        moves=moves,
        chores=(Reveal("T"),),
        goal=Home("F"),
        score=score,
        highest=highest,
    )
