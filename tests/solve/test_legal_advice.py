"""All advice is legal at the very table, whatever was asked and done before."""

import pytest

from tests.effort import EFFORT
from tests.solve.positions import patiences
from trapoula.core.deals import SplitMix
from trapoula.play.session import Session
from trapoula.solve import Limits, hint, judge, line_for
from trapoula.solve.hints import rollouts
from trapoula.solve.hints import sampling as weighed
from trapoula.solve.verdict import replayed

HINTS = 60


@pytest.fixture
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a hint is legal does not hang on how many tables it looks at."""
    monkeypatch.setattr(weighed, "SAMPLES", 2)
    monkeypatch.setattr(rollouts, "CLOSE", 1)
    monkeypatch.setattr(rollouts, "SAMPLES", 1)
    monkeypatch.setattr(rollouts, "LOOKS", 300)


def advised(session: Session) -> bool:
    """Ask for a hint and play it; nothing is advised that the rules do not allow."""
    found = hint(session)
    if found is None or session.outcome is not None:
        return False
    assert found.action in session.legal(0)
    if line := line_for(session):
        game = session.game
        assert replayed(game, session.state, [game.read(text) for text in line]) == line
    session.play(found.action)
    return True


@pytest.mark.parametrize(("id_", "deal"), [("bakers-game", 8101), ("eight-off", 8102)])
def test_a_hint_is_legal_where_the_line_has_taken_another_cell(id_: str, deal: int) -> None:
    session = Session(id_, deal=deal)
    assert judge(session.game, session.state, Limits(states=1_000_000)).finding == "winnable"
    while advised(session):
        pass
    assert session.outcome is not None
    assert session.outcome.won


@pytest.mark.usefixtures("few_samples")
@pytest.mark.parametrize("id_", ["freecell", "eight-off", "klondike"])
def test_a_hint_is_legal_where_play_came_to_as_many_steps_another_way(id_: str) -> None:
    """What was advised before moves were taken back is no advice for other moves as long."""
    session = Session(id_, deal=8101)
    for _ in range(3):
        assert advised(session)
    assert hint(session) is not None
    for _ in range(3):
        session.undo()
    dice = SplitMix(1)
    while session.steps < 3:
        legal = session.legal(0)
        session.play(legal[dice.below(len(legal))])
    while session.steps < 6:
        assert advised(session)


@pytest.mark.usefixtures("few_samples")
@pytest.mark.parametrize("id_", patiences())
def test_all_hints_of_a_game_are_legal(id_: str) -> None:
    """The verdict first, then hints to the end, with detours and moves taken back between them."""
    for deal in range(8101, 8101 + EFFORT):
        session, dice = Session(id_, deal=deal), SplitMix(deal)
        judge(session.game, session.state, Limits(states=5_000))
        for _ in range(HINTS * EFFORT):
            whim = dice.below(8)
            if whim == 0 and session.undoable:
                for _ in range(dice.below(4) + 1):
                    if session.undoable:
                        session.undo()
            elif whim == 1 and (legal := session.legal(0)):
                session.play(legal[dice.below(len(legal))])
            elif not advised(session):
                break
