"""Plans: what is done before another hidden card is turned up, but for what can wait until it is seen."""

import pytest

from trapoula.patience import Patience
from trapoula.play.session import Session
from trapoula.solve import hint, past
from trapoula.solve.hints import sampling as best_by_samples
from trapoula.solve.hints.ways import planned, without_detours
from trapoula.solve.player_view import Ring, count_unseen


def plan(session: Session, *line: str) -> list[str]:
    """The plan that a line begins with, written."""
    game = session.game
    assert isinstance(game, Patience)
    actions = [game.read(text) for text in line]
    found = planned(game, session.state, actions, past(session).seen, Ring.of(game))
    return [game.write(action) for action in found]


@pytest.fixture
def turned() -> Session:
    """Two columns can turn up a hidden card, and the waste has a card for a third."""
    session = Session("klondike", deal=7)
    session.play("turn")
    assert {"T2>T1", "T3>T5", "W>T6"} < {*session.legal()}
    return session


def test_a_plan_ends_with_the_first_hidden_card_that_is_turned_up(turned: Session) -> None:
    assert plan(turned, "T3>T5", "T2>T1") == ["T3>T5"]


def test_what_can_wait_until_the_card_is_seen_is_no_part_of_a_plan(turned: Session) -> None:
    """The card of the waste may be played later as well."""
    assert plan(turned, "W>T6", "T3>T5") == ["T3>T5"]


def test_what_a_deal_would_bury_is_done_before_it() -> None:
    session = Session("hamilton", deal=5001)
    for text in ("offer", "W>F1"):
        session.play(text)
    assert plan(session, "T7>F2", "deal") == ["T7>F2", "deal"]


def test_a_plan_without_detours_holds_what_gains_at_once_and_its_end() -> None:
    session = Session("hamilton", deal=5001)
    for text in ("offer", "W>F1"):
        session.play(text)
    game = session.game
    line = tuple(map(game.read, ("T7>F2", "T7>F1", "T5>T2", "deal")))
    found = without_detours(game, session.state, line, None)
    assert [game.write(action) for action in found] == ["T7>F2", "T7>F1", "deal"]


@pytest.mark.parametrize("id_", ["klondike", "golf", "thirteen"])
def test_hints_are_followed_to_the_next_hidden_card_before_more_is_decided(
    id_: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as a plan is followed nothing new is seen, and it ends when something is."""
    monkeypatch.setattr(best_by_samples, "SAMPLES", 6)
    session = Session(id_, deal=5006)
    while session.outcome is None and session.steps < 12:
        found = hint(session)
        assert found is not None
        unknown = count_unseen(session.state, past(session).seen)
        for text in found.kept.line[:-1]:
            session.play(text)
            assert count_unseen(session.state, past(session).seen) == unknown
        session.play(found.kept.line[-1])
