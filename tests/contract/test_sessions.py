"""A game in progress: its clock when something is taken back or begun again, and its forks."""

from collections.abc import Iterator

import pytest

from trapoula.patience import Action, Carry, Patience, Table
from trapoula.play.session import Session


class Hand:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_a_restart_begins_the_clock_anew_and_what_is_done_again_brings_its_time() -> None:
    clock = Hand()
    session = Session("klondike", deal=7, clock=clock)
    session.play("turn")
    clock.time = 50
    session.restart()
    assert (session.steps, session.seconds) == (0, 0)
    clock.time = 53
    session.redo()
    assert session.seconds == 53
    session.restart()
    clock.time = 60
    session.play("turn")
    session.undo()
    session.redo()
    assert session.seconds == 7


def test_a_restart_of_a_game_that_was_paused_lets_the_clock_go() -> None:
    clock = Hand()
    session = Session("klondike", deal=7, clock=clock)
    session.play("turn")
    clock.time = 20
    session.pause()
    clock.time = 30
    session.restart()
    clock.time = 31
    assert session.seconds == 1


def test_a_fork_is_the_same_table_with_a_clock_of_its_own() -> None:
    """It holds all that its session holds, and what is done at one is not done at the other."""
    session = Session("the-game", deal=3, seats=2, clock=Hand())
    session.play(session.legal()[0])
    clock = Hand()
    fork = session.fork(clock)
    assert {**vars(session), "_clock": clock} == vars(fork)
    turn = fork.turn
    assert turn is not None
    fork.play(fork.legal(turn)[0], turn)
    assert (session.steps, fork.steps) == (1, 2)
    assert fork.state_at(1) == session.state


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """The tables for which carries are made, in their order."""
    tables, offers = list[Table](), Carry.offers

    def counted(move: Carry, game: Patience, table: Table) -> Iterator[Action]:
        if move is next(one for one in game.moves if isinstance(one, Carry)):
            tables.append(table)
        return iter(offers(move, game, table))

    monkeypatch.setattr(Carry, "offers", counted)
    return tables


def test_what_may_be_done_on_a_table_is_found_out_once(asked: list[Table]) -> None:
    """However often one asks, with other tables of the game in between, and when play comes back to it."""
    session = Session("freecell", {"autoplay": False}, deal=1)
    while session.game.obvious(session.state) is None:  # so that the rest is looked through
        session.play(session.legal()[0])
    step, other = session.steps, Session("freecell", {"autoplay": False}, deal=2)
    assert session.game is other.game
    for _ in range(3):
        session.play(session.legal()[0])
        assert not session.finishable
        other.play(other.legal()[0])
        assert session.legal()
        assert not session.finishable
    tables = [session.state_at(at) for at in range(session.steps + 1)]
    while session.steps > step + 1:
        session.undo()
        other.play(other.legal()[0])
        assert session.legal()
        assert not session.finishable
    session.undo()
    assert session.legal()
    for table in tables:
        assert sum(one is table for one in asked) == 1


def test_how_a_game_ended_is_found_out_once() -> None:
    """Other tables of the game may be asked about in between."""
    session, other = Session("golf", deal=1), Session("golf", deal=2)
    while session.turn is not None:
        session.play(session.legal()[0])
    ended = session.outcome
    assert ended is not None
    for _ in range(3):
        other.play(other.legal()[0])
        assert session.outcome is ended
