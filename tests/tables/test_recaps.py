"""What is told of a game that is over: figures that add up, and moments that happened."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.tables.scripts import choose
from trapoula import Session
from trapoula.catalogue.entries import find
from trapoula.core.game import CHANCE, Recap, is_recalled
from trapoula.tables import take_that, triggs
from trapoula.tables._recap import ahead, margin
from trapoula.tables.the_game import Lay

GAMES = [("the-game", 1), ("the-game", 5), ("extreme", 4), ("take-that", 3), ("triggs", 4)]


def played(name: str, seats: int, seed: int) -> tuple[Any, list[Any], Any]:
    """A game of chance to its end: the rules, its course and its last table."""
    game, rng = find(name).make(), Random(f"{name} {seed}")
    state = game.start(rng.sample(game.pack, len(game.pack)), seats)
    course: list[Any] = []
    while game.turn(state) is not None:
        seat, action = choose(game, state, rng, care=0.95)
        course.append((state, seat, action))
        state = game.play(state, action)
    return game, course, state


def told(name: str, seats: int, seed: int) -> tuple[Recap, list[Any], Any]:
    game, course, end = played(name, seats, seed)
    assert is_recalled(game)
    recap: Recap = game.recap(course, end)
    return recap, course, end


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_recap_adds_up(name: str, seats: int, seed: int) -> None:
    """Everybody has a figure in each line, and each moment is one of the game, in their order."""
    recap, course, end = told(name, seats, seed)
    assert all(len(line.scores) == seats for line in recap.lines)
    steps = [moment.step for moment in recap.moments]
    assert steps == sorted(steps)
    for moment in recap.moments:
        assert 0 < moment.step <= len(course)
        if moment.words.message != "In front for good: {seat}":  # others may have fallen behind
            assert course[moment.step - 1][1] == moment.words.facts["seat"]
    lines = {line.label.message: line.scores for line in recap.lines}
    done = [(seat, action) for _, seat, action in course if seat != CHANCE]
    if "Cards laid" in lines:
        assert sum(lines["Cards laid"]) == 98 - end.left
        laid = Counter(seat for seat, action in done if isinstance(action, Lay))
        assert lines["Cards laid"] == tuple(laid[seat] for seat in range(seats))
    if "Rows taken" in lines:
        taken = Counter(seat for seat, action in done if isinstance(action, take_that.Take))
        assert lines["Rows taken"] == tuple(taken[seat] for seat in range(seats))
    if "Extra crosses" in lines:
        crosses = Counter(seat for seat, action in done if isinstance(action, triggs.Bonus))
        assert lines["Extra crosses"] == tuple(crosses[seat] for seat in range(seats))


def test_turns_of_one_alone_are_told_apart() -> None:
    """A turn ends where the player ends it, though nobody else comes between."""
    session = Session("the-game", deal=7, seats=1)
    hand = sorted(session.legal(0), key=lambda text: int(text.split(">")[0]))
    for text in (*[one for one in hand if one.endswith(">up1")][:2], "end"):
        session.play(text, 0)
    hand = sorted(
        (t for t in session.legal(0) if t.endswith(">down1")), key=lambda t: -int(t.split(">")[0])
    )
    for text in (*hand[:2], "end"):
        session.play(text, 0)
    course = [(session.state_at(at), *done) for at, done in enumerate(session.actions)]
    counts = session.game.recap(course, session.state).counts
    assert counts[1].facts["n"] == 2


def test_the_moments_of_a_game_on_rows() -> None:
    """Tricks are counted and told; a jump is told with the card that made it."""
    game = find("the-game").make()
    hand = [2, 50, 40, 30, 99, 98, 97, 96]
    deck = [*hand, *(card for card in game.pack if card not in hand)]
    state, course = game.start(deck, 1), []
    for text in ("50>up1", "40>up1", "30>up1", "end"):
        action = game.read(text)
        course.append((state, 0, action))
        state = game.play(state, action)
    recap = game.recap(course, state)
    said = {one.words.message.partition(":")[0]: one for one in recap.moments}
    assert [one.facts for one in recap.counts] == [{"n": 3, "all": 98}, {"n": 1}, {"n": 2}]
    assert said["Most tricks in one turn"].words.facts["cards"] == [40, 30]
    assert said["Biggest jump"].words.facts == {"seat": 0, "n": 49, "cards": [50]}
    assert said["Biggest jump"].step == said["Most tricks in one turn"].step == 3


def test_when_somebody_was_in_front_for_good() -> None:
    """After that step nobody was level with the winner any more, and before it somebody was."""
    course = [(points, 0, None) for points in ((0, 0), (3, 1), (3, 3), (4, 3))]
    found = ahead(course, (5, 4), lambda points: points)
    assert found is not None
    assert (found.words.facts, found.step) == ({"seat": 0}, 3)
    assert ahead(course, (5, 5), lambda points: points) is None  # nobody was in front
    assert ahead(course[1:2], (5, 4), lambda points: points) is None  # from the beginning
    assert [one.facts for one in margin((2, 5, 4))] == [{"n": 1}]
    assert margin((5, 5)) == ()
