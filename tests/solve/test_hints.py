"""Hints: legal, to the point, and blind to what is hidden."""

import pickle
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.effort import EFFORT
from tests.solve.positions import patiences, wandering
from trapoula.catalogue.entries import find
from trapoula.core.cards import HIDDEN
from trapoula.core.game import CHANCE
from trapoula.patience import CARRY, COURT, Patience, Table
from trapoula.play.session import Session
from trapoula.solve import advise, hint, past, verdict
from trapoula.solve.hints import sampling
from trapoula.solve.hints.history import Kept, known
from trapoula.solve.hints.reason import GAINFUL, MESSAGES, reason
from trapoula.solve.player_view import Ring, redealt, table_key, unseen
from trapoula.texts import language, languages


@pytest.mark.usefixtures("few_samples")
@pytest.mark.parametrize("id_", patiences())
def test_a_hint_is_legal_and_has_a_reason(id_: str) -> None:
    game = find(id_).make()
    assert isinstance(game, Patience)
    for table in list(wandering(game, range(1, 3), 12))[::6]:
        found = advise(find(id_).make(), table)
        assert found is not None
        assert game.read(found.action) in game.legal(table, 0)
        assert found.reason in MESSAGES
        assert pickle.loads(pickle.dumps(found)) == found


@pytest.fixture
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is gone on with is told apart by two games as by more of them, only less surely."""
    monkeypatch.setattr(sampling, "ROLLOUTS", 2)


def hidden(table: Table) -> int:
    return sum(bool(card & HIDDEN) for pile in table.piles for card in pile)


@pytest.mark.usefixtures("two_games")
@pytest.mark.parametrize("id_", ["klondike", "spider", "agnes", "canfield", "camelot", "poker"])
def test_a_hint_does_not_change_with_what_is_hidden(id_: str) -> None:
    """Deal the hidden cards anew: the hint is the same."""
    game = find(id_).make()
    assert isinstance(game, Patience)
    for table in list(wandering(game, range(1, 4), 10))[::4]:
        other = redealt(table, 99)
        assert hidden(other) == hidden(table)
        assert advise(find(id_).make(), table) == advise(find(id_).make(), other)


@pytest.mark.usefixtures("few_samples")
@pytest.mark.parametrize("id_", patiences())
def test_a_hint_changes_the_table(id_: str) -> None:
    game = find(id_).make()
    assert isinstance(game, Patience)
    for table in list(wandering(game, range(3, 5), 12))[::6]:
        found = advise(find(id_).make(), table)
        assert found is not None
        action = game.read(found.action)
        assert game.play(table, action).piles != table.piles


def followed(session: Session, most: int) -> list[bytes]:
    """Where play comes to that follows hints and nothing else, as the player knows it."""
    game = session.game
    assert isinstance(game, Patience)
    for _ in range(most):
        if session.outcome is not None or (found := hint(session)) is None:
            break
        session.play(found.action)
    return [table_key(game, state, seen) for state, seen in known(session)]


@pytest.fixture
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether hints lead back does not hang on how many tables each of them looks at."""
    monkeypatch.setattr(sampling, "SAMPLES", 3)
    monkeypatch.setattr(sampling, "COMPARED", 1)
    monkeypatch.setattr(sampling, "ROLLOUTS", 1)


@pytest.mark.slow
@pytest.mark.usefixtures("few_samples")
@pytest.mark.parametrize("id_", patiences())
def test_hints_alone_never_lead_back(id_: str) -> None:
    """Whoever follows hints meets no table twice of which they know no more than the first time."""
    for deal in range(5001, 5001 + EFFORT):
        places = followed(Session(id_, deal=deal), 40)
        assert len(set(places)) == len(places)
        assert len(places) > 1


@pytest.mark.slow
@pytest.mark.usefixtures("few_samples")
@pytest.mark.parametrize("id_", ["spider", "forty-thieves"])
def test_hints_alone_come_to_an_end(id_: str) -> None:
    """Where nothing is gained any more, no hint is given."""
    session = Session(id_, deal=5001)
    followed(session, 400)
    assert session.steps < 400
    assert session.outcome is not None or hint(session) is None


def open_games() -> list[str]:
    """The patiences in which every card is in sight from the first."""
    return [id_ for id_ in patiences() if not unseen(Session(id_, deal=1).state)]


@pytest.mark.parametrize(
    ("id_", "deal"),
    [(id_, deal) for id_ in ("freecell", "eight-off", "seahaven") for deal in range(5002, 5004)]
    + [(id_, 5001) for id_ in open_games()],
)
def test_hints_alone_win_what_the_solver_wins_where_nothing_is_hidden(id_: str, deal: int) -> None:
    session = Session(id_, deal=deal)
    found = verdict(session, seconds=1).finding
    followed(session, 400 if found == "winnable" else 0)
    won = session.outcome is not None and session.outcome.won
    assert won is (found == "winnable")


@pytest.mark.usefixtures("few_samples")
@pytest.mark.parametrize(("id_", "deal"), [("klondike", 285944), ("klondike", 369770)])
def test_hints_run_in_no_circle_where_they_once_did(id_: str, deal: int) -> None:
    places = followed(Session(id_, deal=deal), 200)
    assert len(set(places)) == len(places)


@pytest.mark.usefixtures("two_games")
@pytest.mark.parametrize("deal", [772285, 5001])
def test_hints_keep_the_places_of_the_court_in_camelot(deal: int) -> None:
    """No lower card is laid in a corner or at an edge while a place in the middle is free."""
    session = Session("camelot", deal=deal)
    game, laid = session.game, 0
    middle = game.where("M")
    while laid < 12 and session.outcome is None and (found := hint(session)) is not None:
        action, free = game.read(found.action), [at for at in middle if not session.state.piles[at]]
        if action.verb == CARRY and free:
            card = session.state.piles[action.source][-1]
            assert action.target in free or card in COURT
            laid += 1
        session.play(found.action)
    assert laid >= len(middle)


@pytest.mark.usefixtures("two_games")
def test_hints_fill_a_square_of_poker_for_its_lines() -> None:
    """In the order of reading the deal makes 8 points; who looks at the lines makes several times that."""
    session = Session("poker", deal=150135)
    followed(session, 25)
    assert session.outcome is not None
    assert session.outcome.scores[0] >= 3 * 8


def test_a_line_is_gone_on_with_while_it_is_followed_and_given_up_when_it_is_not() -> None:
    session = Session("freecell", deal=617)
    first = hint(session)
    assert first is not None
    session.play(first.action)
    second = hint(session)
    assert second is not None
    assert (first.action, *second.kept.line) == first.kept.line
    session.undo()
    again = hint(session)
    assert again is not None
    assert again.kept.line == first.kept.line
    session.play(next(text for text in session.legal() if text != first.action))
    other = hint(session)
    assert other is not None
    assert other.kept.line != second.kept.line


def test_what_was_seen_in_the_waste_is_known_when_it_lies_in_the_stock_again() -> None:
    session = Session("klondike", {"draw": 3}, deal=5001)
    stock = session.game.where("S")[0]
    cards = bytes(card & ~HIDDEN for card in session.state.piles[stock])
    assert not past(session).seen & set(cards)
    for _ in range(9):  # through the stock, and turned over
        session.play("turn")
    assert past(session).seen >= set(cards)
    assert redealt(session.state, 7, past(session).seen).piles[stock] == session.state.piles[stock]
    assert redealt(session.state, 7).piles[stock] != session.state.piles[stock]


@pytest.mark.usefixtures("few_samples")
def test_where_turning_costs_nothing_the_stock_is_looked_through_before_anything_is_decided() -> (
    None
):
    """Knowing its cards makes the tables of the next round new ones."""
    session = Session("klondike", {"draw": 3}, deal=5001)
    (stock,) = session.game.where("S")
    found = hint(session)
    assert found is not None
    assert set(found.kept.line) == {"turn"}
    for text in found.kept.line:
        session.play(text)
    assert not session.state.piles[stock]
    further = hint(session)
    assert further is not None
    assert further.kept.line[-1] != "turn"


@pytest.mark.usefixtures("few_samples")
def test_hints_go_round_the_stock_again_once_its_cards_are_known() -> None:
    """They once ended here after eighteen moves, since every turn led to a table that had been met."""
    places = followed(Session("canfield", deal=8), 80)
    assert len(places) == 81
    assert len(set(places)) == 81


@pytest.mark.usefixtures("few_samples")
def test_who_has_gone_round_the_stock_alone_is_still_led_to_a_card_of_it() -> None:
    """Turns over tables that were met are no circle when they lead to something new."""
    session = Session("canfield", deal=8)
    for _ in range(30):
        session.play("turn")
    found = hint(session)
    assert found is not None
    assert found.kept.line[-1] != "turn"


@pytest.mark.usefixtures("few_samples")
def test_no_hint_moves_cards_to_and_fro_between_two_turns_of_the_stock() -> None:
    """However far it is turned, a table on which nothing else has changed is the same."""
    session = Session("canfield", deal=8)
    game, ring = session.game, Ring.of(session.game)
    followed(session, 120)
    lain = [table_key(game, state, seen, ring) for state, seen in known(session)]
    changes = [lies for lies, before in pairwise(reversed(lain)) if lies != before]
    assert len(set(changes)) == len(changes)


@pytest.mark.usefixtures("few_samples")
@pytest.mark.parametrize("id_", ["spider", "yukon", "freecell"])
def test_who_has_gained_nothing_for_long_is_told_only_what_gains(id_: str) -> None:
    session = Session(id_, deal=5001)
    followed(session, 4)
    long = replace(past(session), line=(), vain="lost", idle=1_000)
    found = advise(session.game, session.state, long)
    assert found is None or found.reason in GAINFUL


@pytest.mark.usefixtures("few_samples")
def test_turns_that_are_advised_lead_to_a_card_that_is_played() -> None:
    """A card of the stock is chosen among all that can be reached, and the turns to it are one advice."""
    session = Session("klondike", {"draw": 3}, deal=5001)
    found = hint(session)
    while found is not None and (found.kept.line[-1] == "turn" or found.action != "turn"):
        session.play(found.action)
        found = hint(session)
    assert found is not None
    for text in found.kept.line:
        again = hint(session)
        assert again is not None
        assert again.action == text
        session.play(text)


def test_a_search_that_was_in_vain_is_not_made_again_until_the_cards_are_shuffled() -> None:
    session = Session("gaps", deal=5002)
    kept = Kept(0, (session.legal()[0],), "lost", session.state)
    session.play(kept.line[0])
    assert past(session, kept).vain == "lost"
    while not any(seat == CHANCE for seat, _ in session.actions):
        text = "redeal" if "redeal" in session.legal() else session.legal()[0]
        kept = Kept(session.steps, (text,), "lost", session.state)
        session.play(text)
    assert past(session, kept).vain is None


def test_what_is_shuffled_again_is_known_no_more() -> None:
    session = Session("scuffle", deal=5001)
    while not any(seat == CHANCE for seat, _ in session.actions):
        session.play("turn" if "turn" in session.legal() else session.legal()[-1])
    shown = {card for pile in session.state.piles for card in pile if not card & HIDDEN}
    assert past(session).seen == shown


@pytest.mark.parametrize("id_", ["klondike", "canfield", "spider"])
def test_a_hint_in_mid_game_does_not_change_with_what_nobody_has_seen(id_: str) -> None:
    session = Session(id_, deal=5002)
    followed(session, 25)
    known = past(session)
    other = redealt(session.state, 99, known.seen)
    assert advise(find(id_).make(), session.state, known) == advise(find(id_).make(), other, known)


def test_a_move_that_only_a_hidden_card_allows_has_a_reason_too() -> None:
    """The king on top of the stock may be dropped unseen; on most tables that look the same it is none."""
    game = find("neighbor").make({"kings": "stock"})
    assert isinstance(game, Patience)
    blind = [
        (table, action)
        for table in wandering(game, range(1, 30), 20)
        for action in game.legal(table, 0)
        if game.write(action) == "drop S"
    ]
    assert blind
    for table, action in blind:
        assert reason(game, table, action)[0] in MESSAGES


@pytest.mark.parametrize("lang", languages())
def test_every_reason_is_a_sentence_in_every_language(lang: str) -> None:
    for message in MESSAGES.values():
        told = language(lang).say(message, card="QH")
        assert told
        assert "{" not in told
