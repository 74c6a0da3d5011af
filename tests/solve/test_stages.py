"""Beams in stages: games whose stock is dealt once are won, and what the rest finds stays true."""

from itertools import islice

import numpy as np
import pytest

from tests.solve.positions import made
from trapoula.core.deals import SplitMix, deck
from trapoula.solve import Limits
from trapoula.solve.kernel import layout as at
from trapoula.solve.search.general import ORDERS, Seeker, solve
from trapoula.solve.search.portfolio import Weights
from trapoula.solve.search.staged_beam import Pool
from trapoula.solve.verdict import replayed


@pytest.mark.parametrize("id_", ["gypsy", "forty-thieves", "spider", "easthaven"])
def test_a_stock_that_is_dealt_once_makes_stages(id_: str) -> None:
    game, program = made((id_, {}))
    (stock,) = game.where("S")
    assert program.code[at.STAGED] == stock


@pytest.mark.parametrize("id_", ["freecell", "canfield"])
def test_a_stock_that_comes_back_or_is_not_there_makes_none(id_: str) -> None:
    _, program = made((id_, {}))
    assert program.code[at.STAGED] == -1


@pytest.mark.parametrize(("id_", "number"), [("gypsy", 5), ("forty-thieves", 6)])
def test_large_games_are_won_by_lines_that_the_rules_allow(id_: str, number: int) -> None:
    game, program = made((id_, {}))
    start = game.start(deck(game.pack, number))
    seeker = Seeker(program, start, Limits(60))
    for order in ORDERS:
        found = seeker.staged(order, 100)
        if found is not None:
            assert replayed(game, start, found)
            return
    raise AssertionError(f"{id_} {number} was not won")


def test_a_line_takes_no_long_detours() -> None:
    """Depth first, deal 14 of Gypsy is won in 3,647 moves."""
    game, program = made(("gypsy", {}))
    found = solve(program, game.start(deck(game.pack, 14)), Limits(60))
    assert 0 < len(found.line) <= 3 * 104


@pytest.mark.parametrize("game", ["spider", "spiderette"])
def test_narrow_beams_come_back_between_wider_ones(game: str) -> None:
    """Where hardly a complete search ends, each width is tried half as often as the one before."""
    _, program = made((game, {}))
    start = program.game.start(deck(program.game.pack, 1))
    widths = [one.width for one, _ in islice(Seeker(program, start, Limits(1)).wider(), 16)]
    assert widths[::2] == [100, 300, 100, 1000, 100, 300, 100, 3000]


def test_a_beam_goes_by_the_orders_as_they_are_the_first_time_it_is_so_wide() -> None:
    """They were chosen; by chance they are varied when it comes back."""
    _, program = made(("forty-thieves", {}))
    seeker = Seeker(program, program.game.start(deck(program.game.pack, 1)), Limits(1))
    tried: dict[int, list[Weights]] = {}
    for one, _ in islice(seeker.wider(), 8 * len(ORDERS)):
        tried.setdefault(one.width, []).append(one.order)
    assert set(tried) == {100, 300, 1000, 3000}
    for orders in tried.values():
        assert tuple(orders[: len(ORDERS)]) == ORDERS
    assert len(set(tried[100])) > len(ORDERS)


def test_a_stage_begins_with_the_best_of_all_that_led_to_it() -> None:
    """However many come, and in whatever lots: none is kept for which a better one is left out."""
    dice, pool, came = SplitMix(1), Pool(20), list[int]()
    for lot in range(30):
        vals = np.array([dice.below(1000) for _ in range(dice.below(15))], dtype=np.int64)
        came += vals.tolist()
        good = vals[vals <= pool.worst]
        pool.add((good, good.astype(np.uint8)[:, None], good + 1))
        kept, rows, steps = pool.best()
        assert sorted(kept.tolist()) == sorted(came)[:20], lot
        assert np.array_equal(rows[:, 0], kept.astype(np.uint8))
        assert np.array_equal(steps, kept + 1)
