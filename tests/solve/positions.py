"""Positions for the solver's tests: random walks, and small endgames that can be searched through."""

from collections.abc import Container, Iterator
from dataclasses import replace
from typing import Any

from tests.walks import options_of
from trapoula.catalogue.entries import find, ids
from trapoula.core.deals import SplitMix, deck
from trapoula.core.game import Choice
from trapoula.patience import Patience, Rest, Rows, Table
from trapoula.solve.lowering.lower import lower
from trapoula.solve.lowering.program import NotLowered, Program

Setting = tuple[str, dict[str, Choice]]


def lowered() -> list[Setting]:
    """Every patience with every setting of its options that the kernel speaks."""
    found = []
    for id_ in ids():
        for options in options_of(find(id_)):
            game = find(id_).make(options)
            if isinstance(game, Patience):
                try:
                    lower(game)
                except NotLowered:
                    continue
                found.append((id_, options))
    return found


def patiences() -> list[str]:
    """The games of the catalogue that the solver is for."""
    return [id_ for id_ in ids() if isinstance(find(id_).make(), Patience)]


def named(setting: Setting) -> str:
    """A short name for a setting, for test reports."""
    return "-".join([setting[0], *(f"{name}={value}" for name, value in setting[1].items())])


def made(setting: Setting) -> tuple[Patience, Program]:
    """The game of a setting, and its program."""
    game: Any = find(setting[0]).make(setting[1])
    return game, lower(game)


def wandering(game: Patience, deals: range, steps: int) -> Iterator[Table]:
    """Positions of random play."""
    for number in deals:
        dice, table = SplitMix(number), game.start(deck(game.pack, number))
        for _ in range(steps):
            if table.loose or game.outcome(table) is not None:
                break
            yield table
            legal = list(game.legal(table, 0))
            table = game.play(table, legal[dice.below(len(legal))])


def endgame(game: Patience, seed: int, ranks: int) -> Table:
    """A deal of which only the lowest ranks are left, so that it can be searched through."""
    return thinned(game, seed, range(ranks))


def thinned(game: Patience, seed: int, ranks: Container[int]) -> Table:
    """A deal of which only some ranks are left."""
    full = game.start(deck(game.pack, seed))
    piles = tuple(
        bytes(card for card in pile if (card & 63) >> 2 in ranks or zone.kind == "foundation")
        for pile, zone in zip(full.piles, game.zone, strict=True)
    )
    table = full._replace(piles=piles)
    for chore in game.chores:
        table = chore.tidy(game, table)
    return table


NARROW = [  # with so few columns that some deals are won and some are not
    ("forty-thieves", "S W F F F F F F F F", 2, 15, 3),
    ("forty-thieves", "S W F F F F F F F F", 3, 20, 4),
    ("gold-mine", "S W F F F F", 3, 6, 6),
    ("westhaven", "S W F F F F", 2, 12, 5),
    ("whitehead", "S W F F F F", 3, 6, 6),
    ("yukon", "F F F F", 4, 13, 5),
    ("freecell", "C C F F F F", 3, 18, 5),
    ("bakers-game", "C C F F F F", 3, 18, 5),
    ("seahaven", "C C C F F F F", 3, 18, 5),
    ("streets-and-alleys", "F F F F", 4, 13, 5),
    ("fortress", "F F F F", 4, 13, 5),
]


def narrow(
    id_: str, above: str, columns: int, rows: int, options: dict[str, Choice] | None = None
) -> Patience:
    """A game with so many columns, and so many rows in them."""
    wide, _ = made((id_, options or {}))
    rest = (Rest("S"),) if "S" in above else ()
    return replace(wide, picture=f"{above}\n{'T ' * columns}", deal=(Rows("T", rows), *rest))
