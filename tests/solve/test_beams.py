"""Beams: each has its turn, and none goes on where it gets no better."""

import pytest

from tests.solve.positions import made
from trapoula.deals import deck
from trapoula.solve import Limits
from trapoula.solve.search import solve


@pytest.mark.parametrize(
    ("id_", "options", "number"),
    [("gypsy", {}, 2002), ("giant", {}, 2003), ("spider", {"suits": 1}, 2002)],
)
def test_a_beam_that_gets_no_better_leaves_the_others_their_turn(
    id_: str, options: dict[str, object], number: int
) -> None:
    """There is always one more new position: the narrowest beam used to spend all the time there was."""
    game, program = made((id_, options))
    start = game.start(deck(game.pack, number))
    assert solve(program, start, Limits(600, states=2_000_000)).finding == "winnable"
