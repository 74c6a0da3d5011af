"""FreeCell: all cards in sight, four cells to park in, columns packed in alternating colours."""

from trapoula.patience import *

BY_ALL = helped("C", "T")


@game("open")
def freecell(
    *,
    autoplay: bool = True,
    match: Join = ALTERNATE,
    start: Test = ANY,
    limit: Limit = BY_ALL,
    home: Lift | None = None,
) -> Patience:
    packed, back = DOWN & match, "" if home is None else "F"
    return Patience(
        picture="""
            C C C C F F F F
            T T T T T T T T
        """,
        zones={
            "C": cell(),
            "F": foundation(lift=home),
            "T": column(packed, start=start, lift=run(packed)),
        },
        deal=(Rows("T", 7),),
        moves=(
            Carry("CT", to="F"),
            Carry("CT" + back, to="T", limit=limit),
            Carry("T" + back, to="C"),
        ),
        chores=(Sweep("CT", to="F", packed=packed),) if autoplay else (),
        goal=Home("F"),
        score=Cards("F"),
    )
