"""Easthaven: seven columns, dealt on a row at a time once every gap is filled that can be."""

from trapoula.patience import *


@game("packers", before={"gaps": "few"})
def easthaven(gaps: Literal["always", "few"] = "always") -> Patience:
    packed = DOWN & ALTERNATE
    fill = Carry("T", to="T", onto="spaces", lift=leaving(run(packed)))
    filled: Goal = Cannot(fill)
    if gaps == "few":
        filled = Either(filled, Left("T", most=6))
    return Patience(
        picture="""
            S . . F F F F
            T T T T T T T
        """,
        zones={
            "S": stock(),
            "F": foundation(lift=None),
            "T": column(packed, start=KINGS, lift=run(packed)),
        },
        deal=(Rows("T", 2, down=True), Rows("T"), Rest("S")),
        moves=(
            Carry("T", to="F"),
            Carry("T", to="T"),
            When(filled, Spread("S", to="T"), otherwise="Fill the gap first."),
        ),
        chores=(Reveal("T"),),
        goal=Home("F"),
        score=Cards("F"),
    )
