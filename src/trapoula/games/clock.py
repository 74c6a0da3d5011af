"""Clock: every card goes to its hour and calls up the next, until the last king stops the clock."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.cards import face_up
from trapoula.patience import *

HOURS = "A23456789TJQ"


@dataclass(frozen=True, slots=True)
class _Strike:
    """Carry the card in the middle to its hour; the bottom card there comes to the middle."""

    verb = CARRY
    at = ""

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        return Carry("K", to=HOURS).offers(game, table)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        middle, hour = table.piles[action.source], table.piles[action.target]
        return table.put(
            (action.source, middle[:-1] + face_up(hour[:1])),
            (action.target, hour[1:] + middle[-1:]),
        )


@dataclass(frozen=True, slots=True)
class _Stay:
    """A king stays in the middle, and the bottom card there comes to the top."""

    verb = "stay"
    at = "K"

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        (at,) = game.where("K")
        pile = table.piles[at]
        if pile[-1] in KINGS and pile[0] & HIDDEN:
            yield Action(self.verb, at)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        pile = table.piles[action.source]
        return table.put((action.source, pile[1:] + face_up(pile[:1])))


@dataclass(frozen=True, slots=True)
class _Told:
    """A point for each card that has come to its hour; the goal is to see every card."""

    def of(self, game: Patience, table: Table) -> int:
        return sum(card < HIDDEN for at in game.where(HOURS) for card in table.piles[at])

    def met(self, game: Patience, table: Table) -> bool:
        return not any(card & HIDDEN for pile in table.piles for card in pile)


@game("grids")
def clock() -> Patience:
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
            hour: column(only(rank), lift=None, fan="right") for rank, hour in enumerate(HOURS)
        },
        deal=(Rows(HOURS, 4, down=True), Rest("K"), Now(Reveal("K"))),
        moves=(_Strike(), _Stay()),
        goal=_Told(),
        score=_Told(),
    )
