"""What the table does by itself follows from how it lies, whatever was played before."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from tests.effort import EFFORT
from tests.solve.variants import Dice, variant
from trapoula.catalogue.entries import find
from trapoula.core.deals import deck
from trapoula.games.freecell import freecell
from trapoula.patience import NOTHING, SAME_RANK, TOP, Beside, Patience, Refill, Sweep, foundation


def sweeping() -> Iterator[tuple[str, Patience]]:
    """Games whose table brings cards home by itself."""
    game, corners = freecell(), find("napoleons-tomb").make({"autoplay": True})
    assert isinstance(corners, Patience)
    below = Beside(SAME_RANK, lines=1)
    looking = foundation(below, below, lift=None)
    yield "freecell", game
    yield "cards come back", freecell(home=TOP)
    yield "two sorts of foundations", corners
    sweep = Sweep("CT", to="F", packed=NOTHING)
    yield (
        "foundations look at columns",
        replace(game, zones={**game.zones, "F": looking}, chores=(sweep,)),
    )
    yield "cells are filled before", replace(game, chores=(Refill("C", "T"), sweep))
    variants = ((f"variant {seed}", variant(seed)) for seed in range(1, 1000))
    swept = (one for one in variants if any(isinstance(chore, Sweep) for chore in one[1].chores))
    yield from islice(swept, 12 * EFFORT)


@pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in sweeping()])
def test_chores_look_at_the_table_alone(game: Patience) -> None:
    """A table is tidied as by somebody who never saw another, on the way there and back."""
    untidy: Any = replace(game, chores=())
    for number in range(1, 1 + 10 * EFFORT):
        dice, path = Dice(number), [game.start(deck(game.pack, number))]
        for _ in range(80):
            legal = list(game.legal(path[-1]))
            if not legal or dice.below(8) == 0:  # back to where it was before
                del path[1 + dice.below(len(path)) :]
                continue
            action = dice.one(*legal)
            tidied = untidy.play(path[-1], action)
            for chore in game.chores:
                tidied = chore.tidy(game, tidied)
            path.append(game.play(path[-1], action))
            assert path[-1] == tidied, (number, action)
