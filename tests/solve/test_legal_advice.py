"""All advice is legal at the very table, whatever was asked and done before."""

import pytest

from tests.effort import EFFORT
from tests.solve.advised import advised, few_samples, follow
from tests.solve.positions import patiences
from trapoula.core.deals import SplitMix
from trapoula.play.session import Session
from trapoula.solve import Limits, hint, judge

HINTS = 60


@pytest.mark.parametrize(("id_", "deal"), [("bakers-game", 8101), ("eight-off", 8102)])
def test_a_hint_is_legal_where_the_line_has_taken_another_cell(id_: str, deal: int) -> None:
    session = Session(id_, deal=deal)
    assert judge(session.game, session.state, Limits(states=1_000_000)).finding == "winnable"
    while advised(session):
        pass
    assert session.outcome is not None
    assert session.outcome.won


@pytest.mark.parametrize("id_", ["freecell", "eight-off", "klondike"])
def test_a_hint_is_legal_where_play_came_to_as_many_steps_another_way(id_: str) -> None:
    """What was advised before moves were taken back is no advice for other moves as long."""
    session = Session(id_, deal=8101)
    with few_samples():
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


@pytest.mark.parametrize("id_", patiences())
def test_all_hints_of_a_game_are_legal(id_: str) -> None:
    """The verdict first, then hints to the end, with detours and moves taken back between them."""
    with few_samples():
        for deal in range(8101, 8101 + EFFORT):
            follow(id_, deal, HINTS * EFFORT)
