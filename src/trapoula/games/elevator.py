"""Elevator: play a pyramid onto the waste, a rank up or down at a time, ace and king adjoining."""

from trapoula.patience import *

FACE_DOWN = Rows("P", down=True)


@game("chains")
def elevator(*, pyramid: Step = FACE_DOWN) -> Patience:
    return Patience(
        picture="""
            S W   P
                 P P
                P P P
               P P P P
              P P P P P
             P P P P P P
            P P P P P P P
        """,
        pitch=1 / 2,
        zones={
            "S": stock(),
            "W": waste(NEXT_ROUND),
            "P": reserve(lift=UNCOVERED),
        },
        deal=(pyramid, Rest("S"), Now(Uncover("P"))),
        moves=(Carry("P", to="W"), Turn("S", to="W")),
        chores=(Uncover("P"),),
        goal=Bare("P"),
        score=Cards("P", each=-1, start=28),
    )
