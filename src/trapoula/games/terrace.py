"""Terrace: a reserve that only the foundations take, and gaps that only the waste may fill."""

from trapoula.patience import *

VARIANTS = {  # reserve, columns, foundations, whether the base is chosen, redeals, what fills a gap
    "terrace": (11, 9, ALTERNATE, True, 0, ""),
    "general": (13, 9, SAME_SUIT, True, 1, ""),
    "stars": (11, 9, ALTERNATE, False, 0, ""),
    "signora": (11, 9, ALTERNATE, False, 0, "WS"),
    "redheads": (21, 8, ALTERNATE, False, 0, "WS"),
    "blondes": (10, 8, ALTERNATE, False, 0, ""),
    "wood": (10, 9, ALTERNATE, False, 0, ""),
}
OPEN, SHUT = tuple(range(14)), tuple(range(14, 27))  # phases: the base, and a round on when shut


@game("packers", before={"reserve": "any", "corner": "stops", "gaps": "reserve"})
def terrace(
    variant: Literal[
        "terrace", "general", "stars", "signora", "redheads", "blondes", "wood"
    ] = "terrace",
    reserve: Literal["top", "any"] = "top",
    corner: Literal["round", "stops"] = "round",
    gaps: Literal["waste", "reserve"] = "waste",
) -> Patience:
    held, columns, match, chosen, redeals, fill = VARIANTS[variant]
    base, begun, low = Settled(), Not(Bare("F")), Either(Bare("W"), Not(Redealt()))
    again = When(low, Turn("S", to="W", redeals=redeals), otherwise="Play the waste first.")
    ready = When(begun, again, otherwise="Choose a base card first.")
    shut = () if fill else (If(Not(Full("T")), Skip(+13)),)
    turn = Then(During(OPEN, ready, otherwise="Fill the gap first."), shut)
    fill = "R" * (variant == "redheads" and gaps == "reserve") + fill
    after = (Refill("T", fill), If(Bare("W"), Auto(turn)))
    row = (Rows("T", piles=range(4)),) if chosen else (Onto("F"), Rows("T"), Onto("W"))
    packed, held_out = DOWN_ROUND & ALTERNATE, Carry("R", to="F")
    return Patience(
        picture="S W . R\nF F F F F F F F\n" + "T " * columns,
        pack=TWO_DECKS,
        zones={
            "S": stock(),
            "W": waste(),
            "R": Zone("reserve", lift=TOP, fan="right"),
            "F": foundation(base, Every((UP_ROUND & match, Except(base))), lift=None, room=ENDLESS),
            "T": column(packed if corner == "round" else Every((packed, Except(Settled(-1))))),
        },
        deal=(Onto("R", held), *row, Rest("S"), Now(Settle("F"))),
        moves=(
            Then(When(Bare("F"), Carry("T", to="F")), (Refill("T", "S"), after[-1])),
            Then(When(begun, Carry("T", to="F")), after),
            Then(When(begun, held_out if reserve == "top" else TakeAlong(held_out)), after),
            Then(When(begun, Carry("T", to="T", onto="cards")), after),
            During(OPEN, Then(Carry("W", to="FT"), after)),
            During(SHUT, Then(Carry("W", to="FT"), (Skip(-13), *after))),
            turn,
        ),
        chores=(Settle("F"),),
        goal=Home("F"),
        score=Cards("F"),
    )
