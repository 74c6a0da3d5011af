"""Clock: every card goes to its hour and calls up the next, until the fourth king stops it."""

from trapoula.games._clockwork import Call, Show, Stay
from trapoula.patience import *

HOURS = {hour: only(at) for at, hour in enumerate("A23456789TJQ")}
ALL_HOURS = "".join(HOURS)


@game("grids", before={"hidden": "lose"})
def clock(hidden: Literal["count", "lose"] = "count") -> Patience:
    stopped = Bare("K", but=KINGS)  # no test holds a face-down card
    seen = (If(stopped, Show()),) if hidden == "count" else ()
    return Patience(
        picture="""
            . J . Q . A
            T . . . . . 2
            9 . . K . . 3
            8 . . . . . 4
            . 7 . 6 . 5
        """,
        zones={"K": reserve(fan="right")}
        | {
            hour: column(cards, lift=None, fan="right", sign=str(at))
            for at, (hour, cards) in enumerate(HOURS.items(), 1)
        },
        deal=(Rows(ALL_HOURS, 4, down=True), Rest("K"), Now(Reveal("K"))),
        moves=(Carry("K", to=ALL_HOURS), Stay("K")),
        chores=(Call(ALL_HOURS, "K"), *seen),
        goal=Both(stopped, Reach(48)),
        lost=stopped,
        score=Sum(tuple(Cards(hour, test=cards) for hour, cards in HOURS.items())),
        highest=48,
    )
