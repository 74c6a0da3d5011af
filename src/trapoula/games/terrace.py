"""Terrace: a reserve that only the foundations take, and gaps that only the waste may fill."""

from collections.abc import Iterator
from dataclasses import dataclass

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
SHUT = 26  # added to the phase while the stock is shut; the base in it is counted by thirteens


@game("packers")
def terrace(
    variant: Literal[
        "terrace", "general", "stars", "signora", "redheads", "blondes", "wood"
    ] = "terrace",
) -> Patience:
    held, columns, match, chosen, redeals, fill = VARIANTS[variant]
    base, last, begun = Settled(), Settled(-1), Reach(1)
    turn = Then(
        When(Both(begun, _Open("W")), Turn("S", to="W", redeals=redeals)),
        () if fill else (_Latch("T"),),
    )
    filled, turned = Refill("T", fill), _Again("W", turn)
    return Patience(
        picture=f"""
            S W . R
            F F F F F F F F
            {"T " * columns}
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "R": reserve(fan="right"),
            "F": foundation(base, Every((UP_ROUND & match, Except(base))), lift=None, room=ENDLESS),
            "T": column(Every((DOWN_ROUND & ALTERNATE, Except(last)))),
        },
        pack=TWO_DECKS,
        deal=(
            Onto("R", held),
            *((Rows("T", piles=range(4)),) if chosen else (Onto("F"), Rows("T"), Onto("W"))),
            Rest("S"),
            Now(Settle("F")),
        ),
        moves=(
            Then(When(Bare("F"), Carry("T", to="F")), (Refill("T", "S"), turned)),
            Then(When(begun, Carry("T", to="F")), (filled, turned)),
            Then(When(begun, _Along(Carry("R", to="F"))), (filled, turned)),
            Then(Carry("T", to="T", onto="cards"), (filled, turned)),
            Then(Carry("W", to="FT"), (_Latch(), filled, turned)),
            turn,
        ),
        chores=(Settle("F"),),
        goal=Home("F"),
        score=Cards("F"),
    )


@dataclass(frozen=True, slots=True)
class _Along:
    """A carry that takes along as many of the cards beneath as one likes."""

    # the record has it so, though its manual and other rule books let only the top card go

    carry: Carry

    verb = CARRY
    at = ""

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        for action in self.carry.offers(game, table):
            for beneath in range(len(table.piles[action.source])):
                yield action._replace(size=1 + beneath)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        return self.carry.play(game, table, action)


@dataclass(frozen=True, slots=True)
class _Open:
    """The stock is not shut, nor has it come round again while the waste still has a card."""

    waste: str

    def met(self, game: Patience, table: Table) -> bool:
        return table.phase < SHUT and not (table.turned and not Bare(self.waste).met(game, table))


@dataclass(frozen=True, slots=True)
class _Latch:
    """The stock is shut if there is a gap in some zones, or else opened."""

    zones: str = ""

    def tidy(self, game: Patience, table: Table) -> Table:
        gap = any(not table.piles[at] for at in game.where(self.zones))
        return table._replace(phase=table.phase % SHUT + gap * SHUT)


@dataclass(frozen=True, slots=True)
class _Again:
    """When the waste is used up, the next card is turned at once."""

    waste: str
    turn: Move

    def tidy(self, game: Patience, table: Table) -> Table:
        if Bare(self.waste).met(game, table):
            for action in self.turn.offers(game, table):
                return self.turn.play(game, table, action)
        return table
