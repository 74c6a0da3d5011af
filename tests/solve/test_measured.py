"""What was measured of the patiences, and simple play, which part of it is measured by."""

import json
import subprocess
import sys

import pytest

from trapoula.catalogue import find, ids
from trapoula.deals import deck
from trapoula.patience import Patience
from trapoula.solve.measured import FILE, Measured, measured
from trapoula.solve.simple import play_simply


def test_the_table_holds_patiences_only() -> None:
    for game in json.loads(FILE.read_text("utf-8")):
        assert isinstance(find(game).make(), Patience)


def test_the_counts_of_a_game_add_up() -> None:
    for game in ids():
        found = measured(game)
        if found is not None:
            assert 0 < found.winnable + found.lost + found.unknown == found.deals
            assert 0 <= found.simple <= found.winnable / found.deals
            assert found.odds is None or 0 <= found.odds <= 1


def test_odds_halve_what_is_undecided() -> None:
    assert Measured(20, winnable=10, lost=8, simple=0.1, length=50, effort=None).odds == 0.55


def test_odds_are_not_told_when_too_much_is_undecided() -> None:
    assert Measured(20, winnable=10, lost=1, simple=0.1, length=50, effort=None).odds is None


def test_what_nobody_measured_is_not_told() -> None:
    assert measured("the-game") is None


def test_reading_the_table_loads_no_kernel() -> None:
    program = "import sys, trapoula.solve.measured as m; m.measured('golf'); print('numba' in sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "False"


@pytest.mark.parametrize("id_", ["klondike", "clock", "scuffle", "golf"])
def test_simple_play_comes_to_an_end_and_repeats(id_: str) -> None:
    game = find(id_).make()
    assert isinstance(game, Patience)
    cards = deck(game.pack, 3)
    assert play_simply(game, cards) == play_simply(game, cards)
