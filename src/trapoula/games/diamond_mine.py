"""Diamond Mine: dig out the diamonds, and put the other suits in order in the columns."""

from trapoula.patience import *


@game("open")
def diamond_mine() -> Patience:
    diamonds = of_suit(DIAMONDS)
    packed = DOWN & on(~diamonds) & laying(~diamonds)
    return Patience(
        picture="""
            . . . . . . F
            T T T T T T T T T T T T T
        """,
        zones={
            "F": foundation(diamonds, UP_ROUND & SAME_SUIT, lift=None),
            "T": column(packed, start=~diamonds, lift=run(packed)),
        },
        deal=(Rows("T", 3, down=True), Rows("T")),
        moves=(Carry("T", to="F"), Carry("T", to="T")),
        chores=(Reveal("T"),),
        goal=Reach(100),
        score=Sum((Worth("F", tuple(range(1, 14))), Suits("T", 3, DOWN & SAME_SUIT))),
    )
