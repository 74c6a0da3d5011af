"""Spider: columns packed down whatever the suit, moved in suit, and cleared by the whole suit."""

from trapoula.patience import *

PICTURE = """
    S . F F F F F F F F
    T T T T T T T T T T
"""
WHEN_FILLED = Spread("S", to="T", filled=True)


@game("spiders", presets={"beginner": {"suits": 1}})
def spider(
    suits: Literal[1, 2, 4] = 4,
    *,
    picture: str = PICTURE,
    packs: int = 2,
    deal: tuple[Step, ...] = (
        Rows("T", 5, down=True),
        Rows("T", down=True, piles=range(0, 10, 3)),
    ),
    more: Move = WHEN_FILLED,
) -> Patience:
    left_out = {1: of_suit(CLUBS, DIAMONDS, HEARTS), 2: of_suit(CLUBS, DIAMONDS), 4: NONE}[suits]
    return Patience(
        picture=picture,
        pack=without(left_out) * (packs * 4 // suits),
        zones={
            "S": stock(),
            "F": foundation(start=KINGS, build=NOTHING, lift=None, batch=range(13, 14)),
            "T": column(DOWN, lift=run(DOWN & SAME_SUIT)),
        },
        deal=(*deal, Now(Reveal("T")), Rest("S")),
        moves=(Carry("T", to="F"), Carry("T", to="T"), more),
        chores=(Reveal("T"),),
        goal=Either(Home("F"), Both(Bare("SF"), Reach(packs * 48))),
        score=Joined("TF", DOWN & SAME_SUIT),
    )
