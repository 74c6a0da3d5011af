"""Scorpion: columns packed down in suit, where any open card is moved with all that lies on it."""

from trapoula.patience import *


@game("spiders")
def scorpion() -> Patience:
    suited = DOWN & SAME_SUIT
    return Patience(
        picture="""
            S . T T T T T T T
        """,
        zones={
            "S": stock(),
            "T": column(suited, start=KINGS, lift=FACE_UP),
        },
        deal=(
            *(Rows("T", down=True, piles=range(4)), Rows("T", piles=range(4, 7))) * 3,
            Rows("T", 4),
            Rest("S"),
        ),
        moves=(Carry("T", to="T"), Spread("S", to="T")),
        chores=(Reveal("T"),),
        goal=Reach(100),
        score=Sum((Joined("T", suited), Suits("T", 4, suited), FaceDown("T", -3, start=36))),
    )
