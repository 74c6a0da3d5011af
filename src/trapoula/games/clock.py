"""Clock: every card goes to its hour and calls up the next, until the fourth king stops it."""

from collections.abc import Iterator
from dataclasses import dataclass

from trapoula.cards import face_up
from trapoula.patience import *

HOURS = "A23456789TJQ"


@dataclass(frozen=True, slots=True)
class _Call:
    """The hour that a card has come to gives its bottom card to the middle."""

    def tidy(self, game: Patience, table: Table) -> Table:
        (middle,) = game.where("K")
        for at in game.where(HOURS):
            if len(hour := table.piles[at]) > 4:
                called = table.piles[middle] + face_up(hour[:1])
                return table.put((middle, called), (at, hour[1:]))
        return table


@dataclass(frozen=True, slots=True)
class _Stay:
    """A king stays in the middle, and the bottom card there comes up."""

    verb, at = "stay", "K"

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        (at,) = game.where("K")
        if table.piles[at][-1] in KINGS:
            yield Action(self.verb, at)

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        middle = table.piles[action.source]
        return table.put((action.source, middle[1:] + face_up(middle[:1])))


@game("grids")
def clock() -> Patience:
    hours = {hour: column(only(at), lift=None, fan="right") for at, hour in enumerate(HOURS)}
    return Patience(
        picture="""
            . J . Q . A
            T . . . . . 2
            9 . . K . . 3
            8 . . . . . 4
            . 7 . 6 . 5
        """,
        zones={"K": reserve(fan="right"), **hours},
        deal=(Rows(HOURS, 4, down=True), Rest("K"), Now(Reveal("K"))),
        moves=(Carry("K", to=HOURS), _Stay()),
        chores=(_Call(),),
        goal=Bare(HOURS + "K", but=ANY),  # no test holds a face-down card
        lost=Bare("K", but=KINGS),
        score=Cards(HOURS, test=ANY),
    )
