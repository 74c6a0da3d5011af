"""Klondike: columns packed down in alternating colours, suits built up from the ace."""

from trapoula.patience import *

PICTURE = """
    S W . F F F F
    T T T T T T T
"""


@game(
    "packers",
    presets={
        "three": {"draw": 3},
        "once": {"redeals": 0},
        "endless": {"redeals": "unlimited"},
    },
)
def klondike(
    draw: Literal[1, 3] = 1,
    redeals: Literal["usual", 0, 1, 2, "unlimited"] = "usual",
    *,
    picture: str = PICTURE,
    packs: int = 1,
    deal: tuple[Step, ...] = (Triangle("T"),),
    match: Join = ALTERNATE,
    start: Test = KINGS,
) -> Patience:
    packed = DOWN & match
    usual: Redeals = 2 if draw == 1 else "unlimited"
    return Patience(
        picture=picture,
        pack=ONE_DECK * packs,
        zones={
            "S": stock(),
            "W": waste(fan=draw),
            "F": foundation(),
            "T": column(packed, start=start, lift=run(packed)),
        },
        deal=(*deal, Rest("S")),
        moves=(
            Carry("WTF", to="F"),
            Carry("WTF", to="T"),
            Turn("S", to="W", by=draw, redeals=usual if redeals == "usual" else redeals),
        ),
        chores=(Reveal("T"),),
        goal=Home("F"),
        score=Cards("F"),
    )
