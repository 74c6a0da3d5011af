"""Room for packed cards: what is called lost is lost."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.effort import EFFORT
from tests.solve.positions import made, narrow
from tests.solve.referee import winnable
from tests.solve.variants import early, late
from trapoula.core.deals import deck
from trapoula.core.game import check
from trapoula.patience import DOWN, KINGS, NONE, Carry, Patience, Sweep, Table, Test, Top, run
from trapoula.solve import Limits
from trapoula.solve.lowering.lower import lower
from trapoula.solve.lowering.open_games import opened
from trapoula.solve.proofs import Proofs, prove
from trapoula.solve.search.general import solve
from trapoula.solve.search.open_games import PLAIN, Seeker

STREETS = "streets-and-alleys"


def staying(game: Patience) -> Patience:
    """The same game, where what is home stays there."""
    home = replace(game.zones["F"], lift=None)
    return replace(game, zones={**game.zones, "F": home})


def filled(game: Patience, start: Test) -> Patience:
    """The same game, whose empty columns take such cards."""
    column = replace(game.zones["T"], start=start)
    return replace(game, zones={**game.zones, "T": column})


def games(columns: int) -> Iterator[tuple[str, Patience]]:
    """Narrow streets, in every way that the claim speaks of."""
    game = narrow(STREETS, "F F F F", columns, -(-52 // columns))
    yield "returning", game
    yield "staying", staying(game)
    home = replace(game.zones["F"], lift=Top(leaves=1))
    yield "aces stay", replace(game, zones={**game.zones, "F": home})
    yield "kings", filled(game, KINGS)
    yield "never filled", filled(game, NONE)
    yield "swept", replace(staying(game), chores=(Sweep("T", to="F", packed=DOWN),))


def seeker(game: Patience, table: Table) -> Seeker:
    arrays = opened(lower(game))
    assert arrays is not None
    return Seeker(arrays, table, Limits(60))


NARROW = [(name, columns) for columns in (2, 3, 4) for name, _ in games(columns)]


@pytest.mark.parametrize(("name", "columns"), NARROW)
def test_what_has_no_room_is_lost_by_the_rules(name: str, columns: int) -> None:
    """With no other proof: a search of everything, which leaves out what has no room."""
    game = dict(games(columns))[name]
    room = prove(game).room
    assert room is not None
    arrays = opened(lower(game, Proofs(room=room)))
    assert arrays is not None
    decided = set()
    tables = [late(game, number, 2 + number % 16) for number in range(60 * EFFORT)]
    tables += [early(game, number, 1 + number % 2) for number in range(30 * EFFORT)]
    for table in tables:
        truth = winnable(game, table, 2_000)
        if truth is not None and not game.goal.met(game, table):
            found = Seeker(arrays, table, Limits(60)).depth_first(PLAIN[0])(50_000)
            assert found is None or (found is not False) == truth, table
            if truth:
                assert Seeker(arrays, table, Limits(60)).beam(PLAIN[0], 50) is not False, table
                assert Seeker(arrays, table, Limits(60)).best(PLAIN[0], 5_000) is not False, table
            decided.add(truth)
    assert decided


@pytest.mark.parametrize("id_", [STREETS, "beleaguered-castle", "bakers-dozen"])
def test_no_position_on_a_line_that_wins_is_without_room(id_: str) -> None:
    game, program = made((id_, {}))
    asked = 0
    for number in range(41, 41 + 4 * EFFORT):
        state = game.start(deck(game.pack, number))
        for text in solve(program, state, Limits(60, 2_000_000)).line:
            assert seeker(game, state).depth_first(PLAIN[0])(100) is not False, (number, text)
            state = game.play(state, check(game, state, 0, text))
            asked += 1
    assert asked


def by_rows(game: Patience, number: int) -> Table:
    """A deal row by row over all columns, as peers deal it."""
    cards, columns = deck(game.pack, number), game.where("T")
    return game.start(cards).put(
        *((at, bytes(cards[i :: len(columns)])) for i, at in enumerate(columns))
    )


def test_a_deal_without_room_is_lost_before_anything_is_moved() -> None:
    game = made((STREETS, {}))[0]
    one = seeker(game, by_rows(game, 31))
    assert one.depth_first(PLAIN[0])(100) is False
    assert one.spending.states == 0


def test_room_is_asked_for_only_where_cards_are_packed_singly_in_any_suit() -> None:
    game = made((STREETS, {}))[0]
    assert prove(game).room is not None
    assert prove(made(("freecell", {}))[0]).room is None
    assert prove(made(("fortress", {}))[0]).room is None
    runs = replace(game.zones["T"], lift=run(DOWN))
    assert prove(replace(game, zones={**game.zones, "T": runs})).room is None
    lifted = (Carry("T", to="F"), Carry("TF", to="T", lift=run(DOWN)))
    assert prove(replace(game, moves=lifted)).room is None
