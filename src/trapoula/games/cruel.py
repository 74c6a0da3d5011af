"""Cruel: twelve piles packed down in suit, gathered and dealt again in fours at will."""

from trapoula.patience import *

DEALT, MOVED = range(2)  # phases: whether a card has moved since the last deal


@game("open", before={"redeal": "moved"})
def cruel(redeal: Literal["useful", "moved"] = "useful") -> Patience:
    again = Tap("redeal", "S", (DealAgain("T", 4),))
    moves: tuple[Move, ...] = (Carry("T", to="FT"), again)
    if redeal == "moved":
        again = Tap("redeal", "S", (DealAgain("T", 4), Begin(DEALT)))
        moves = (
            Then(Carry("T", to="FT"), (Begin(MOVED),)),
            When(Phase(MOVED), again, otherwise="That would change nothing now."),
        )
    return Patience(
        picture="""
            S . F F F F
            T T T T T T
            T T T T T T
        """,
        zones={
            "S": stock(),
            "F": foundation(lift=None),
            "T": column(DOWN & SAME_SUIT, start=NONE, fan="none"),
        },
        deal=(Out(ACES, "F"), Stack("T", 4)),
        moves=moves,
        goal=Home("F"),
        lost=Undone(again) if redeal == "useful" else None,
        score=Cards("F", start=-4),
    )
