"""Deals sure to be winnable, by difficulty."""

import json
from pathlib import Path
from random import Random

import pytest

from trapoula.catalogue.entries import find
from trapoula.core.deals import deck
from trapoula.patience import SHUFFLE, Patience
from trapoula.play.session import Session
from trapoula.solve import Limits, judge, verdict
from trapoula.solve.deals import (
    LEVELS,
    WINNABLE,
    any_pick,
    difficulty,
    level_of,
    pick,
    winnable_deals,
)
from trapoula.solve.simple_play import TRIES, play_simply, tries

LINES: dict[str, dict[str, str]] = json.loads(
    (Path(__file__).parent / "winnable_lines.json").read_text("utf-8")
)


def patience(id_: str) -> Patience:
    game = find(id_).make()
    assert isinstance(game, Patience)
    return game


@pytest.mark.parametrize("id_", ["klondike", "athena", "scuffle"])
def test_what_simple_play_wins_is_won_at_the_table_too(id_: str) -> None:
    """Its actions are played through a session, which draws the same chance."""
    game = patience(id_)
    tried = ((number, play_simply(game, deck(game.pack, number))) for number in range(1, 60))
    number, played = next((number, played) for number, played in tried if played.won)
    session = Session(id_, deal=number)
    for action in played.actions:
        if action.verb != SHUFFLE:
            session.play(game.write(action))
    assert session.outcome is not None
    assert session.outcome.won


def test_simple_play_sees_nothing_hidden() -> None:
    """It plays the same as long as the same cards come up: here, with the last stock cards changed."""
    game = patience("klondike")
    cards = list(deck(game.pack, 5))
    first = play_simply(game, tuple(cards)).actions
    cards[-1], cards[-2] = cards[-2], cards[-1]
    second = play_simply(game, tuple(cards)).actions
    turned = [action.verb for action in first].index("turn")
    assert first[: turned + 1] == second[: turned + 1]


def test_a_deal_that_simple_play_wins_every_other_time_is_easy() -> None:
    game = patience("klondike")
    easy = next(
        number
        for number in range(1, 100)
        if 2 * sum(one.won for one in tries(game, deck(game.pack, number))) >= TRIES
    )
    assert level_of("klondike", {}, easy) == "easy"


def test_a_lost_deal_has_no_level_and_is_not_picked() -> None:
    lost = next(
        n for n in range(1, 20) if verdict(Session("fortress", deal=n), 5).finding == "lost"
    )
    assert level_of("fortress", {}, lost) is None
    assert pick("fortress", {}, [lost]) is None


@pytest.mark.parametrize("level", LEVELS)
def test_picked_deals_are_winnable_and_as_hard_as_wanted(level: str) -> None:
    found = any_pick("freecell", {}, level=level, dice=Random(7))  # type: ignore[arg-type]
    assert found is not None
    assert level_of("freecell", {}, found) == level
    assert verdict(Session("freecell", deal=found), 10).finding == "winnable"


def test_known_deals_are_picked_at_once_with_the_usual_options() -> None:
    for game, levels in json.loads(WINNABLE.read_text("utf-8")).items():
        for level, known in levels.items():
            assert winnable_deals(game, level) == known
            if known:
                assert any_pick(game, {}, level=level) in known


def test_every_known_deal_is_won_by_the_line_that_is_kept_for_it() -> None:
    for game in json.loads(WINNABLE.read_text("utf-8")):
        for number in winnable_deals(game):
            session = Session(game, deal=number)
            for text in LINES[game][str(number)].split(", "):
                session.play(text, checked=True)
            assert session.outcome is not None
            assert session.outcome.won, (game, number)


def test_a_deal_is_as_narrow_as_the_part_of_its_line_that_has_to_be_found() -> None:
    """From there on simple play wins, and one action before it does not."""
    game = patience("freecell")
    known = ((deal, difficulty("freecell", {}, deal)) for deal in range(1, 40))
    deal, found = next((deal, one) for deal, one in known if one is not None and not one.simple)
    assert 0 < found.narrow <= 1
    cards = deck(game.pack, deal)
    line = judge(game, game.start(cards), Limits(5)).line
    actions = tuple(map(game.read, line))
    known_part = round(found.narrow * len(actions))
    assert play_simply(game, cards, after=actions[:known_part]).won
    assert not play_simply(game, cards, after=actions[: known_part - 1]).won


def test_what_simple_play_wins_is_not_narrow() -> None:
    won = next(
        one
        for n in range(1, 60)
        if (one := difficulty("klondike", {}, n)) is not None and one.simple
    )
    assert won.narrow == 0
    assert won.level in ("easy", "medium")
