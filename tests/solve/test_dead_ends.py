"""Positions that are lost at a glance: told where they are, and never where a win is left."""

import pytest

from tests.solve.positions import made
from trapoula.core.deals import deck
from trapoula.core.game import check
from trapoula.patience import Table
from trapoula.solve import Limits
from trapoula.solve.search.general import Seeker, solve

ORDER = (17, 10, 8, 4, 11, 10, 0, 2, 5, 0)


@pytest.mark.parametrize("options", [{"draw": 1}, {"draw": 3}, {"draw": 3, "redeals": 2}])
def test_no_position_on_a_line_that_wins_is_called_lost(options: dict[str, int]) -> None:
    game, program = made(("klondike", {"redeals": "unlimited", **options}))
    for number in range(41, 47):
        state = game.start(deck(game.pack, number))
        for text in solve(program, state, Limits(5)).line:
            assert Seeker(program, state, Limits(5)).depth_first(ORDER)(300) is not False
            state = game.play(state, check(game, state, 0, text))


@pytest.mark.parametrize("number", [9, 12, 57])
def test_a_card_that_lies_under_all_that_could_free_it_is_seen_at_once(number: int) -> None:
    game, program = made(("klondike", {"draw": 3, "redeals": "unlimited"}))
    found = solve(program, game.start(deck(game.pack, number)), Limits(5))
    assert found.finding == "lost"
    assert found.states < 10


def test_so_is_one_of_two_packs_whatever_is_moved_first() -> None:
    game, program = made(("forty-thieves", {}))
    found = solve(program, game.start(deck(game.pack, 2007)), Limits(5))
    assert found.finding == "lost"
    assert found.states < 100


def test_a_gap_under_cards_tells_nothing_of_partners() -> None:
    """No play leads there, but whoever lays such a table is told no loss that is none."""
    _, program = made(("thirteen", {}))
    cards = {
        0: "704c625d4d72715f",
        3: "73",
        4: "5e",
        6: "60",
        9: "61",
        11: "0e",
        12: "5c",
        13: "51",
    }
    cards |= {18: "52", 24: "13", 26: "0f", 28: "23", 29: "10"}
    table = Table(tuple(bytes.fromhex(cards.get(place, "")) for place in range(30)))
    assert solve(program, table, Limits(states=100_000)).finding == "winnable"
