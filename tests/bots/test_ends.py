"""The end of a row game, when all cards are known: what the compiled search finds, held against the rules."""

from random import Random
from typing import Any

import pytest

from trapoula.bots import player
from trapoula.bots._layout import WON
from trapoula.bots._team import Planner
from trapoula.catalogue.entries import find
from trapoula.core.deals import SplitMix
from trapoula.core.game import Choice
from trapoula.tables.the_game import END, PACK, Lay, Table, TheGame

VARIANTS: list[tuple[str, dict[str, Choice]]] = [
    ("the-game", {"history": True}),  # so that all who look know every card that was laid
    ("the-game", {"history": True, "fire": True}),
    ("extreme", {"history": True}),
]


def small_end(game: TheGame, rng: Random) -> Table:
    """Rows of chance and a few cards in one hand or two, nothing left to draw."""
    cards = rng.sample(PACK, len(PACK))
    tops, few = cards[:4], 4 + rng.randrange(2, 7)
    rest, covered = cards[4:few], bytes(cards[few:])
    seats = 1 + rng.randrange(2)
    cut = len(rest) if seats == 1 else 1 + rng.randrange(len(rest) - 1)
    hands = (bytes(sorted(rest[:cut])), bytes(sorted(rest[cut:])))[:seats]
    return Table(
        (covered + bytes(tops[:1]), *(bytes([top]) for top in tops[1:])), hands, b"",
        said=("gladly",) * seats, commands=game.start(PACK, seats).commands,
    )  # fmt: skip


def winnable(game: TheGame, state: Table, seen: dict[Any, bool]) -> bool:
    """Whether any play at all lays every card and breaks nothing, by the rules."""
    if state.over:
        return not state.broken
    tops = tuple(row[-1:] for row in state.rows)
    key = tops, state.hands, state.seat, state.laid
    if key not in seen:
        seen[key] = any(winnable(game, game.play(state, deed), seen) for deed in game.deeds(state))
    return seen[key]


@pytest.mark.parametrize(("id_", "options"), VARIANTS, ids=str)
def test_a_way_to_win_is_found_where_there_is_one(id_: str, options: dict[str, Choice]) -> None:
    """Small ends of one and two players: the search finds a first turn if and only if the rules let all
    cards be laid, and after that turn they still do."""
    game, planner, rng = find(id_).make(options), player(id_, "strong"), Random(3)
    assert isinstance(planner, Planner)
    assert isinstance(game, TheGame)
    won = lost = 0
    for _ in range(300):
        state = small_end(game, rng)
        if not game.more(state):
            continue
        cost, turn = planner.plan(game.seen(state, 0), SplitMix(1))
        assert (cost == WON) == winnable(game, state, {}), state
        won, lost = won + (cost == WON), lost + (cost != WON)
        if cost == WON:
            assert winnable(game, after(game, state, turn), {}), (state, turn)
    assert won > 20
    assert lost > 20


def after(game: TheGame, state: Any, turn: list[tuple[int, int]]) -> Any:
    """The table when a turn is over."""
    seat, left = state.seat, state.left
    for card, row in turn:
        state = game.play(state, Lay(card, row))
    assert state.left == left - len(turn)
    if state.laid and not state.over and state.seat == seat:
        state = game.play(state, END)
    return state
