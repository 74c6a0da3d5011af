"""How work is cut into batches, and where a time is spent on all games."""

from dataclasses import replace

import pytest

from trapoula.catalogue.odds import Count
from trapoula.study.batches import DESK, WORTH, Cost, room, size
from trapoula.study.plan import PILOT, Standing, end_of_turn, following, narrowing
from trapoula.study.study import Study

STUDY = Study("golf", (), 1.0, 1000, "rules", "solver")


def standing(
    game: str, deals: int, cost: float, *, won: float = 0.5, lost: float = 0.5
) -> Standing:
    count = Count(deals, int(deals * won), int(deals * lost))
    return Standing(replace(STUDY, game=game), count, cost)


@pytest.mark.parametrize("mean", [1e-4, 0.01, 0.3, 5.0])
@pytest.mark.parametrize("hands", [1, 2, 100])
def test_a_batch_is_worth_sending_and_not_too_long(mean: float, hands: int) -> None:
    count = size(mean, 1_000_000, hands)
    assert count >= 1
    assert count * mean <= max(WORTH, hands * DESK, mean)
    assert count == 1 or (count + 1) * mean >= min(WORTH, hands * DESK)


def test_batches_get_smaller_towards_the_end() -> None:
    sizes = [size(0.01, left, 4) for left in (1000, 100, 40, 10, 1)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] == 1


def test_single_deals_go_out_before_their_cost_is_known() -> None:
    cost = Cost()
    assert size(cost.mean, 100_000, 8) == 1
    assert room(cost, 1000) < 20
    cost.add(0.01)
    assert room(cost, 1000) == 2000


def test_all_games_grow_together_until_each_has_its_least() -> None:
    """So a study that is stopped has something of each; among those alike, the cheapest is first."""
    few, cheap, dear = standing("a", 0, 0), standing("b", 10, 0.01), standing("c", 10, 1.0)
    assert following([cheap, dear, few], least=50, most=1000) is few
    assert following([dear, cheap], least=50, most=1000) is cheap
    assert following([dear, standing("b", 20, 0.01)], least=50, most=1000) is dear
    assert following([dear, standing("b", 50, 0.01)], least=50, most=1000) is dear
    assert following([standing("b", 1000, 0.01)], least=50, most=1000) is None


def test_time_goes_where_it_narrows_most() -> None:
    """To the cheaper of two alike, to the one with fewer deals, not to what stays undecided."""
    cheap, dear = standing("a", 100, 0.01), standing("b", 100, 0.1)
    assert following([dear, cheap], least=10, most=10_000) is cheap
    assert narrowing(standing("a", 100, 0.1)) > narrowing(standing("b", 400, 0.1))
    undecided = standing("c", 100, 0.01, won=0.0, lost=0.0)
    assert narrowing(undecided) < narrowing(cheap)
    sure = standing("d", 100, 0.01, won=1.0, lost=0.0)
    assert narrowing(sure) < narrowing(cheap), "little is left to narrow"


def test_a_turn_leaves_no_deal_out_and_takes_a_few_seconds() -> None:
    assert end_of_turn(standing("a", 0, 0), 50, 1000, 1) == PILOT
    assert end_of_turn(standing("a", 10, 0.001), 50, 1000, 1) == 20, "then it is another's turn"
    assert end_of_turn(standing("a", 40, 0.001), 50, 1000, 1) == 50
    assert 10 < end_of_turn(standing("a", 10, 1.0), 50, 1000, 1) < 20
    assert end_of_turn(standing("a", 990, 0.001), 50, 1000, 1) == 1000
