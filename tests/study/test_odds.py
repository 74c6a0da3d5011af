"""The table of odds, the intervals it tells, and simple play, which part of it is found by."""

import subprocess
import sys
from itertools import product

import pytest

from trapoula.catalogue.entries import find, ids
from trapoula.catalogue.odds import FILE, Count, odds, read, setting, table, wilson, written
from trapoula.core.deals import SplitMix, deck
from trapoula.patience import Patience
from trapoula.solve.simple_play import play_simply
from trapoula.study.settings import patiences


def test_the_table_is_of_patiences_by_settings_that_they_have() -> None:
    for game, options in table():
        assert isinstance(find(game).make(dict(options)), Patience)
        assert setting(game, dict(options)) == options


def test_every_patience_has_its_row() -> None:
    assert {entry.id for entry in patiences()} == {game for game, options in table() if not options}


def test_the_figures_of_a_row_agree() -> None:
    for place, row in table().items():
        won, played = row.simple
        assert 0 <= row.winnable <= row.winnable + row.lost <= row.deals, place
        assert 0 <= won <= played <= row.deals, place
        low, high = row.bounds
        assert low <= row.winnable / row.deals <= (row.deals - row.lost) / row.deals <= high, place
        assert row.told is None or low <= row.told <= high, place
        assert (row.length is None) is (row.winnable == 0), place


def test_the_table_is_written_as_it_is_read() -> None:
    text = FILE.read_text("utf-8")
    assert written(read(text)) == text


def test_other_options_have_other_odds_or_none() -> None:
    assert odds("the-game") is None
    assert odds("golf") is table()["golf", ()]
    for game in ids():
        usual = find(game).settle({})
        assert odds(game, usual) is odds(game)
    (game, options), row = next((place, row) for place, row in table().items() if not place[1])
    assert odds(game, dict(options)) is row


def test_reading_the_table_loads_no_kernel() -> None:
    program = (
        "import sys, trapoula.catalogue.odds as o; o.odds('golf'); print('numba' in sys.modules)"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "False"


# --- intervals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    [
        (50, 100, 0.4038, 0.5962),  # Wilson's own figures, as in any table of them
        (0, 20, 0.0, 0.1611),
        (20, 20, 0.8389, 1.0),
        (1, 10, 0.0179, 0.4042),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_an_interval_is_wilsons(won: int, of: int, low: float, high: float) -> None:
    assert wilson(won, of) == pytest.approx((low, high), abs=1e-4)


def test_nothing_is_known_of_no_deals() -> None:
    assert Count(0, 0, 0).bounds == (0, 1)
    assert Count(0, 0, 0).told is None


def test_an_interval_holds_the_truth_nineteen_times_in_twenty() -> None:
    """For many shares and numbers of deals: on average 95 times in 100, and never by far less."""
    dice, often, held = SplitMix(16), 150, []
    for share, deals in product((0.02, 1 / 13, 0.3, 0.5, 0.9), (30, 100, 300)):
        bar = int(share * 2**32)
        own = 0
        for _ in range(often):
            low, high = wilson(sum(dice.below(2**32) < bar for _ in range(deals)), deals)
            own += low <= share <= high
        held.append(own / often)
    assert min(held) > 0.86
    assert sum(held) / len(held) == pytest.approx(0.95, abs=0.02)


def test_the_bounds_leave_room_for_the_undecided() -> None:
    count = Count(deals=20, winnable=10, lost=5)
    assert count.bounds == pytest.approx((0.299, 0.888), abs=1e-3)
    assert count.told is None, "a quarter is undecided: one figure would not be honest"


def test_one_figure_is_told_only_under_five_percent_undecided() -> None:
    """It is the middle of what is left open: what is hard to decide is not like the rest."""
    assert Count(deals=100, winnable=90, lost=5).told is None
    assert Count(deals=100, winnable=90, lost=6).told == pytest.approx(0.92)
    assert Count(deals=100, winnable=90, lost=10).told == pytest.approx(0.9)


def test_what_lies_too_far_apart_is_vague() -> None:
    assert Count(deals=5, winnable=0, lost=0).vague
    assert not Count(deals=100, winnable=50, lost=40).vague


@pytest.mark.parametrize("id_", ["klondike", "clock", "scuffle", "golf"])
def test_simple_play_comes_to_an_end_and_repeats(id_: str) -> None:
    game = find(id_).make()
    assert isinstance(game, Patience)
    cards = deck(game.pack, 3)
    assert play_simply(game, cards) == play_simply(game, cards)
