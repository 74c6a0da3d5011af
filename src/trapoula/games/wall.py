"""Wall: break through the wall and past the guards to the two kings on their throne."""

from trapoula.games._siege import Charge, Storm
from trapoula.patience import *

KING_OF_SPADES = KINGS & of_suit(SPADES)


@game("grids")
def wall() -> Patience:
    kings, guards = Lay("K", without(~KING_OF_SPADES)), reserve(lift=None, fan="right")
    return Patience(
        picture="""
            .      K
            .
            .  H   H   H
            .
             L   L   L   L
            .
            B B B B B B B B
             B B B B B B B
            B B B B B B B B
             B B B B B B B
            B B B B B B B B
             B B B B B B B
            .
            .
            .   S W W W
        """,
        pitch=1 / 2,
        pack=without(KING_OF_SPADES, TWO_DECKS),
        zones={
            "K": guards,
            "H": guards,
            "L": guards,
            "B": reserve(lift=None),
            "S": stock(),
            "W": Zone("waste", ANY, ANYTHING, FACE_UP, fan="right"),
        },
        deal=(kings, kings, Rows("H", 2), Rows("L", 3, down=True), Rows("BW"), Rest("S")),
        moves=(
            When(
                Not(Bare("S")),
                Tap("deal", "S", (Clear("W"),)),
                otherwise="The stock is empty.",
            ),
            Carry("W", to="W"),
            Storm(),
            Charge(),
            When(Bare("S"), Tap("discard", "", (Clear("W"),))),
        ),
        chores=(If(Bare("W"), Refill("W", "S")),),
        goal=Bare("K"),
        score=Tally(),
    )
