"""Poker: fill a square of twenty-five cards so that its rows, columns and diagonals make good hands."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from trapoula.games._hands import worth
from trapoula.patience import *
from trapoula.patience.picture import read_picture


@cache
def _lines(picture: str, letter: str) -> tuple[tuple[int, ...], ...]:
    """All lines of five places of a zone in a picture, in whichever direction."""
    places = {
        (place.x, place.line): at
        for at, place in enumerate(read_picture(picture))
        if place.letter == letter
    }
    lines = (
        [places.get((x + dx * n, line + dy * n)) for n in range(5)]
        for x, line in places
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
    )
    return tuple(tuple(at for at in line if at is not None) for line in lines if None not in line)


@dataclass(frozen=True, slots=True)
class _Hands:
    """What the full lines of five are worth as hands."""

    zone: str

    def of(self, game: Patience, table: Table) -> int:
        """All of them together."""
        hands = (
            b"".join(table.piles[at] for at in line) for line in _lines(game.picture, self.zone)
        )
        return sum(worth(hand) for hand in hands if len(hand) == 5)


@dataclass(frozen=True, slots=True)
class _Swap:
    """Two cards change places."""

    zones: str

    verb = PAIR
    at = ""

    def offers(self, game: Patience, table: Table) -> Iterator[Action]:
        """Any two."""
        filled = [at for at in game.where(self.zones) if table.piles[at]]
        return (Action(PAIR, *two) for two in combinations(filled, 2))

    def play(self, game: Patience, table: Table, action: Action) -> Table:
        """Each goes where the other was."""
        one, other = action.source, action.target
        return table.put((one, table.piles[other]), (other, table.piles[one]))


@dataclass(frozen=True, slots=True)
class _Next:
    """The next card is turned up as long as there is a place for it."""

    def tidy(self, game: Patience, table: Table) -> Table:
        """From the stock to the waste."""
        room = not all(table.piles[at] for at in game.where("P"))
        return Refill("W", "S").tidy(game, table) if room else table


@game("grids")
def poker(swaps: bool = False) -> Patience:
    return Patience(
        picture="""
            S W . P P P P P
            . . . P P P P P
            . . . P P P P P
            . . . P P P P P
            . . . P P P P P
        """,
        zones={
            "S": stock(),
            "W": waste(),
            "P": square(ANY, lift=TOP if swaps else None),
        },
        deal=(Onto("W"), Rest("S")),
        moves=(Carry("WP", to="P"), _Swap("P")) if swaps else (Carry("W", to="P"),),
        chores=(_Next(),),
        goal=Reach(120 if swaps else 75, filled="P"),
        score=_Hands("P"),
    )
