"""The fatal move: between a table that can be won and one that cannot, both proved."""

from trapoula.play.session import Session
from trapoula.solve import Fatal, fatal, verdict


def lost_game(game: str, deal: int, **options: object) -> Session:
    """A game played by the first legal move until nothing is left."""
    session = Session(game, options, deal=deal)
    while session.outcome is None:
        session.play(session.legal(0)[0])
    assert not session.outcome.won
    return session


def at(session: Session, steps: int) -> Session:
    """The same game some steps earlier."""
    earlier = Session.resume(session.record())
    while earlier.steps > steps:
        earlier.undo()
    return earlier


def winnable_deal(game: str) -> int:
    return next(n for n in range(1, 50) if verdict(Session(game, deal=n), 10).finding == "winnable")


def test_before_the_fatal_move_it_can_be_won_and_after_it_not() -> None:
    session = lost_game("fortress", winnable_deal("fortress"))
    found = fatal(session, 30)
    assert found.move is not None
    assert verdict(at(session, found.move - 1), 10).finding == "winnable"
    assert verdict(at(session, found.move), 10).finding == "lost"


def test_a_deal_that_could_never_be_won_has_no_fatal_move() -> None:
    number = next(
        n for n in range(1, 50) if verdict(Session("fortress", deal=n), 10).finding == "lost"
    )
    found = fatal(lost_game("fortress", number), 30)
    assert found == Fatal(winnable=None, lost=0)
    assert found.move is None


def test_nothing_is_said_of_a_game_that_is_not_proved_lost() -> None:
    assert fatal(Session("freecell", deal=1), 10) == Fatal()


def test_what_could_not_be_decided_is_left_open() -> None:
    """With no time to look, only the end is known to be lost."""
    session = lost_game("fortress", 1)
    assert fatal(session, 0) == Fatal(winnable=None, lost=session.steps)


def test_what_is_lost_up_to_a_shuffle_is_not_called_lost() -> None:
    session = Session("scuffle", deal=1)
    assert fatal(session, 2).lost is None


def test_the_move_is_told_only_when_it_is_certain() -> None:
    assert Fatal(winnable=3, lost=4).move == 4
    assert Fatal(winnable=3, lost=6).move is None
    assert Fatal(winnable=None, lost=4).move is None
