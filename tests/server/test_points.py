"""Standard and Vegas points, computed from the moves."""

import pytest

from trapoula.catalogue.entries import find, ids
from trapoula.core.cards import HIDDEN
from trapoula.patience import Patience
from trapoula.play.session import Session
from trapoula.room.points import counted, sheet


def points(session: Session) -> dict[str, int]:
    """Return all counted lines, without the points to reach."""
    return {
        line.label.message: line.scores[0]
        for line in sheet(session)
        if "goal" not in line.label.facts
    }


def test_a_card_home_a_card_turned_up_and_the_waste_turned_over() -> None:
    """Counted by hand: 10 for each card home, 5 for each turned up or from the waste, -15 and -100."""
    session = Session("klondike", deal=1)
    assert points(session) == {"Standard": 0, "Vegas bank": -52}
    expected = 0
    while session.steps < 60 and session.outcome is None:
        kinds = {text: kind(session, text) for text in session.legal()}
        home = [text for text, (_, there, _) in kinds.items() if there == "foundation"]
        useful = [text for text, (here, _, turns) in kinds.items() if turns or here == "waste"]
        text = (home or useful or ["turn"])[0]
        if text not in kinds:
            break
        here, there, turns = kinds[text]
        again = text == "turn" and not session.state.piles[session.game.where("S")[0]]
        expected += 10 * (there == "foundation") + 5 * turns
        expected += 5 * ((here, there) == ("waste", "column"))
        expected = max(0, expected - 100 * again)
        session.play(text)
        assert points(session)["Standard"] == expected
    home_cards = session.game.score.of(session.game, session.state)
    assert home_cards
    assert points(session)["Vegas bank"] == 5 * home_cards - 52
    assert any(text == "turn" for text in map(session.game.write, [a for _, a in session.actions]))


def kind(session: Session, text: str) -> tuple[str, str, bool]:
    """Return an action's source and target, and whether it uncovers a hidden card."""
    game, action = session.game, session.game.read(text)
    if action.source < 0 or action.target < 0:
        return "", "", False
    left = session.state.piles[action.source][: -action.size]
    turns = bool(left) and left[-1] >= HIDDEN
    return game.zone[action.source].kind, game.zone[action.target].kind, turns


def test_undone_points_no_longer_count() -> None:
    session = Session("klondike", deal=1)
    before = points(session)
    session.play(next(text for text in session.legal() if text != "turn"))
    session.undo()
    assert points(session) == before


def test_the_waste_turned_over_by_threes_costs_nothing() -> None:
    session = Session("klondike", {"draw": 3}, deal=5)
    move = next(text for text in session.legal() if kind(session, text)[2])
    session.play(move)
    earned = points(session)["Standard"]
    assert earned > 0
    for _ in range(9):
        session.play("turn")
    assert points(session)["Standard"] == earned


@pytest.mark.parametrize(
    ("id_", "known"), [("klondike", True), ("canfield", True), ("spider", False)]
)
def test_they_are_known_where_there_are_stock_waste_columns_and_foundations(
    id_: str, known: bool
) -> None:
    assert counted(find(id_).make()) is known


def test_no_patience_has_both_lines_and_points() -> None:
    for id_ in ids():
        session = Session(id_)
        if isinstance(session.game, Patience):
            assert len(points(session)) in (0, 2)


def test_a_square_of_poker_is_worth_the_sum_of_its_lines() -> None:
    session = Session("poker", deal=7)
    assert not points(session)
    while session.outcome is None:
        session.play(session.legal()[0])
    lines = [line for line in sheet(session) if "goal" not in line.label.facts]
    assert len(lines) == 12
    assert sum(line.scores[0] for line in lines) == session.outcome.scores[0]
