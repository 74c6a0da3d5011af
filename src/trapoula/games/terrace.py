"""Terrace: a reserve that only the foundations take, and gaps that only the waste may fill."""

from trapoula.patience import *

VARIANTS = {  # reserve, columns, foundations, whether the base is chosen, redeals, what fills a gap
    "terrace": (11, 9, ALTERNATE, True, 0, ""),
    "general": (13, 9, SAME_SUIT, True, 1, ""),
    "stars": (11, 9, ALTERNATE, False, 0, ""),
    "signora": (11, 9, ALTERNATE, False, 0, "WS"),
    "redheads": (21, 8, ALTERNATE, False, 0, "RWS"),
    "blondes": (10, 8, ALTERNATE, False, 0, ""),
    "wood": (10, 9, ALTERNATE, False, 0, ""),
}
ROUND = 13  # a phase is the base, and a round more while the stock is shut
OPEN, SHUT = tuple(range(ROUND + 1)), tuple(range(ROUND + 1, 2 * ROUND + 1))


@game("packers")
def terrace(
    variant: Literal[
        "terrace", "general", "stars", "signora", "redheads", "blondes", "wood"
    ] = "terrace",
) -> Patience:
    held, columns, match, chosen, redeals, fill = VARIANTS[variant]
    base, last, begun = Settled(), Settled(-1), Not(Bare("F"))
    low = Either(Bare("W"), Not(Redealt()))
    again = When(low, Turn("S", to="W", redeals=redeals), otherwise="Play the waste first.")
    ready = When(begun, again, otherwise="Choose a base card first.")
    shut = () if fill else (If(Not(Full("T")), Skip(ROUND)),)
    turn = Then(During(OPEN, ready, otherwise="Fill the gap first."), shut)
    filled, turned = Refill("T", fill), If(Bare("W"), Auto(turn))
    row = (Rows("T", piles=range(4)),) if chosen else (Onto("F"), Rows("T"), Onto("W"))
    return Patience(
        picture=f"""
            S W . R
            F F F F F F F F
            {"T " * columns}
        """,
        pack=TWO_DECKS,
        zones={
            "S": stock(),
            "W": waste(),
            "R": reserve(fan="right"),
            "F": foundation(base, Every((UP_ROUND & match, Except(base))), lift=None, room=ENDLESS),
            "T": column(Every((DOWN_ROUND & ALTERNATE, Except(last)))),
        },
        deal=(Onto("R", held), *row, Rest("S"), Now(Settle("F"))),
        moves=(
            Then(When(Bare("F"), Carry("T", to="F")), (Refill("T", "S"), turned)),
            Then(When(begun, Carry("T", to="F")), (filled, turned)),
            Then(When(begun, TakeAlong(Carry("R", to="F"))), (filled, turned)),
            Then(Carry("T", to="T", onto="cards"), (filled, turned)),
            During(OPEN, Then(Carry("W", to="FT"), (filled, turned))),
            During(SHUT, Then(Carry("W", to="FT"), (Skip(-ROUND), filled, turned))),
            turn,
        ),
        chores=(Settle("F"),),
        goal=Home("F"),
        score=Cards("F"),
    )
