"""Positions for the solver's tests: random walks, and small endgames that can be searched through."""

from collections.abc import Iterator
from typing import Any

from tests.walks import settings_of
from trapoula.catalogue import find, ids
from trapoula.deals import SplitMix, deck
from trapoula.game import Choice
from trapoula.patience import Patience, Table
from trapoula.solve.lower import lower
from trapoula.solve.program import NotLowered, Program

Setting = tuple[str, dict[str, Choice]]


def lowered() -> list[Setting]:
    """Every patience with every setting of its options that the kernel speaks."""
    found = []
    for id_ in ids():
        for options in settings_of(find(id_)):
            game = find(id_).make(options)
            if isinstance(game, Patience):
                try:
                    lower(game)
                except NotLowered:
                    continue
                found.append((id_, options))
    return found


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
    full = game.start(deck(game.pack, seed))
    piles = tuple(
        bytes(card for card in pile if (card & 63) >> 2 < ranks or zone.kind == "foundation")
        for pile, zone in zip(full.piles, game.zone, strict=True)
    )
    table = full._replace(piles=piles)
    for chore in game.chores:
        table = chore.tidy(game, table)
    return table
