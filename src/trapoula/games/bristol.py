"""Bristol: eight fans of three and a reserve of three heaps; suits count for nothing."""

from trapoula.patience import *


@game("packers", before={"kings": "sunk"})
def bristol(kings: Literal["dealt", "sunk"] = "dealt") -> Patience:
    sunk = (Sink(KINGS, "T", top_first=True),) if kings == "sunk" else ()
    return Patience(
        picture="""
            S   R R R   F F F F
            T     T     T     T
            T     T     T     T
        """,
        zones={
            "S": stock(),
            "R": reserve(),
            "F": foundation(build=UP, lift=None),
            "T": column(DOWN, start=NONE, fan="right"),
        },
        deal=(Rows("T", 3), *sunk, Rest("S")),
        moves=(Carry("RT", to="F"), Carry("RT", to="T"), Spread("S", to="R")),
        goal=Home("F"),
        score=Cards("F"),
    )
