"""A game in progress: its clock when something is taken back or begun again, and its forks."""

from trapoula.session import Session


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
