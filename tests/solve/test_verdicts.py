"""Verdicts: won lines are replayed, lost ones are certain, limits are kept."""

import pickle
from collections.abc import Iterable, Iterator
from itertools import count
from time import monotonic, process_time

import pytest

from tests.solve.positions import NARROW, endgame, made, narrow, patiences
from trapoula.catalogue.entries import find
from trapoula.core.deals import deck
from trapoula.core.game import check
from trapoula.patience import Patience, Table
from trapoula.play.session import Session
from trapoula.solve import Limits, decide, judge, verdict
from trapoula.solve.lowering.lower import lower
from trapoula.solve.lowering.program import Program
from trapoula.solve.proofs import Proofs
from trapoula.solve.search import rules_search
from trapoula.solve.search.decide import AT_ONCE, SOON, decide_all
from trapoula.solve.search.general import Seeker, run_search, solve


def deal(game: str, number: int, **options: object) -> Session:
    return Session(game, options, deal=number)


def won(session: Session, seconds: float) -> bool:
    """Whether a game is found winnable, and won by playing what was found."""
    limits = Limits(seconds, clock=process_time)  # whatever else the machine is doing
    found = judge(session.game, session.state, limits)
    for action in found.line:
        session.play(action)
    return found.finding == "winnable" and session.outcome is not None and session.outcome.won


def test_a_winnable_verdict_brings_a_line_that_wins() -> None:
    assert won(deal("freecell", 1), 10)


@pytest.mark.parametrize("number", [1, 2, 3, 617])
def test_freecell_deals_are_won(number: int) -> None:
    assert verdict(deal("freecell", number), 10).finding == "winnable"


@pytest.mark.slow
def test_the_one_lost_deal_of_freecell_is_proved_lost() -> None:
    session = deal("freecell", 11982, autoplay=False)
    assert judge(session.game, session.state, Limits(seconds=300, memory=2 << 30)).finding == "lost"


def test_kernel_and_rules_agree_on_small_games() -> None:
    """Where searching through the rules comes to an end, the kernel comes to the same."""
    game, program = made(("fortress", {}))
    decided = 0
    for number in range(1, 7):
        end = endgame(game, number, 6)
        by_rules = rules_search.solve(game, end, Limits(seconds=60, states=20_000))
        if by_rules.finding != "unknown":
            assert solve(program, end, Limits(10)).finding == by_rules.finding
            decided += 1
    assert decided


SMALL = [
    ("klondike", {"draw": 3, "redeals": "unlimited"}, 6),
    ("klondike", {"draw": 1, "redeals": "unlimited"}, 6),
    ("klondike", {"draw": 1, "redeals": 1}, 6),
    ("saratoga", {"draw": 1}, 6),
    ("freecell", {"autoplay": False}, 9),
    ("bakers-game", {"autoplay": False}, 11),
    ("seahaven", {}, 11),
    ("beleaguered-castle", {}, 8),
    ("streets-and-alleys", {}, 7),
    ("king-albert", {}, 7),
    ("yukon", {}, 7),
    ("golf", {}, 5),
    ("forty-thieves", {}, 4),
    ("backbone", {}, 3),
    ("gold-mine", {}, 6),
    ("westhaven", {}, 6),
    ("whitehead", {}, 6),
]


@pytest.mark.parametrize(("id_", "options", "ranks"), SMALL)
def test_what_is_left_out_of_a_search_loses_nothing(
    id_: str, options: dict[str, object], ranks: int
) -> None:
    """Verdicts are the same when every legal move is tried."""
    game, program = made((id_, options))  # type: ignore[arg-type]
    assert verdicts(program, [endgame(game, seed, ranks) for seed in range(1, 13)])


@pytest.mark.parametrize(("id_", "above", "columns", "rows", "ranks"), NARROW)
def test_nor_does_it_where_there_is_little_room(
    id_: str, above: str, columns: int, rows: int, ranks: int
) -> None:
    game = narrow(id_, above, columns, rows)
    tables = [endgame(game, seed, ranks) for seed in range(1, 101)]
    assert set(verdicts(lower(game), tables)) == {True, False}


def verdicts(program: Program, tables: Iterable[Table]) -> list[bool]:
    """Whether each position can be won, where all searches agree: with and without what may be left out."""
    everything = lower(program.game, Proofs(trading=program.proofs.trading))
    weights = (10, 10, 2, 4, 5, 5, 0, 0, 1)
    found = []
    for table in tables:
        full = Seeker(everything, table, Limits(10)).depth_first(weights)(300_000)
        lean = Seeker(program, table, Limits(10)).depth_first(weights)(100_000)
        best, _ = run_search(program, table, Limits(10, 100_000, thorough=True))
        if full is not None and lean is not None:
            assert (lean is False) == (full is False), table
            assert best is None or (best is False) == (full is False), table
            found.append(full is not False)
    return found


def test_time_is_kept() -> None:
    session = deal("spider", 1)
    since = monotonic()
    judge(session.game, session.state, Limits(seconds=0.5))
    assert monotonic() - since < 10  # machines are shared


@pytest.mark.parametrize("id_", ["poker", "klondike"])
def test_no_time_at_all_is_kept_too(id_: str) -> None:
    assert verdict(deal(id_, 7301), 0).finding == "unknown"  # which no other test asks about


@pytest.mark.parametrize(
    ("id_", "options", "number", "memory"),
    [
        ("streets-and-alleys", {}, 5050, 1 << 18),
        ("freecell", {"autoplay": False}, 11982, 3 << 19),
        ("forty-thieves", {}, 5013, 1 << 20),
        ("valentine", {}, 5001, 1 << 20),
        ("klondike", {"draw": 3, "redeals": "unlimited"}, 5132, 1 << 20),
    ],
)
def test_a_search_goes_on_until_its_limits_are_reached(
    id_: str, options: dict[str, object], number: int, memory: int
) -> None:
    """Its memory is full long before: then it goes on with other tries that are no larger."""
    session = deal(id_, number, **options)
    found = decide(session.game, session.state, Limits(600, 300_000, memory))
    assert found.finding == "unknown"
    assert found.states > 300_000


def test_whoever_names_a_time_is_not_held_to_a_number_of_positions() -> None:
    limits = Limits(60, clock=lambda: 59.0)
    assert not limits.reached(0.0, 10**12)


def test_a_search_can_be_called_off() -> None:
    session = deal("spider", 1)
    found = judge(session.game, session.state, Limits(seconds=600, stop=lambda: True))
    assert found.finding != "lost"


@pytest.mark.parametrize("id_", patiences())
def test_every_patience_gets_a_verdict(id_: str) -> None:
    game = find(id_).make()
    assert isinstance(game, Patience)
    start = game.start(deck(game.pack, 1))
    found = decide(find(id_).make(), start, Limits(0.05))
    assert pickle.loads(pickle.dumps(found)) == found
    state = start
    for text in found.line:
        state = game.play(state, check(game, state, 0, text))
    if found.finding == "winnable":
        assert game.goal.met(game, state)


def test_clock_is_played_out() -> None:
    found = verdict(deal("clock", 1), 5)
    assert found.finding in ("winnable", "lost")


def test_a_game_that_shuffles_again_says_so() -> None:
    found = verdict(deal("scuffle", 1), 2)
    assert found.shuffles


@pytest.mark.parametrize("swaps", [False, True])
def test_poker_reports_its_best_score(swaps: bool) -> None:
    session = deal("poker", 1, swaps=swaps)
    limits = Limits(1.0, clock=process_time)  # other processes cost it nothing
    assert judge(session.game, session.state, limits).best is not None


def test_poker_is_won_by_lines_that_get_better() -> None:
    assert won(deal("poker", 2), 20)


def test_many_positions_are_judged_as_one_by_one() -> None:
    """In their order, more of them than are searched at once."""
    game = made(("freecell", {}))[0]
    starts = [game.start(deck(game.pack, number)) for number in range(1, AT_ONCE + 6)]
    found = list(decide_all(game, starts, Limits(5)))
    assert [one.line for one in found] == [decide(game, start, Limits(5)).line for start in starts]


def test_nobody_waits_for_others_to_be_searched_for_long() -> None:
    game, ticks, taken = made(("freecell", {}))[0], count(), 0

    def starts() -> Iterator[Table]:
        nonlocal taken
        for number in range(1, 4):
            taken = number
            yield game.start(deck(game.pack, number))

    slow = Limits(1e9, clock=lambda: SOON * next(ticks))
    for number, one in enumerate(decide_all(game, starts(), slow), 1):
        assert one.finding == "winnable"
        assert taken == number


@pytest.mark.parametrize(
    ("id_", "deal"), [("klondike", 8003), ("klondike", 8006), ("athena", 8010), ("athena", 8016)]
)
def test_a_search_is_sparing_with_redeals(id_: str, deal: int) -> None:
    """Each took a hundred thousand positions and more while a spent redeal counted for nothing."""
    session = Session(id_, deal=deal)
    assert decide(session.game, session.state, Limits(states=20_000)).finding == "winnable"
