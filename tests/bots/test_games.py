"""Every bot plays every variant to its end, by the rules; and the better ones are better."""

from typing import Any

import numpy as np
import pytest

from trapoula.bots import levels, seated
from trapoula.bots import player as bot
from trapoula.bots._layout import LOST
from trapoula.bots._team import Planner
from trapoula.catalogue.entries import find, ids
from trapoula.core.deals import SplitMix, deck
from trapoula.core.game import CHANCE, Choice
from trapoula.terminal.match import match_of, play_deal, report, run

PLAYED = [game for game in ids() if levels(game)]
VARIANTS: list[tuple[str, dict[str, Choice]]] = [
    (game, dict(options)) for game in PLAYED for options in ({}, *find(game).presets.values())
]
LEVELS = ("random", "greedy", "strong")


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=str)
def test_every_bot_plays_every_variant_to_its_end(game: str, options: dict[str, Choice]) -> None:
    """With every number of players, among its like and among others."""
    for seats in find(game).make(options).seats:
        like = LEVELS[seats % 3]
        for bots in (like, ",".join(LEVELS[(seat + seats) % 3] for seat in range(seats))):
            played = play_deal(match_of(game, seats, bots, 1, options), seats)
            assert played.turns > 1
            assert len(played.scores) == seats


@pytest.mark.parametrize("game", PLAYED)
def test_the_better_are_better(game: str) -> None:
    """By a wide margin, even in a short match: strong before greedy, greedy before random."""
    games = 9
    if play_deal(match_of(game, 3, "random", 1, {}), 1).winners is None:
        left = [run(match_of(game, 3, level, games, {}), 1) for level in LEVELS]
        sums = [sum(one.left or 0 for one in played) for played in left]
        assert sums[1] < 0.8 * sums[0]
        assert sums[2] < 0.6 * sums[1]
        return
    for better, worse in (("greedy", "random"), ("strong", "random")):
        mixed = run(match_of(game, 3, f"{better},{worse},{worse}", games, {}), 1)
        assert sum(one.winners == [0] for one in mixed) >= 0.75 * games
    mixed = run(match_of(game, 2, "strong,greedy", 2 * games, {}), 1)
    assert sum(one.winners == [0] for one in mixed) > games


# --- planned turns keep the rules ----------------------------------------------------------------

ROW_GAMES = [
    (game, options) for game, options in VARIANTS if isinstance(bot(game, "strong"), Planner)
]


@pytest.mark.parametrize(("game", "options"), ROW_GAMES, ids=str)
def test_a_planned_turn_is_a_turn_of_the_rules(game: str, options: dict[str, Choice]) -> None:
    """The compiled planner and the rules agree: what it plans is legal, and breaks nothing."""
    made, planner = find(game).make(options), bot(game, "strong")
    assert isinstance(planner, Planner)
    checked = 0
    for deal in range(1, 6):
        seats = 1 + deal % 5
        players = [seated(game, "greedy") for _ in range(seats)]
        state: Any = made.start(deck(made.pack, deal), seats)
        while (turn := made.turn(state)) is not None:
            if turn == CHANCE:
                state = made.play(state, made.draw(state, SplitMix(deal)))
                continue
            view = made.view(state, turn)
            if view["phase"] == "play" and not view["laid"]:
                checked += follow(made, planner, state, turn)
            legal = [made.write(action) for action in made.legal(state, turn)]
            state = made.play(state, made.read(players[turn].choose(view, legal, SplitMix(deal))))
    assert checked > 20


def follow(made: Any, planner: Planner, state: Any, turn: int) -> bool:
    """Play a planned turn by the rules; whether there was one that breaks nothing."""
    cost, planned = planner.plan(made.view(state, turn), SplitMix(1))
    if cost > LOST / 2:
        return False
    left = state.left
    for card, row in planned:
        text = f"{card}>{planner.rules.rows[row]}"
        assert made.turn(state) == turn, text
        assert made.read(text) in made.legal(state, turn), text
        state = made.play(state, made.read(text))
    assert state.left == left - len(planned)
    if made.turn(state) == turn and state.laid:
        assert made.read("end") in made.legal(state, turn)
        assert not made.unkept(state)
    return True


def test_the_rows_take_what_the_rules_let_be_laid() -> None:
    for game, _ in ROW_GAMES[:1]:
        planner = bot(game, "strong")
        assert isinstance(planner, Planner)
        gap = planner.rules.gap
        assert [gap[0, 50, card] for card in (40, 51, 49)] == [0, 1, 99]
        assert [gap[2, 50, card] for card in (60, 49, 51)] == [0, 1, 99]
        assert np.array_equal(gap[::2], gap[1::2])


# --- matches -------------------------------------------------------------------------------------


def test_a_match_can_be_repeated_in_other_processes() -> None:
    game = PLAYED[-1]
    one = match_of(game, 2, "greedy,random", 6, {})
    here, there = run(one, 1), run(one, 2)
    assert [(p.deal, p.scores, p.winners) for p in here] == [
        (p.deal, p.scores, p.winners) for p in there
    ]
    assert "greedy" in report(one, here)


def test_chairs_move_from_seat_to_seat() -> None:
    one = match_of(PLAYED[-1], 3, "strong,greedy,random", 3, {})
    assert sorted(one.chairs(deal)[0] for deal in (1, 2, 3)) == [0, 1, 2]


def test_one_who_has_seen_every_card_still_plays() -> None:
    """At the end of a round nothing may be left to guess."""
    hand, row = [34, 45], [43]
    rest = [card for card in find("take-that").make().pack if card not in {*hand, *row}]
    view = {
        "seat": 0, "turn": 0, "phase": "turn", "hand": hand, "hands": [2, 0], "row": row, "pile": 0,
        "twisted": [rest, []], "taken": [0, 0], "dealer": 1, "round": 2, "of": 2,
        "professional": False, "rounds": [], "totals": [0, 0],
    }  # fmt: skip
    chosen = bot("take-that", "strong").choose(view, ["twist 34", "take"], SplitMix(1))
    assert chosen == "twist 34"
