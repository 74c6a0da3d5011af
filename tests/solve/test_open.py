"""Open games in their own arrays: the moves are the rules', the verdicts the general kernel's."""

from dataclasses import replace
from functools import partial
from itertools import count, product
from typing import Any

import pytest

from tests.effort import EFFORT
from tests.solve.positions import Setting, endgame, lowered, made, named, narrow, wandering
from tests.solve.referee import openly_by_the_rules
from tests.solve.variants import early, in_sight, late
from trapoula.core.cards import read_cards
from trapoula.core.deals import deck
from trapoula.patience import (
    ALTERNATE,
    DOWN,
    FACE_UP,
    KINGS,
    SAME_SUIT,
    UP,
    Cards,
    Carry,
    Home,
    Patience,
    Rows,
    Sweep,
    Table,
    column,
    foundation,
    run,
)
from trapoula.solve import Limits, judge
from trapoula.solve.lowering.lower import lower
from trapoula.solve.lowering.open_games import OpenGame, opened
from trapoula.solve.open_kernel import layout as at
from trapoula.solve.proofs import Proofs, prove
from trapoula.solve.search.general import Seeker as GeneralSeeker
from trapoula.solve.search.open_games import PLAIN, QUICK, Seeker, packed
from trapoula.solve.search.portfolio import Try, search
from trapoula.solve.verdict import replayed

SETTINGS = [setting for setting in lowered() if opened(made(setting)[1]) is not None]


def open_game(setting: Setting) -> OpenGame:
    game = opened(made(setting)[1])
    assert game is not None
    return game


def compare(setting: Setting, deals: range, steps: int) -> int:
    game = made(setting)[0]
    return openly_by_the_rules(game, wandering(game, deals, steps))


@pytest.mark.parametrize("setting", SETTINGS, ids=named)
def test_the_arrays_play_by_the_rules(setting: Setting) -> None:
    """In positions of random play, the moves lead to what the rules' moves lead to."""
    assert compare(setting, range(1, 4), 30) > 100


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=named)
def test_the_arrays_play_by_the_rules_for_thousands_of_positions(setting: Setting) -> None:
    positions, deals = 0, count(4)
    while positions < 1000 * EFFORT:  # some games are soon over
        deal = next(deals)
        positions += compare(setting, range(deal, deal + 1), 100)


@pytest.mark.parametrize("seed", range(1, 40 * EFFORT))
def test_the_arrays_play_what_nobody_plays_by_the_rules(seed: int) -> None:
    """Also on tables of which the cards that could be swept home have not been."""
    game = in_sight(seed)
    tables = [late(game, number, 8 + 2 * number) for number in range(12)]
    tables += [early(game, number, 2 + number) for number in range(4)]
    assert openly_by_the_rules(game, [*tables, *wandering(game, range(1, 2), 12)])


def test_the_open_games_of_the_catalogue_are_open() -> None:
    assert {id_ for id_, _ in SETTINGS} >= {
        "freecell", "bakers-game", "seahaven", "eight-off", "fortress", "bakers-dozen",
        "beleaguered-castle", "streets-and-alleys",
    }  # fmt: skip


def test_a_game_with_a_stock_or_hidden_cards_is_not_open() -> None:
    for id_ in ("klondike", "golf", "yukon", "king-albert", "spider"):
        assert opened(made((id_, {}))[1]) is None


def test_nor_is_one_that_never_turns_its_hidden_cards_up() -> None:
    """A card face down is none that the arrays know."""
    game = made(("streets-and-alleys", {}))[0]
    hidden = replace(game, deal=(Rows("T", 6, down=True), Rows("T", piles=range(4))))
    assert opened(lower(hidden)) is None
    assert judge(hidden, hidden.start(deck(game.pack, 1)), Limits(10)).finding == "lost"


RANKS = {
    "freecell": 9,
    "fortress": 13,
    "beleaguered-castle": 8,
    "streets-and-alleys": 7,
    "bakers-dozen": 7,
}


@pytest.mark.parametrize("setting", SETTINGS, ids=named)
def test_what_is_left_out_of_a_search_loses_nothing(setting: Setting) -> None:
    """Verdicts are the same when every legal move is tried, here and by the general kernel."""
    game, program = made(setting)
    arrays, decided, lost = open_game(setting), 0, 0
    everything = lower(game, Proofs(trading=program.proofs.trading))
    whole = opened(lower(game, Proofs()))
    assert whole is not None
    for seed in range(1, 25):
        table = endgame(game, seed, RANKS.get(setting[0], 11))
        lean = Seeker(arrays, table, Limits(10)).depth_first(QUICK[0].order)(200_000)
        full = Seeker(whole, table, Limits(10)).depth_first(QUICK[0].order)(600_000)
        if lean is None or full is None:
            continue
        assert (lean is False) == (full is False), table
        best = Seeker(arrays, table, Limits(10)).best(QUICK[0].order, 20_000)
        assert best is None or (best is False) == (lean is False), table
        decided, lost = decided + 1, lost + (lean is False)
        general_ = GeneralSeeker(everything, table, Limits(10))
        found: Any = general_.depth_first((10, 10, 2, 4, 5, 5, 0, 0, 1))(100_000)
        assert found is None or (found is False) == (lean is False), table
    assert decided


IN_SUIT = [setting for setting in SETTINGS if made(setting)[1].proofs.parked is not None]


@pytest.mark.parametrize("cells", [1, 2, 3])
@pytest.mark.parametrize("setting", IN_SUIT, ids=named)
def test_cards_that_leave_their_cells_at_once_are_not_missed_there(
    setting: Setting, cells: int
) -> None:
    """With so little room that a run is taken apart only where all of it finds a cell."""
    decided = set()
    for columns, seed in product((2, 4), range(1, 4 * EFFORT)):
        above = "C " * cells + "F F F F"
        game = narrow(setting[0], above, columns, 52 // columns, setting[1])
        proofs = prove(game)
        assert proofs.parked is not None
        parked, anyhow = opened(lower(game)), opened(lower(game, replace(proofs, parked=None)))
        assert parked is not None
        assert anyhow is not None
        for table in (endgame(game, seed, 3 + 2 * seed), late(game, seed, 10 + 3 * seed)):
            lean = Seeker(parked, table, Limits(60)).depth_first(PLAIN[0])(50_000)
            full = Seeker(anyhow, table, Limits(60)).depth_first(PLAIN[0])(200_000)
            if lean is not None and full is not None:
                assert (lean is False) == (full is False), table
                decided.add(lean is False)
                assert not lean or replayed(game, table, lean)
    assert decided == {False, True}


@pytest.mark.parametrize("setting", SETTINGS, ids=named)
def test_lines_of_every_search_win_by_the_rules(setting: Setting) -> None:
    game = made(setting)[0]
    arrays, won = open_game(setting), 0
    for number in range(1, 9):
        start = game.start(deck(game.pack, number))
        for one in (
            Try(QUICK[0].order, 20_000),
            Try(QUICK[0].order, 20_000, best_first=True),
            Try(QUICK[0].order, width=30),
        ):
            if found := Seeker(arrays, start, Limits(10)).attempt(one):
                won += bool(replayed(game, start, found))
    assert won or setting[0] == "fortress"


def test_a_beam_that_gets_no_better_gives_up() -> None:
    """On this deal a narrow beam has done its best after 29 levels, and would go on for hundreds."""
    setting: Setting = ("streets-and-alleys", {})
    start = made(setting)[0].start(deck(range(52), 7))
    seeker = Seeker(open_game(setting), start, Limits())
    assert seeker.beam(PLAIN[0], 100) is None
    assert seeker.info[at.LEVELS] - seeker.info[at.BETTER] == at.NO_BETTER + 1


def test_a_table_that_is_won_needs_no_line() -> None:
    game = made(("freecell", {}))[0]
    homes = [bytes(range(suit, 52, 4)) for suit in range(4)]
    won = Table((*[b""] * 4, *homes, *[b""] * 8))
    assert game.goal.met(game, won)
    assert Seeker(open_game(("freecell", {})), won, Limits()).over == []


@pytest.mark.parametrize("memory", [1 << 20, 3 << 20, 10 << 20])
def test_memory_is_kept(memory: int) -> None:
    """The arrays, the old ones beside the new while they grow, never take more than was allowed."""
    setting: Setting = ("beleaguered-castle", {})
    game, arrays = made(setting)[0], open_game(setting)

    class Watched(Seeker):
        largest = 0

        def do(self, task: int, number: int = 0) -> int:
            growing = self.larger.nbytes if task == at.REHASH else 0
            self.largest = max(self.largest, self.held() + growing)
            return super().do(task, number)

    start = game.start(deck(game.pack, 48))
    for best_first in (False, True):
        seeker = Watched(arrays, start, Limits(60, memory=memory))
        search_ = partial(seeker.best, PLAIN[0]) if best_first else seeker.depth_first(PLAIN[0])
        assert search_(10_000_000) is None
        assert memory // 4 < seeker.largest <= memory


def test_best_first_with_room_for_nothing_finds_nothing() -> None:
    game, arrays = made(("freecell", {}))[0], open_game(("freecell", {}))
    start = game.start(deck(game.pack, 1))
    assert Seeker(arrays, start, Limits(memory=1)).best(QUICK[0].order, 1000) is None
    assert Seeker(arrays, start, Limits()).best(QUICK[0].order, 1) is None


@pytest.mark.parametrize("setting", SETTINGS, ids=named)
def test_best_first_that_leaves_out_what_looks_worse_never_says_lost_for_it(
    setting: Setting,
) -> None:
    """Ends that can be won, searched where nothing may look worse than before."""
    game, arrays = made(setting)[0], open_game(setting)
    strictly, ended = (*QUICK[0].order[: at.W_WORSE], 1), 0
    for seed in range(1, 25):
        table = endgame(game, seed, RANKS.get(setting[0], 11))
        found = Seeker(arrays, table, Limits(10)).best(strictly, 20_000)
        if found is False:
            assert Seeker(arrays, table, Limits(10)).depth_first(PLAIN[0])(200_000) is False, table
        ended += found is not None
    assert ended or setting[0] != "freecell"


def test_a_packed_position_fits_its_row() -> None:
    for setting in SETTINGS:
        game = made(setting)[0]
        assert packed(open_game(setting), game.start(deck(game.pack, 1))).size <= at.ROW


def test_cards_swept_together_go_to_the_foundations_that_the_rules_choose() -> None:
    """On this deal two aces go home after one move, and the line names their foundations later."""
    setting: Setting = ("freecell", {"autoplay": True})
    game, arrays = made(setting)[0], open_game(setting)
    start = game.start(deck(game.pack, 150))
    found = search(Seeker(arrays, start, Limits(10)))
    assert found
    assert replayed(game, start, found)


def home(clubs: int, diamonds: int, hearts: int, spades: int) -> list[bytes]:
    """The foundations, of each suit so many cards from the ace."""
    heights = enumerate((clubs, diamonds, hearts, spades))
    return [bytes(range(suit, 4 * height, 4)) for suit, height in heights]


def in_columns(*cards: str) -> list[bytes]:
    return [bytes(read_cards(text)) for text in cards]


def test_a_card_that_comes_back_is_swept_home_again() -> None:
    """The queen of spades could take the jack of hearts, but that one goes home next: she does not stay."""
    packed = DOWN & ALTERNATE
    game = Patience(
        picture="F F F F\nT T T",
        zones={"F": foundation(), "T": column(packed, start=KINGS, lift=FACE_UP)},
        deal=(Rows("T", 17), Rows("T", piles=range(1))),
        moves=(Carry("T", to="F"), Carry("FT", to="T")),
        chores=(Sweep("T", to="F", packed=packed),),
        goal=Home("F"),
        score=Cards("F"),
    )
    columns = in_columns("QD QH", "JH KD", "KS KH")
    assert opened(lower(game)) is not None
    assert judge(game, Table((*home(13, 11, 10, 12), *columns)), Limits(10)).finding == "lost"


def test_no_more_cards_are_carried_together_than_a_column_takes() -> None:
    """Of the fourteen cards from the queen of hearts on, the king could take thirteen."""
    game = Patience(
        picture="F F F F\nT T",
        zones={
            "F": foundation(),
            "T": column(DOWN & SAME_SUIT, start=KINGS, lift=FACE_UP, batch=range(1, 14)),
        },
        deal=(Rows("T", 26),),
        moves=(Carry("T", to="F"), Carry("T", to="T")),
        goal=Home("F"),
        score=Cards("F"),
    )
    columns = in_columns("2C QH KS QS KC QC JC TC 9C 8C 7C 6C 5C 4C 3C", "KH")
    assert judge(game, Table((*home(1, 13, 11, 11), *columns)), Limits(10)).finding == "lost"


def test_cards_go_home_together_where_the_foundations_take_them() -> None:
    """The king lies over the jack, and both go with the queen."""
    packed = UP & SAME_SUIT
    game = Patience(
        picture="F F F F\nT",
        zones={"F": foundation(batch=range(1, 14)), "T": column(packed, lift=run(packed))},
        deal=(Rows("T", 52),),
        moves=(Carry("T", to="F"), Carry("T", to="T")),
        goal=Home("F"),
        score=Cards("F"),
    )
    table = Table((*home(10, 13, 13, 13), *in_columns("JC QC KC")))
    assert judge(game, table, Limits(10)).line == ("T:3>F1",)
