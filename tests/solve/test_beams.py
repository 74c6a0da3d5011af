"""Beams: each has its turn, and none goes on where it gets no better."""

from dataclasses import replace

import pytest

from tests.solve.positions import made
from trapoula.core.cards import face_down, read_card
from trapoula.core.deals import deck
from trapoula.patience import Table
from trapoula.solve import Limits
from trapoula.solve.lowering.lower import lower
from trapoula.solve.lowering.program import Program
from trapoula.solve.proofs import prove
from trapoula.solve.search.arrays import arrays_of
from trapoula.solve.search.general import Seeker, solve
from trapoula.solve.search_kernel import layout as search_layout


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


def test_heaps_are_kept_in_the_order_of_foundations_that_count_by_steps_of_their_own() -> None:
    """A card over one that some foundation wants sooner is in the way, whatever their ranks."""
    game, program = made(("hopscotch", {}))
    start = game.start(deck(game.pack, 2006))
    assert solve(program, start, Limits(600, states=1_000_000)).finding == "winnable"


def out_of_order(program: Program, table: Table) -> int:
    """How a table looks by its cards away from home and out of order."""
    work = arrays_of(program, table)
    work.weights[search_layout.W_AWAY] = work.weights[search_layout.W_BREAK] = 1
    return work.do(search_layout.VALUE)


def test_a_stock_that_was_gathered_is_the_better_the_more_of_it_is_in_order() -> None:
    """Piles go under the stock turned over, so that a king is dealt before his queen."""
    game, program = made(("valentine", {}))
    (stock,) = game.where("S")
    table = game.start(tuple(range(52)))
    held = sorted(card & 63 for card in table.piles[stock])
    in_suits = sorted(held, key=lambda card: (card & 3, card))
    by_rank, by_suit = (table.put((stock, face_down(bytes(cards)))) for cards in (held, in_suits))
    assert out_of_order(program, by_suit) < out_of_order(program, by_rank)


def test_a_stock_that_is_only_turned_is_not_judged_by_its_order() -> None:
    game, program = made(("klondike", {}))
    (stock,) = game.where("S")
    table = game.start(deck(game.pack, 1))
    assert out_of_order(program, table) == out_of_order(program, table.put((stock, b"")))


def buried(program: Program, table: Table) -> int:
    """How a table looks by its cards away from home and over lower ones of their suits."""
    work = arrays_of(program, table)
    work.weights[search_layout.W_AWAY] = work.weights[search_layout.W_BURY] = 1
    return work.do(search_layout.VALUE)


@pytest.mark.parametrize("zone", ["T", "W"])
def test_a_card_that_lies_over_a_lower_one_of_its_suit_is_in_the_way(zone: str) -> None:
    """Whatever else comes home first, that one has to, in a column or in a waste that is not turned again."""
    game, program = made(("forty-thieves", {}))
    pile, empty = game.where(zone)[0], Table(tuple(b"" for _ in game.places))
    alone, ordered, other, over = (
        buried(program, empty.put((pile, bytes(map(read_card, cards.split())))))
        for cards in ("2C 9D", "9C 2C", "2C 9H", "2C 9C")
    )
    assert alone == ordered == other == over - 1


def led_to(program: Program, table: Table, *, whole: bool) -> tuple[int, bool]:
    """How many positions a beam goes on with from a table, and whether it left something out."""
    order = (1, *[0] * (search_layout.W_WHOLE - 1), int(whole))
    work = Seeker(program, table, Limits(1)).wide(order, 10)
    work.do(search_layout.WIDEN, 1)
    return int(work.info[search_layout.LEVEL]), bool(work.info[search_layout.CUT])


def test_a_beam_that_leaves_runs_whole_owns_up_to_what_it_leaves_out() -> None:
    """An eight may go from one nine of hearts to the other; without that, nothing is searched to its end."""
    game, _ = made(("forty-thieves", {}))
    program = lower(
        game, replace(prove(game), dead_ends=None)
    )  # which would see that cards are missing
    piles = zip(game.where("T"), ("9H 8H", "9H", *["KC"] * 8), strict=True)
    table = Table(tuple(b"" for _ in game.places)).put(
        *((at, bytes(map(read_card, cards.split()))) for at, cards in piles)
    )
    assert led_to(program, table, whole=False) == (1, False)
    assert led_to(program, table, whole=True) == (0, True)


@pytest.mark.parametrize(("id_", "number"), [("maze", 2011), ("plait", 2009)])
def test_beams_have_orders_where_a_score_wins_and_where_foundations_count_by_steps(
    id_: str, number: int
) -> None:
    game, program = made((id_, {}))
    start = game.start(deck(game.pack, number))
    assert solve(program, start, Limits(600, states=2_000_000)).finding == "winnable"
