"""Games of chance: every variant and every number of players comes to a proper end."""

import json
from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.effort import EFFORT
from tests.tables.scripts import choose
from trapoula.catalogue.entries import find
from trapoula.core.game import ALL, CHANCE
from trapoula.tables import take_that, triggs
from trapoula.tables.the_game import Lay

CARDS = {"the-game": 98, "extreme": 98, "take-that": 79, "triggs": 108}
LONGEST = {"the-game": 500, "extreme": 500, "take-that": 1000, "triggs": 3000}  # actions


def variants() -> list[Any]:
    """Every game with every choice of its options, and every number of players."""
    found = []
    for name in CARDS:
        entry = find(name)
        for choices in product(*(option.choices for option in entry.options)):
            options = dict(zip((option.name for option in entry.options), choices, strict=True))
            if options.get("history") or options.get("limit", 200) != 200:
                continue  # these change nothing in how a game goes
            if options.get("rounds", 2) not in (2, 3):
                continue  # more of the same
            words = " ".join(f"{key}={value}" for key, value in options.items())
            for seats in entry.make().seats:
                found.append(pytest.param(name, options, seats, id=f"{name} {words} seats={seats}"))
    return found


def cards(state: Any) -> Counter[int]:
    """Every card, wherever it is."""
    if isinstance(state, triggs.Table):
        piles = (*state.hands, *state.piles, state.discards, state.gone)
    elif isinstance(state, take_that.Table):
        piles = (*state.hands, *state.twisted, *state.taken, state.pile, state.row, state.loose)
    else:
        piles = (*state.hands, *state.rows, state.pile)
    return Counter(b"".join(piles))


def play_out(game: Any, name: str, seats: int, rng: Random) -> str:
    """One game, watched at every step; how it ended."""
    pack = Counter(game.pack)
    state = game.start(rng.sample(game.pack, len(game.pack)), seats)
    care = rng.choice((0.0, 0.5, 0.97))
    for _ in range(LONGEST[name]):
        assert cards(state) == pack
        turn = game.turn(state)
        assert (turn is None) == (game.outcome(state) is not None)
        if turn is None:
            return check_end(game, state)
        seat, action = choose(game, state, rng, care=care)
        assert action in game.legal(state, seat)
        assert game.read(game.write(action)) == action
        if rng.random() < 0.05 and turn != CHANCE:
            check_dooms(game, state)
        state = game.play(state, action)
    pytest.fail("the game does not end")


def check_end(game: Any, state: Any) -> str:
    """Nobody may do anything any more, and the outcome is whole."""
    seats = range(len(state.hands))
    assert all(not game.legal(state, seat) for seat in (CHANCE, *seats))
    outcome = game.outcome(state)
    assert len(outcome.scores) == len(seats)
    for seat in (None, ALL, *seats):
        assert json.dumps(game.view(state, seat))
    assert json.dumps(outcome.facts)
    return str(outcome.reason)


def check_dooms(game: Any, state: Any) -> None:
    """What is marked loses at once to the rule it names; no other card does, unless it ends the
    turn."""
    if not hasattr(game, "dooms"):
        return
    dooms = game.view(state, state.seat)["dooms"]
    for action in game.legal(state, state.seat):
        after = game.play(state, action)
        text = game.write(action)
        if text in dooms:
            outcome = game.outcome(after)
            assert (outcome.won, outcome.reason) == (False, dooms[text])
        elif isinstance(action, Lay) and after.laid:
            outcome = game.outcome(after)
            assert outcome is None or outcome.won
    assert set(dooms) <= {game.write(action) for action in game.legal(state, state.seat)}


def play_many(name: str, options: dict[str, Any], seats: int, count: int) -> set[str]:
    """Many games of one variant; the ways in which they ended."""
    game = find(name).make(options)
    rng = Random(f"{name} {sorted(options.items())} {seats}")
    return {play_out(game, name, seats, rng) for _ in range(count)}


ENDS = {
    "the-game": {"won", "minimum", "fire"},
    "extreme": {"won", "minimum", "fire", "skull", "three"},
    "take-that": {"points"},
    "triggs": {"finished", "turn-limit"},
}


@pytest.mark.parametrize(("name", "options", "seats"), variants())
def test_games_end_properly(name: str, options: dict[str, Any], seats: int) -> None:
    """Random games of each variant and player count end properly, and no card is lost or made:
    conservation of 98 / 98 / 79 / 108 cards."""
    game = find(name).make(options)
    assert len(game.pack) == CARDS[name]
    assert play_many(name, options, seats, 5 if name != "triggs" else 3) <= ENDS[name]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "seats"), variants())
def test_thousands_of_games_end_properly(name: str, options: dict[str, Any], seats: int) -> None:
    """Thousands of random games end properly; TRAPOULA_EFFORT=40 plays a thousand of each variant."""
    assert play_many(name, options, seats, 25 * EFFORT) <= ENDS[name]
