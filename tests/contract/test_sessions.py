"""A game in progress: what taking back and beginning again do to its clock."""

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
