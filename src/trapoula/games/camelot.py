"""Camelot: fill the table, clear it by tens, and leave none but the court, each in its place."""

from trapoula.games._court import Court
from trapoula.patience import *

LAYING, FULL, CLEARING = range(3)


@game("grids", before={"clearing": "ended", "points": "none"})
def camelot(
    clearing: Literal["open", "ended"] = "open", points: Literal["cards", "none"] = "cards"
) -> Patience:
    pips = ~COURT
    in_vain = During((CLEARING,), When(Bare("SW"), Tap("turn", "S", (Begin(LAYING),))))
    return Patience(
        picture="""
            S W  K Q Q K
                 J M M J
                 J M M J
                 K Q Q K
        """,
        zones={
            "S": stock(),
            "W": waste(room=1),
            "K": square(pips | KINGS, sign="K"),
            "Q": square(pips | only(QUEEN), sign="Q"),
            "J": square(pips | only(JACK), sign="J"),
            "M": square(pips),
        },
        deal=(Rest("S"),),
        moves=(
            Then(Carry("W", to="KQJM"), (If(Bare("SW"), Begin(CLEARING)),)),
            During((FULL, CLEARING), Pair("KQJM", total(10)), then=CLEARING),
            During((FULL, CLEARING), Drop("KQJM", only(TEN)), then=CLEARING),
            During(
                (LAYING, CLEARING),
                Turn("S", to="W"),
                then=LAYING,
                otherwise="Take something away first.",
            ),
            *((in_vain,) if clearing == "ended" else ()),
        ),
        chores=(If(Full("KQJM"), Begin(FULL)),),
        goal=Both(Bare("SW"), Bare("KQJM", but=COURT)),
        score=Court(Gone() if points == "cards" else Tally()),
        highest=40 if points == "cards" else None,  # all but the court
    )
